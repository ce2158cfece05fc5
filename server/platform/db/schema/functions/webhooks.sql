-- Adds an event to the outbox of the endpoints of an account that want it, and wakes the processes that send it. A pause ends with all of it sent.
create or replace function record_webhook_event(account bigint, kind text, listing bigint, subject bigint) returns void language sql as $$
  with recorded as (
    insert into webhook_deliveries (endpoint_id, type, listing_id, subject_id, next_attempt_at)
    select e.id, kind, listing, subject, case when e.paused_at is null then now() end
    from webhook_endpoints e join accounts a on a.id = e.account_id
    where e.account_id = account and kind = any(e.events) and a.is_active
    returning id)
  select pg_notify('renewal', 'webhooks') from (select from recorded limit 1) as any_of_them
$$;

-- A listing is live until its owner was told of its end, so that each end is one event, whatever ends it.
create or replace function is_live_for_webhooks(l listings) returns boolean language sql stable as $$
  select l.status = 'active' and (l.expires_at is null or l.expires_at > now() or l.expired_mailed_for is distinct from l.expires_at)
$$;

create or replace function record_listing_event() returns trigger language plpgsql as $$
declare
  was_live boolean := is_live_for_webhooks(old);
  is_live boolean := is_live_for_webhooks(new);
begin
  if is_live and not was_live then
    perform record_webhook_event(new.owner_id, 'listing.published', new.id, null);
  elsif was_live and not is_live then
    perform record_webhook_event(new.owner_id, 'listing.ended', new.id, null);
  elsif is_live and new.version <> old.version then
    perform record_webhook_event(new.owner_id, 'listing.changed', new.id, null);
  end if;
  if is_live and new.expiring_mailed_for is distinct from old.expiring_mailed_for and new.expiring_mailed_for = new.expires_at then
    perform record_webhook_event(new.owner_id, 'listing.ending', new.id, null);
  end if;
  return null;
end $$;
create or replace trigger listings_webhooks after update on listings for each row
  when (new.owner_id is not null and (old.status <> new.status or old.version <> new.version or old.expires_at is distinct from new.expires_at
    or old.expiring_mailed_for is distinct from new.expiring_mailed_for or old.expired_mailed_for is distinct from new.expired_mailed_for))
  execute function record_listing_event();

create or replace function record_lead_created() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(new.owner_id, 'lead.created', new.listing_id, new.id);
  return null;
end $$;
create or replace trigger conversations_webhooks_insert after insert on conversations for each row
  when (new.opened_at is not null) execute function record_lead_created();
create or replace trigger conversations_webhooks_update after update of opened_at on conversations for each row
  when (old.opened_at is null and new.opened_at is not null) execute function record_lead_created();

-- Those after the first, as soon as the business sees them.
create or replace function record_lead_message() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(c.owner_id, 'lead.message', c.listing_id, new.id)
  from conversations c
  where c.id = new.conversation_id and c.opened_at is not null
    and exists (select from messages m where m.conversation_id = c.id and m.id < new.id);
  return null;
end $$;
create or replace trigger messages_webhooks_customer_insert after insert on messages for each row
  when (new.sender = 'customer' and new.status = 'sent') execute function record_lead_message();
create or replace trigger messages_webhooks_customer_update after update of status on messages for each row
  when (new.sender = 'customer' and new.status = 'sent' and old.status = 'held') execute function record_lead_message();

create or replace function record_lead_answered() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(c.owner_id, 'lead.answered', c.listing_id, new.id) from conversations c where c.id = new.conversation_id;
  return null;
end $$;
create or replace trigger messages_webhooks after insert on messages for each row
  when (new.sender = 'business' and new.via <> 'away') execute function record_lead_answered();

create or replace function record_review_published() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(l.owner_id, 'review.published', l.id, new.id) from listings l where l.id = new.listing_id;
  return null;
end $$;
create or replace trigger reviews_webhooks after update of published_at on reviews for each row
  when (old.published_at is null and new.published_at is not null) execute function record_review_published();

-- A payment for several listings is one event, not one of each part; one that is refused never succeeded.
create or replace function record_payment_event() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(new.account_id, 'payment.succeeded', new.listing_id, new.id);
  return null;
end $$;
create or replace trigger payments_webhooks after update of status on payments for each row
  when (old.status <> 'paid' and new.status = 'paid' and new.part_of is null) execute function record_payment_event();

create or replace function record_refund_event() returns trigger language plpgsql as $$
begin
  perform record_webhook_event(p.account_id, 'payment.refunded', p.listing_id, p.id)
  from payments p where p.id = new.payment_id and p.status = 'paid';
  return null;
end $$;
create or replace trigger refunds_webhooks after update of status on refunds for each row
  when (old.status <> 'made' and new.status = 'made') execute function record_refund_event();

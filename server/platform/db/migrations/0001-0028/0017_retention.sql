-- For the hourly deletion of what has been kept long enough (docs/privacy-data.md).
create index on audit (at);
create index on contact_messages (created_at);
create index on reports (created_at);
create index payments_detached on payments (created_at) where account_id is null and username <> '—';

-- Answered messages are now deleted with their account; earlier releases kept them without name and email.
delete from contact_messages where email is null;
alter table contact_messages
  drop constraint contact_messages_check,
  drop constraint contact_messages_check1,
  alter column name set not null,
  alter column email set not null;

-- Earlier releases kept what had been typed about payments of deleted accounts.
update refund_requests set reason = 'Deleted with the account.', answer = null
where payment_id in (select id from payments where account_id is null);
update refunds set reason = 'Deleted with the account.'
where payment_id in (select id from payments where account_id is null);

-- Earlier releases kept what owners had typed into claimed open-data listings that were purged.
with purged as (
  update listings set title = 'Removed', description = 'Removed', business_name = 'Removed', address = null,
    city = coalesce((select zip_codes.city from zip_codes where zip_codes.zip = listings.zip), 'Removed'), state = default,
    phone = null, email = null, website = null, image_url = null, image_copy = null, image_refused = default, lat = null, lng = null, headline = null, tags = default,
    faq = default, review = null, social_media = default, hours = null, holiday_note = null, service_area = null,
    languages = default, year_founded = null, post_key = null, fingerprint = null,
    deleted_from = case deleted_from when 'hidden' then hidden_from else deleted_from end,
    hidden_from = null, hidden_reason = null, hidden_at = null
  where status = 'deleted' and owner_id is null and source is not null and deleted_at <= now() - interval '30 days'
  returning id
), claimed as (
  delete from claims where listing_id in (select id from purged)
)
delete from reports where listing_id in (select id from purged);

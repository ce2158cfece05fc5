create or replace function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;

create or replace trigger ledger_is_final before update or delete or truncate on ledger
  for each statement execute function ledger_is_final();

create or replace function plan_prices_are_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'prices are append-only'; end if;
  if old.withdrawn_at is not null or old.holds_from <= now() or new.withdrawn_at is null
    or (new.id, new.plan, new.months, new.holds_from, new.reason, new.created_at)
      is distinct from (old.id, old.plan, old.months, old.holds_from, old.reason, old.created_at)
    or new.price_cents is distinct from old.price_cents or new.created_by is distinct from old.created_by
  then raise exception 'a price can only be withdrawn, before it holds'; end if;
  return new;
end $$;

create or replace trigger plan_prices_are_final before update or delete on plan_prices
  for each row execute function plan_prices_are_final();
create or replace trigger plan_prices_are_not_truncated before truncate on plan_prices
  for each statement execute function ledger_is_final();

create or replace function coupon_terms_are_final() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then raise exception 'an ended coupon is final'; end if;
  if to_jsonb(new) - array['ended_at', 'version'] <> to_jsonb(old) - array['ended_at', 'version']
    and exists (select from coupon_uses where coupon_id = old.id)
  then raise exception 'a used coupon can only be ended'; end if;
  return new;
end $$;

create or replace trigger coupon_terms_are_final before update on coupons
  for each row execute function coupon_terms_are_final();

create or replace function tax_rates_are_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'tax rates are append-only'; end if;
  if old.withdrawn_at is not null or old.holds_from <= now() or new.withdrawn_at is null
    or to_jsonb(new) - array['withdrawn_at', 'withdrawn_by'] <> to_jsonb(old) - array['withdrawn_at', 'withdrawn_by']
  then raise exception 'a tax rate can only be withdrawn, before it holds'; end if;
  return new;
end $$;

create or replace trigger tax_rates_are_final before update or delete on tax_rates
  for each row execute function tax_rates_are_final();
create or replace trigger tax_rates_are_not_truncated before truncate on tax_rates
  for each statement execute function ledger_is_final();

create or replace function release_coupon() returns trigger language plpgsql as $$
begin
  update coupon_uses set released_at = now() where payment_id = new.id and released_at is null;
  return null;
end $$;

create or replace trigger release_coupon after update of status on payments
  for each row when (new.status in ('canceled', 'refused') and old.status <> new.status) execute function release_coupon();

-- The parts of a payment are paid, refused, canceled and disputed with it.
create or replace function parts_follow_payment() returns trigger language plpgsql as $$
begin
  update payments set status = new.status, paid_at = new.paid_at, disputed_at = new.disputed_at where part_of = new.id;
  return null;
end $$;

create or replace trigger parts_follow_payment after update of status, paid_at, disputed_at on payments
  for each row when ((new.status, new.paid_at, new.disputed_at) is distinct from (old.status, old.paid_at, old.disputed_at))
  execute function parts_follow_payment();

-- Only a cancellation is added, and the buyer and the listing are erased when tax records need not name them any longer.
create or replace function invoices_are_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'invoices are append-only'; end if;
  if to_jsonb(new) - array['facts', 'canceled_at'] <> to_jsonb(old) - array['facts', 'canceled_at']
    or new.facts - array['buyer', 'listing'] <> old.facts - array['buyer', 'listing']
    or (new.facts <> old.facts and (new.facts -> 'buyer' <> 'null' or new.facts -> 'listing' <> 'null'))
    or (to_jsonb(old) ->> 'canceled_at' is not null and to_jsonb(new) -> 'canceled_at' <> to_jsonb(old) -> 'canceled_at')
  then raise exception 'invoices are final'; end if;
  return new;
end $$;

create or replace trigger invoices_are_final before update or delete on invoices
  for each row execute function invoices_are_final();
create or replace trigger invoices_are_not_truncated before truncate on invoices
  for each statement execute function ledger_is_final();
create or replace trigger invoice_versions_are_final before update or delete on invoice_versions
  for each row execute function invoices_are_final();
create or replace trigger invoice_versions_are_not_truncated before truncate on invoice_versions
  for each statement execute function ledger_is_final();

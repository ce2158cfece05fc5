-- The prices of plans. What holds is the last row that has begun and was not withdrawn; without a price the plan is not sold.
create table plan_prices (
  id bigint generated always as identity primary key,
  plan text not null check (plan in ('enhanced', 'monthly', 'quarterly', 'semiannual', 'annual')),
  price_cents integer check (price_cents between 100 and 10000000),  -- of the whole term; null takes the plan off sale
  months smallint not null check (months between 1 and 12),
  holds_from timestamptz(3) not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_by bigint,                                                 -- an account, which may be deleted; null for the first prices
  created_at timestamptz(3) not null default now(),
  withdrawn_by bigint,
  withdrawn_at timestamptz(3) check (withdrawn_at < holds_from)      -- only before it began
);
create index on plan_prices (plan, holds_from desc, id desc);

create function plan_prices_are_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'prices are append-only'; end if;
  if old.withdrawn_at is not null or old.holds_from <= now() or new.withdrawn_at is null
    or (new.id, new.plan, new.months, new.holds_from, new.reason, new.created_at)
      is distinct from (old.id, old.plan, old.months, old.holds_from, old.reason, old.created_at)
    or new.price_cents is distinct from old.price_cents or new.created_by is distinct from old.created_by
  then raise exception 'a price can only be withdrawn, before it holds'; end if;
  return new;
end $$;
create trigger plan_prices_are_final before update or delete on plan_prices
  for each row execute function plan_prices_are_final();
create trigger plan_prices_are_not_truncated before truncate on plan_prices
  for each statement execute function ledger_is_final();

insert into plan_prices (plan, price_cents, months, holds_from, reason) values
  ('enhanced', 5000, 1, '2025-04-01 00:00:00-07', 'The first price'),
  ('monthly', 10000, 1, '2025-04-01 00:00:00-07', 'The first price'),
  ('quarterly', 27000, 3, '2025-04-01 00:00:00-07', 'The first price'),
  ('semiannual', 51000, 6, '2025-04-01 00:00:00-07', 'The first price'),
  ('annual', 90000, 12, '2025-04-01 00:00:00-07', 'The first price');
select allow_audit_kinds('price-scheduled', 'price-withdrawn');

-- Coupons, the sales tax, and how the amount of a payment came about: the price without the discount, and the tax.
create table coupons (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9-]{6,20}$'),
  percent_off smallint check (percent_off between 1 and 99),
  amount_off_cents integer check (amount_off_cents between 1 and 10000000),
  plans text[] not null check (cardinality(plans) between 1 and 5
    and plans <@ array['enhanced', 'monthly', 'quarterly', 'semiannual', 'annual']),
  first_day date not null,                                           -- in Los Angeles, as is the last one
  last_day date not null,
  max_uses integer not null check (max_uses between 1 and 10000),    -- of all accounts
  ended_at timestamptz(3),                                           -- earlier than planned
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(percent_off, amount_off_cents) = 1),
  check (last_day >= first_day)
);

-- A use is reserved while its payment is open, consumed when it is paid, and released when it is canceled or refused.
create table coupon_uses (
  payment_id bigint primary key references payments,
  coupon_id bigint not null references coupons,
  mode text not null check (mode in ('live', 'simulated')),
  account_id bigint references accounts on delete set null,
  released_at timestamptz(3)
);
create unique index coupon_uses_once on coupon_uses (coupon_id, mode, account_id) where released_at is null;
create index on coupon_uses (coupon_id);
create index on coupon_uses (account_id);

create function coupon_terms_are_final() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then raise exception 'an ended coupon is final'; end if;
  if to_jsonb(new) - array['ended_at', 'version'] <> to_jsonb(old) - array['ended_at', 'version']
    and exists (select from coupon_uses where coupon_id = old.id)
  then raise exception 'a used coupon can only be ended'; end if;
  return new;
end $$;
create trigger coupon_terms_are_final before update on coupons for each row execute function coupon_terms_are_final();

create function release_coupon() returns trigger language plpgsql as $$
begin
  update coupon_uses set released_at = now() where payment_id = new.id and released_at is null;
  return null;
end $$;

-- What holds is the last row that has begun and was not withdrawn; without a rate there is no tax.
create table tax_rates (
  id bigint generated always as identity primary key,
  name text check (char_length(name) between 1 and 40),
  rate integer check (rate between 1 and 30000),                     -- in thousandths of a percent: 7750 is 7.75 %
  holds_from timestamptz(3) not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_by bigint,                                                 -- an account, which may be deleted
  created_at timestamptz(3) not null default now(),
  withdrawn_by bigint,
  withdrawn_at timestamptz(3) check (withdrawn_at < holds_from),     -- only before it began
  check ((name is null) = (rate is null))
);
create index on tax_rates (holds_from desc, id desc);

create function tax_rates_are_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'tax rates are append-only'; end if;
  if old.withdrawn_at is not null or old.holds_from <= now() or new.withdrawn_at is null
    or to_jsonb(new) - array['withdrawn_at', 'withdrawn_by'] <> to_jsonb(old) - array['withdrawn_at', 'withdrawn_by']
  then raise exception 'a tax rate can only be withdrawn, before it holds'; end if;
  return new;
end $$;
create trigger tax_rates_are_final before update or delete on tax_rates for each row execute function tax_rates_are_final();
create trigger tax_rates_are_not_truncated before truncate on tax_rates for each statement execute function ledger_is_final();

select allow_audit_kinds('coupon-created', 'coupon-changed', 'coupon-ended', 'tax-scheduled', 'tax-withdrawn');

create trigger release_coupon after update of status on payments
  for each row when (new.status in ('canceled', 'refused') and old.status <> new.status) execute function release_coupon();
alter table payments
  add column discount_cents integer not null default 0,
  add column tax_cents integer not null default 0,
  add column tax_name text,
  add column tax_rate integer,                                       -- in thousandths of a percent
  add constraint payments_breakdown_check check (discount_cents >= 0 and tax_cents >= 0 and tax_cents <= amount_cents
    and (tax_name is null) = (tax_rate is null) and (tax_rate is not null or tax_cents = 0) and char_length(tax_name) <= 40) not valid;

-- The prices of plans. What holds is the last row that has begun and was not withdrawn; without a price the plan is not sold.
create table plan_prices (
  id bigint generated always as identity primary key,
  plan text not null check (plan in ('enhanced', 'monthly', 'quarterly', 'semiannual', 'annual')),
  price_cents integer check (price_cents between 100 and 10000000), -- of the whole term; null takes the plan off sale
  months smallint not null check (months between 1 and 12),
  holds_from timestamptz(3) not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_by bigint, -- an account, which may be deleted; null for the first prices
  created_at timestamptz(3) not null default now(),
  withdrawn_by bigint,
  withdrawn_at timestamptz(3) check (withdrawn_at < holds_from) -- only before it began
);
create index plan_prices_plan_holds_from_id_idx on plan_prices (plan, holds_from desc, id desc);
insert into plan_prices (plan, price_cents, months, holds_from, reason) values
  ('enhanced', 5000, 1, '2025-04-01 00:00:00-07', 'The first price'),
  ('monthly', 10000, 1, '2025-04-01 00:00:00-07', 'The first price'),
  ('quarterly', 27000, 3, '2025-04-01 00:00:00-07', 'The first price'),
  ('semiannual', 51000, 6, '2025-04-01 00:00:00-07', 'The first price'),
  ('annual', 90000, 12, '2025-04-01 00:00:00-07', 'The first price');

-- Coupons, the sales tax, and how the amount of a payment came about: the price without the discount, and the tax.
create table coupons (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9-]{6,20}$'),
  percent_off smallint check (percent_off between 1 and 99),
  amount_off_cents integer check (amount_off_cents between 1 and 10000000),
  plans text[] not null check (cardinality(plans) between 1 and 5
    and plans <@ array['enhanced', 'monthly', 'quarterly', 'semiannual', 'annual']),
  first_day date not null, -- in Los Angeles, as is the last one
  last_day date not null,
  max_uses integer not null check (max_uses between 1 and 10000), -- of all accounts
  ended_at timestamptz(3), -- earlier than planned
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(percent_off, amount_off_cents) = 1),
  check (last_day >= first_day)
);

-- What holds is the last row that has begun and was not withdrawn; without a rate there is no tax.
create table tax_rates (
  id bigint generated always as identity primary key,
  name text check (char_length(name) between 1 and 40),
  rate integer check (rate between 1 and 30000), -- in thousandths of a percent: 7750 is 7.75 %
  holds_from timestamptz(3) not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_by bigint, -- an account, which may be deleted
  created_at timestamptz(3) not null default now(),
  withdrawn_by bigint,
  withdrawn_at timestamptz(3) check (withdrawn_at < holds_from), -- only before it began
  check ((name is null) = (rate is null))
);
create index tax_rates_holds_from_id_idx on tax_rates (holds_from desc, id desc);

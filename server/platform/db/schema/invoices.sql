-- Invoices of payments and credit notes of refunds. What they say is fixed when they are issued.
create table invoices (
  id bigint generated always as identity primary key,
  mode text not null check (mode in ('live', 'simulated')),
  kind text not null check (kind in ('invoice', 'credit-note')),
  year smallint not null,
  number integer not null check (number > 0), -- of the mode, kind and year, without gaps
  payment_id bigint not null references payments,
  refund_id bigint unique references refunds,
  issued_at timestamptz(3) not null,
  facts jsonb not null,
  canceled_at timestamptz(3), -- of a credit note whose refund failed afterwards
  -- A dispute that was lost has a credit note too: its id at Stripe instead of a refund.
  dispute_id text check (char_length(dispute_id) <= 255),
  unique (mode, kind, year, number),
  check ((kind = 'credit-note') = (num_nonnulls(refund_id, dispute_id) = 1) and num_nonnulls(refund_id, dispute_id) <= 1),
  check (canceled_at is null or kind = 'credit-note')
);
create unique index invoices_of_payment on invoices (payment_id) where kind = 'invoice';
create index invoices_payment_id_idx on invoices (payment_id);
create unique index invoices_of_dispute on invoices (dispute_id) where dispute_id is not null;

-- The last number of each kind, locked until the transaction of the next one commits.
create table invoice_counters (
  mode text not null check (mode in ('live', 'simulated')),
  kind text not null check (kind in ('invoice', 'credit-note')),
  year smallint not null,
  number integer not null,
  issued_at timestamptz(3) not null,
  primary key (mode, kind)
);

-- What an owner wants on invoices.
create table billing_details (
  account_id bigint primary key references accounts on delete cascade,
  company_name text not null check (char_length(company_name) <= 100),
  address text not null check (char_length(address) <= 300)
);

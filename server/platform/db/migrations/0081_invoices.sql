-- Invoices of payments and credit notes of refunds. What they say is fixed when they are issued.
create table invoices (
  id bigint generated always as identity primary key,
  mode text not null check (mode in ('live', 'simulated')),
  kind text not null check (kind in ('invoice', 'credit-note')),
  year smallint not null,
  number integer not null check (number > 0),                        -- of the mode, kind and year, without gaps
  payment_id bigint not null references payments,
  refund_id bigint unique references refunds,
  issued_at timestamptz(3) not null,
  facts jsonb not null,
  canceled_at timestamptz(3),                                        -- of a credit note whose refund failed afterwards
  unique (mode, kind, year, number),
  check ((kind = 'credit-note') = (refund_id is not null)),
  check (canceled_at is null or kind = 'credit-note')
);
create unique index invoices_of_payment on invoices (payment_id) where kind = 'invoice';
create index on invoices (payment_id);

-- Only a cancellation is added, and the buyer and the listing are erased when tax records need not name them any longer.
create function invoices_are_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'invoices are append-only'; end if;
  if to_jsonb(new) - array['facts', 'canceled_at'] <> to_jsonb(old) - array['facts', 'canceled_at']
    or new.facts - array['buyer', 'listing'] <> old.facts - array['buyer', 'listing']
    or (new.facts <> old.facts and (new.facts -> 'buyer' <> 'null' or new.facts -> 'listing' <> 'null'))
    or (old.canceled_at is not null and new.canceled_at is distinct from old.canceled_at)
  then raise exception 'invoices are final'; end if;
  return new;
end $$;
create trigger invoices_are_final before update or delete on invoices for each row execute function invoices_are_final();
create trigger invoices_are_not_truncated before truncate on invoices for each statement execute function ledger_is_final();

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

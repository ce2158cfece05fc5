-- One payment for several listings (docs/decisions/0163-one-payment-for-several-listings.md): it has a part for each, a row of its own.
alter table payments
  add column if not exists part_of bigint,
  add column if not exists quantity smallint not null default 1;
alter table payments
  drop constraint payments_check1,
  add constraint payments_receipt_check
    check ((status = 'paid' and not is_gift and part_of is null) = (receipt_number is not null)) not valid,
  add constraint payments_part_of_fkey foreign key (part_of) references payments not valid,
  add constraint payments_parts_check check (quantity between 1 and 50 and (quantity = 1 or (listing_id is null and not is_gift))
    and (part_of is null or (quantity = 1 and intent_id is null and not is_gift))) not valid;

-- The parts that are refunded, or asked for; null for the whole payment.
alter table refunds add column part_ids bigint[];
alter table refund_requests add column part_ids bigint[];

-- outside a transaction
create index concurrently if not exists payments_part_of on payments (part_of) where part_of is not null;

alter table payments validate constraint payments_part_of_fkey;

alter table payments validate constraint payments_receipt_check;

alter table payments validate constraint payments_parts_check;

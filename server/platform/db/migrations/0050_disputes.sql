-- outside a transaction
drop index concurrently if exists payments_disputed;

create index concurrently payments_disputed on payments (disputed_at) where disputed_at is not null and returned_at is null;

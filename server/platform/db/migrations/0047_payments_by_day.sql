-- outside a transaction
-- The sums of payments by day read one month of the ledger, and of the orders that were not paid.

drop index concurrently if exists ledger_at;

create index concurrently ledger_at on ledger (at);

drop index concurrently if exists payments_unpaid;

create index concurrently payments_unpaid on payments (created_at) where status <> 'paid';

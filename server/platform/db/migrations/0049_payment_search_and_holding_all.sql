-- outside a transaction
alter table bulk_actions validate constraint bulk_actions_chosen_check;

-- Whether all new listings wait for approval.
alter table approval_rules add column if not exists holds_all boolean not null default false;

-- What the staff finds payments by. Receipts, invoices and accounts have indexes.
drop index concurrently if exists payments_card_last4;

create index concurrently payments_card_last4 on payments (card_last4, id desc) where card_last4 is not null;

drop index concurrently if exists payments_amount;

create index concurrently payments_amount on payments (amount_cents, id desc);

drop index concurrently if exists payments_created_at;

create index concurrently payments_created_at on payments (created_at);

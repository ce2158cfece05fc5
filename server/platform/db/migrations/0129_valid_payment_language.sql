-- outside a transaction
-- The constraint of 0128, without keeping readers waiting.

alter table payments validate constraint payments_language_check;

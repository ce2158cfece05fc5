-- outside a transaction
-- The checks of 0122, without keeping readers waiting.

alter table categories validate constraint categories_names_check;

alter table categories validate constraint categories_edited_check;

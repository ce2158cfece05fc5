-- outside a transaction
-- The constraints of 0126, without keeping readers waiting.

alter table listings validate constraint listings_language_check;

alter table listings validate constraint listings_translations_check;

-- outside a transaction
-- The constraint of 0114, without keeping readers waiting.

alter table server_keys validate constraint server_keys_purpose_check;

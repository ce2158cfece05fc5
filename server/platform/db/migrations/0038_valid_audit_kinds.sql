-- outside a transaction
-- The constraint of 0036, without keeping readers waiting.
alter table audit validate constraint audit_kind_check;

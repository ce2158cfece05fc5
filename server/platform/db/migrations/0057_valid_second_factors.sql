-- outside a transaction
-- The constraints of 0056, without keeping readers waiting.
alter table sessions validate constraint sessions_verified_by_check;

alter table audit validate constraint audit_kind_check;

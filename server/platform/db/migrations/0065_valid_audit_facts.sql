-- outside a transaction
-- The constraints of 0064, without keeping readers waiting.
alter table audit validate constraint audit_facts_check;

alter table audit validate constraint audit_kind_check;

-- outside a transaction
alter table audit validate constraint audit_kind_check;

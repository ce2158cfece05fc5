-- outside a transaction
-- The kinds that 0092 added, without reading the rows.

alter table audit validate constraint audit_kind_check;

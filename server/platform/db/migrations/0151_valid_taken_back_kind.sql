-- outside a transaction
-- The kind that 0150 added, without reading the rows.

alter table audit validate constraint audit_kind_check;

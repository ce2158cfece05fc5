-- outside a transaction
-- What 0079 and 0080 added, without reading the rows.

alter table payments validate constraint payments_breakdown_check;

alter table payments validate constraint payments_amount_cents_check;

alter table payments validate constraint payments_check1;

alter table audit validate constraint audit_kind_check;

-- outside a transaction
alter table server_keys validate constraint server_keys_purpose_check;

alter table audit validate constraint audit_kind_check;

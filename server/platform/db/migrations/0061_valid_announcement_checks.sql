-- outside a transaction
alter table mailings validate constraint mailings_kind_check;

alter table notices validate constraint notices_translations_check;

alter table audit validate constraint audit_kind_check;

-- outside a transaction
alter table audit validate constraint audit_kind_check;

alter table mailed_links validate constraint mailed_links_kind_check;

alter table mailed_links validate constraint mailed_links_account_check;

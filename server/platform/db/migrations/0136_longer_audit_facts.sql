-- outside a transaction
-- Values of settings and texts of notices before and after.
alter table audit
  drop constraint if exists audit_facts_check,
  add constraint audit_facts_check check (octet_length(before::text) <= 4000 and octet_length(after::text) <= 4000) not valid;

alter table audit validate constraint audit_facts_check;

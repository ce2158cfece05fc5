-- The audit log is append-only: its entries are deleted after a year, never changed.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at <= now() - interval '365 days' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_is_append_only before update or delete on audit
  for each row execute function audit_is_append_only();
create trigger audit_is_not_emptied before truncate on audit
  for each statement execute function audit_is_append_only();

-- Entries are deleted after a year, never changed.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at <= now() - interval '365 days' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;

create or replace trigger audit_is_append_only before update or delete on audit
  for each row execute function audit_is_append_only();
create or replace trigger audit_is_not_emptied before truncate on audit
  for each statement execute function audit_is_append_only();

-- For migrations: kinds besides those that are allowed. A later migration validates the constraint, which reads all rows.
create or replace function allow_audit_kinds(variadic kinds text[]) returns void language plpgsql as $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'audit_kind_check' and conrelid = 'audit'::regclass);
  kind text;
begin
  foreach kind in array kinds loop
    allowed := replace(allowed, 'ARRAY[', format('ARRAY[%L::text, ', kind));
  end loop;
  allowed := regexp_replace(allowed, '\s+NOT VALID$', '');
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check ' || allowed || ' not valid';
end $$;

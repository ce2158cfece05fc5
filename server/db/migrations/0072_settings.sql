-- What administrators set instead of the environment (docs/decisions/0109-settings-in-the-database.md).
create table operator_settings (
  key text primary key check (char_length(key) between 1 and 60),
  value jsonb,                                     -- null is the default again
  version integer not null default 1,
  changed_by bigint,                               -- an account, which may be deleted
  changed_at timestamptz(3) not null default now()
);

-- Other migrations add kinds too: these come on top of those that are allowed.
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'audit_kind_check' and conrelid = 'audit'::regclass);
  kind text;
begin
  foreach kind in array array['setting-changed'] loop
    allowed := replace(allowed, 'ARRAY[', format('ARRAY[%L::text, ', kind));
  end loop;
  allowed := regexp_replace(allowed, '\s+NOT VALID$', '');
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check ' || allowed || ' not valid';
end $$;

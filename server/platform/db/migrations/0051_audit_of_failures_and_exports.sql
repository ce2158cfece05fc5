-- Other migrations add kinds too: these come on top of those that are allowed.
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'audit_kind_check' and conrelid = 'audit'::regclass);
  kind text;
begin
  foreach kind in array array['mail-resent', 'mail-discarded', 'job-rerun', 'data-exported'] loop
    allowed := replace(allowed, 'ARRAY[', format('ARRAY[%L::text, ', kind));
  end loop;
  allowed := regexp_replace(allowed, '\s+NOT VALID$', '');
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check ' || allowed || ' not valid';
end $$;

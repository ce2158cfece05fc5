-- outside a transaction
-- What the staff edits of places, which new data leave as it is. The key is what the data call a place whose address was changed.
alter table places add column if not exists key text;

alter table places add column if not exists edited boolean not null default false;

alter table places add column if not exists aliases text[] not null default '{}';

alter table places add column if not exists version integer not null default 1;

create table if not exists former_place_slugs (
  slug text primary key check (char_length(slug) <= 80),
  place_id integer not null references places on delete cascade
);

create index if not exists former_place_slugs_place_id_idx on former_place_slugs (place_id);

-- Adds a kind to those of other migrations.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit'::regclass and conname = 'audit_kind_check');
begin
  if known not like '%place-changed%' then
    execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check '
      || replace(replace(known, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''place-changed''::text, ') || ' not valid';
  end if;
end $$;

alter table audit validate constraint audit_kind_check;

-- Keys with which programs act for an account. Only the SHA-256 of a key is stored.
create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  prefix text not null check (prefix ~ '^slk_live_[A-Za-z0-9_-]{8}$'),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3)
);
create index api_keys_account_id_idx on api_keys (account_id);

-- Adds kinds to those of other migrations.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit'::regclass and conname = 'audit_kind_check');
begin
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check '
    || replace(replace(known, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''api-key-created''::text, ''api-key-revoked''::text, ') || ' not valid';
end $$;

-- Who may create an account while that is by invitation. One is deleted when it is used or withdrawn, and some time after it expired.
create table sign_up_invitations (
  id bigint generated always as identity primary key,
  email text not null check (char_length(email) <= 254),
  email_key text not null unique,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by bigint not null references accounts on delete cascade,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sign_up_invitations_expires_at_idx on sign_up_invitations (expires_at);
create index sign_up_invitations_invited_by_idx on sign_up_invitations (invited_by);

-- Adds kinds to those of other migrations.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit'::regclass and conname = 'audit_kind_check');
begin
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check '
    || replace(replace(known, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''sign-up-invited''::text, ''sign-up-invitation-withdrawn''::text, ')
    || ' not valid';
end $$;

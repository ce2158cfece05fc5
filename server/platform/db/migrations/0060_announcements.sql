-- Emails of the staff to owners of listings (docs/decisions/0177-announcements-claim-each-recipient.md).
create table announcements (
  id bigint generated always as identity primary key,
  key uuid not null unique, -- of the form that started it, which starts one however often it is sent
  texts jsonb not null check (octet_length(texts::text) <= 100000), -- subject and body by language
  filter jsonb not null check (octet_length(filter::text) <= 2000),
  is_news boolean not null, -- not about the listings of its recipients, who can unsubscribe from it
  started_by bigint, -- an account, which may be deleted
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  stopped_at timestamptz(3) -- before every recipient had it
);
create index announcements_started_at_id_idx on announcements (started_at desc, id desc);

create table announcement_recipients (
  announcement_id bigint not null references announcements on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  listing_id bigint, -- the newest one that the filter found, which may be deleted
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unsubscribed', 'stopped')),
  language text check (language ~ '^[a-z]{2}$'), -- of the text that was sent
  attempts smallint not null default 0,
  problem text check (char_length(problem) between 1 and 60),
  at timestamptz(3) not null default now(), -- of the state
  bounce_token_hash bytea check (octet_length(bounce_token_hash) = 32),
  bounced_at timestamptz(3),
  primary key (announcement_id, account_id)
);
create index announcement_recipients_account_id_idx on announcement_recipients (account_id);
create index announcement_recipients_state on announcement_recipients (announcement_id, state, at, account_id);
create unique index announcement_recipients_bounce on announcement_recipients (bounce_token_hash) where bounce_token_hash is not null;

alter table mailings drop constraint mailings_kind_check, add constraint mailings_kind_check
  check (kind in ('weekly-summary', 'saved-search', 'accuracy-check', 'review-reply', 'announcement')) not valid;

-- What notices say in other languages than English: text and label of the link by language.
alter table notices add column translations jsonb not null default '{}', add constraint notices_translations_check
  check (jsonb_typeof(translations) = 'object' and octet_length(translations::text) <= 8000) not valid;

-- Adds kinds to those of other migrations.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit'::regclass and conname = 'audit_kind_check');
begin
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check '
    || replace(replace(known, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''announcement-started''::text, ''announcement-stopped''::text, ')
    || ' not valid';
end $$;

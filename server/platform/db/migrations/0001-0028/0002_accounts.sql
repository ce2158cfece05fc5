-- Sessions, emailed links, rate limits and the audit log.

alter table accounts
  add column email_confirmed_at timestamptz(3),
  add column pending_email text check (char_length(pending_email) <= 254);

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256; the token itself is not stored
  user_agent text not null default '' check (char_length(user_agent) <= 300),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now()
);
create index on sessions (account_id);

-- Tokens of emailed links, each valid once.
create table mailed_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('confirm-email', 'reset-password')),
  email text not null check (char_length(email) <= 254), -- the recipient
  expires_at timestamptz(3) not null
);
create index on mailed_links (account_id);
create index on mailed_links (expires_at);

-- Rate limits: hits in a time window, shared by all processes.
create table limits (
  key text primary key check (char_length(key) <= 300),
  hits integer not null check (hits > 0),
  ends_at timestamptz(3) not null
);
create index on limits (ends_at);

-- The audit log outlives the accounts in it, so it has no foreign keys.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  kind text not null check (kind in ('registered', 'signed-in', 'sign-in-failed', 'signed-out', 'password-changed',
    'password-reset', 'email-changed', 'suspended', 'activated', 'deleted')),
  account_id bigint,
  username text,
  actor_id bigint,
  reason text
);
create index on audit (account_id, id desc);

-- For the administrator's tables, which are sorted by any column and searched by a part of the username.
create extension if not exists pg_trgm;
create index accounts_username_part on accounts using gin (username_key gin_trgm_ops);
create index on accounts (suspended_at, id);
create index accounts_suspended on accounts (id) where not is_active;

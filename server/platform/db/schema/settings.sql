create table settings (
  key text primary key,
  value jsonb not null
);

-- What administrators set instead of the environment (docs/decisions/0109-settings-in-the-database.md).
create table operator_settings (
  key text primary key check (char_length(key) between 1 and 60),
  value jsonb, -- null is the default again
  version integer not null default 1,
  changed_by bigint, -- an account, which may be deleted
  changed_at timestamptz(3) not null default now()
);

-- Random keys that the program made for itself, one a purpose.
create table server_keys (
  purpose text primary key check (purpose in ('totp', 'vapid')),
  key bytea not null check (octet_length(key) = 32)
);

-- Rate limits: hits in a time window, shared by all processes.
create table limits (
  key text primary key check (char_length(key) <= 300),
  hits integer not null check (hits >= 0),
  ends_at timestamptz(3) not null
);
create index limits_ends_at_idx on limits (ends_at);

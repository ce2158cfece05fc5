-- Browsers in which an account signed in. Their sign-in attempts are limited apart from those of strangers.
create table known_devices (
  account_id bigint not null references accounts on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32), -- SHA-256; the token itself is not stored
  last_used_at timestamptz(3) not null default now(),
  primary key (account_id, token_hash)
);
create index on known_devices (last_used_at);

-- A use can be refunded.
alter table limits drop constraint limits_hits_check, add constraint limits_hits_check check (hits >= 0);

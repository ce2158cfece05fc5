-- The secret is encrypted (server/accounts/second-factor/totp-secrets.ts). A row without `confirmed_at` is one whose set-up was not finished.
create table totp_factors (
  account_id bigint primary key references accounts (id) on delete cascade,
  secret bytea not null check (octet_length(secret) between 29 and 200),
  last_step bigint not null default 0, -- the newest time step whose code was used: none is accepted twice
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3)
);

create table recovery_codes (
  account_id bigint not null references accounts (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (account_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 1 and 4000),
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_account on passkeys (account_id, id);

-- What a passkey is asked to sign, once. Without an account it signs in by itself.
create table passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('register', 'sign-in', 'second-factor', 'step-up')),
  account_id bigint references accounts (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_account on passkey_challenges (account_id);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Sign-ins whose password was right and whose second factor is still asked for.
create table pending_sign_ins (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id bigint not null references accounts (id) on delete cascade,
  attempts smallint not null default 0,
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_account on pending_sign_ins (account_id);
create index pending_sign_ins_expired on pending_sign_ins (expires_at);

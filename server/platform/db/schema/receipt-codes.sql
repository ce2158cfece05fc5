-- Receipt codes: cards that a business hands out, with which a customer reviews it
-- (docs/decisions/0120-reviews-come-from-finished-conversations.md).
create table receipt_batches (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  count integer not null check (count between 10 and 200),
  used integer not null default 0 check (used between 0 and count),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index receipt_batches_expires on receipt_batches (expires_at);
create index receipt_batches_listing_id_idx on receipt_batches (listing_id);

-- Unused codes. A code that was used is deleted, so nothing says which review came from it.
create table receipt_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  batch_id bigint not null references receipt_batches on delete cascade
);
create index receipt_codes_batch_id_idx on receipt_codes (batch_id);

-- Who entered a code. It is used when they write the review; until then another person may be quicker.
create table entered_codes (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  account_id bigint references accounts on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  email_key text not null check (email_key = lower(email_key)),
  code_hash bytea check (octet_length(code_hash) = 32), -- null since it was used
  created_at timestamptz(3) not null default now(),
  language text not null default 'en' check (language ~ '^[a-z]{2}$')
);
create index entered_codes_account_id_idx on entered_codes (account_id) where account_id is not null;
create index entered_codes_listing_id_idx on entered_codes (listing_id);
create index entered_codes_unused on entered_codes (created_at) where code_hash is not null;

-- Links in emails, as those of conversations.
create table entered_code_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  entered_code_id bigint not null references entered_codes on delete cascade,
  created_at timestamptz(3) not null default now(),
  opened_at timestamptz(3)
);
create index entered_code_links_entered_code_id_idx on entered_code_links (entered_code_id);

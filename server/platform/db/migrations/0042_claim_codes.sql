-- Codes that were sent to the telephone number of a listing by text message or call. One for a claimant and a listing; ten minutes.
create table claim_codes (
  listing_id bigint not null references listings on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  phone text not null check (char_length(phone) between 1 and 20), -- in E.164: the number that the code was sent to
  code_hash text not null check (char_length(code_hash) <= 200),
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz(3) not null,
  primary key (listing_id, account_id)
);
create index claim_codes_account_id_idx on claim_codes (account_id);
create index claim_codes_expires_at_idx on claim_codes (expires_at);

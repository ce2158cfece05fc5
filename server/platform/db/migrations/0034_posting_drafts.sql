-- The form of a new listing that an account has typed and not posted, as the page stores it, so that it continues on another device.
create table posting_drafts (
  account_id bigint primary key references accounts on delete cascade,
  content text not null check (char_length(content) between 2 and 60000),
  saved_at timestamptz(3) not null default now()
);

-- Addresses from which the hours of listings are read.
create table hours_feeds (
  listing_id bigint primary key references listings on delete cascade,
  -- The owner who gave it: it ends with another one.
  owner_id bigint not null references accounts on delete cascade,
  url text not null check (char_length(url) between 9 and 2000),
  enabled boolean not null default false,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  read_at timestamptz(3),
  -- What it said when it was last read, and why it could not be read since.
  found jsonb,
  failure jsonb,
  -- The special days of the listing that are its own.
  owned text[] not null default '{}' check (cardinality(owned) <= 40),
  -- Daily readings that failed since the last one that did not, and whether the owner was told.
  failed_days int not null default 0,
  mailed boolean not null default false,
  next_check_at timestamptz(3) not null default now(),
  check (not enabled or found is not null)
);
create index hours_feeds_due_idx on hours_feeds (next_check_at) where enabled;
create index hours_feeds_owner_id_idx on hours_feeds (owner_id);

-- Every change of what visitors see of a listing (docs/decisions/0104-versions-are-written-by-a-trigger.md).
create table listing_versions (
  listing_id bigint not null references listings on delete cascade,
  number integer not null check (number > 0), -- of the listing, from 1
  at timestamptz(3) not null default now(),
  kind text not null check (kind in ('edit', 'suggestion', 'restore', 'import', 'import-undo', 'merge', 'unmerge', 'other')),
  account_id bigint references accounts on delete set null, -- who changed it; null for the program
  role text check (role ~ '^[a-z]{1,20}$'), -- of that account: 'owner', or a role of the staff
  owner_id bigint references accounts on delete set null, -- the owner of the listing then
  reason text check (char_length(reason) between 1 and 1000),
  before jsonb not null check (jsonb_typeof(before) = 'object'), -- the changed columns
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  transaction_id bigint not null, -- one version for each transaction
  primary key (listing_id, number)
);
create index listing_versions_account_id_idx on listing_versions (account_id) where account_id is not null;
create index listing_versions_at_idx on listing_versions (at);
create index listing_versions_owner_id_idx on listing_versions (owner_id) where owner_id is not null;

-- What owners say against changes by the staff.
create table listing_objections (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  number integer not null, -- of the version, which may no longer be stored
  account_id bigint not null references accounts on delete cascade,
  text text not null default '' check (char_length(text) <= 1000),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by bigint references accounts on delete set null,
  outcome text check (outcome in ('kept', 'restored')),
  answer text check (char_length(answer) between 1 and 1000),
  check ((decided_at is null) = (outcome is null)),
  unique (listing_id, number)
);
create index listing_objections_account_id_idx on listing_objections (account_id);
create index listing_objections_decided on listing_objections (decided_at desc, id desc) where decided_at is not null;
create index listing_objections_decided_by_idx on listing_objections (decided_by) where decided_by is not null;
create index listing_objections_open on listing_objections (id) where decided_at is null;

-- A listing as it was before it had an owner: from when it gets one until it is taken back.
create table listings_before_owner (
  listing_id bigint primary key references listings on delete cascade,
  listing jsonb not null check (jsonb_typeof(listing) = 'object'),
  stored_at timestamptz(3) not null default now()
);

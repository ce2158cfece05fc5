-- What visitors know about listings: that one is right, closed, wrong in a fact, or there twice
-- (docs/decisions/0079-suggested-edits-by-independent-visitors.md).
create table suggested_edits (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  kind text not null check (kind in ('confirmed', 'closed', 'phone', 'hours', 'address', 'website', 'duplicate')),
  value text not null default '' check (char_length(value) <= 2000),
  account_id bigint references accounts on delete set null, -- null: not signed in
  network cidr, -- null: unknown, or older than what counts
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by bigint references accounts on delete set null,
  outcome text check (outcome in ('accepted', 'dismissed')),
  check ((decided_at is null) = (outcome is null))
);
create index suggested_edits_account_id_idx on suggested_edits (account_id) where account_id is not null;
create index suggested_edits_created_at_idx on suggested_edits (created_at);
create index suggested_edits_decided_by_idx on suggested_edits (decided_by) where decided_by is not null;
create index suggested_edits_id_idx on suggested_edits (id desc) where decided_at is null and kind <> 'confirmed';
create index suggested_edits_listing_id_created_at_idx on suggested_edits (listing_id, created_at) where decided_at is null;

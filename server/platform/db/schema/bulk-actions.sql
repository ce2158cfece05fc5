-- Changes of several listings at once, which can be undone for 30 days (docs/decisions/0107-bulk-actions-remember-what-they-changed.md).
create table bulk_actions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('hide', 'show', 'recategorize', 'move', 'delete')),
  reason text check (char_length(reason) between 1 and 1000),
  category_id integer references categories on delete set null, -- to which listings were moved
  place_id integer references places on delete set null,
  account_id bigint references accounts on delete set null, -- who did it
  at timestamptz(3) not null default now(),
  chosen smallint not null check (chosen between 1 and 100), -- how many listings
  undone_at timestamptz(3)
);
create index bulk_actions_account_id_idx on bulk_actions (account_id) where account_id is not null;
create index bulk_actions_at_idx on bulk_actions (at);
create index bulk_actions_category_id_idx on bulk_actions (category_id) where category_id is not null;
create index bulk_actions_place_id_idx on bulk_actions (place_id) where place_id is not null;

create table bulk_changes (
  action_id bigint not null references bulk_actions on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  before jsonb not null check (jsonb_typeof(before) = 'object'), -- what undoing restores
  after jsonb not null check (jsonb_typeof(after) = 'object'), -- what must still be so then
  undone boolean, -- null until somebody tries
  refusal text check (char_length(refusal) between 1 and 1000), -- why it was not
  primary key (action_id, listing_id),
  check ((undone is false) = (refusal is not null))
);
create index bulk_changes_listing_id_idx on bulk_changes (listing_id);

-- Filters and columns of the table of all listings that a member of the staff has saved.
create table listing_views (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  filter text not null check (char_length(filter) <= 4000), -- the query of a URL
  columns text[] not null check (cardinality(columns) <= 30),
  unique (account_id, name)
);

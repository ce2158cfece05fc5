-- Edits of several branches at once, which can be undone for 30 days.
create table organization_edits (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  account_id bigint references accounts on delete set null, -- who did it
  at timestamptz(3) not null default now(),
  fields text[] not null check (cardinality(fields) between 1 and 20),
  profile_before jsonb check (jsonb_typeof(profile_before) = 'object'), -- the shared values that it replaced; null where they stayed
  profile_after jsonb check (jsonb_typeof(profile_after) = 'object'),
  undone_at timestamptz(3),
  check ((profile_before is null) = (profile_after is null))
);
create index organization_edits_account_id_idx on organization_edits (account_id) where account_id is not null;
create index organization_edits_at_idx on organization_edits (at);
create index organization_edits_organization_id_idx on organization_edits (organization_id, id);

create table organization_edit_changes (
  edit_id bigint not null references organization_edits on delete cascade,
  listing_id bigint not null references listings on delete cascade,
  before jsonb not null check (jsonb_typeof(before) = 'object'), -- the fields of the form that undoing restores
  after jsonb not null check (jsonb_typeof(after) = 'object'), -- what they must still be then
  undone boolean, -- null until somebody tries
  refusal text check (char_length(refusal) between 1 and 1000), -- why it was not
  primary key (edit_id, listing_id),
  check ((undone is false) = (refusal is not null))
);
create index organization_edit_changes_listing_id_idx on organization_edit_changes (listing_id);

-- A business with branches, and the listings that are its branches. A branch counts only while the owner of the listing is the organization's.
create table organizations (
  id bigint generated always as identity primary key,
  owner_id bigint not null references accounts on delete cascade,
  slug text not null unique check (char_length(slug) between 1 and 80),
  name text not null check (char_length(name) between 1 and 200),
  about text not null default '' check (char_length(about) <= 4000),
  website text not null default '' check (char_length(website) <= 2000),
  profile jsonb not null default '{}', -- what the fields of branches have in common
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index organizations_owner_id_idx on organizations (owner_id);

create table organization_branches (
  listing_id bigint primary key references listings on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  exceptions text[] not null default '{}', -- the fields in which the branch differs from the profile
  lead_recipients text not null default 'owner' check (lead_recipients in ('owner', 'member', 'both')),
  lead_member_id bigint references listing_members on delete set null, -- who is emailed of new messages
  added_at timestamptz(3) not null default now()
);
create index organization_branches_organization_id_idx on organization_branches (organization_id);
create index organization_branches_lead_member_id_idx on organization_branches (lead_member_id) where lead_member_id is not null;

-- Invitations to own a listing or to help with listings, and who helps whom (docs/decisions/0114-listings-are-given-by-invitation.md and
-- 0115-members-are-asked-at-every-request.md). An invitation is deleted when it is accepted, declined or withdrawn, and some time after it expired.
create table listing_invitations (
  id bigint generated always as identity primary key,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  owner_id bigint references accounts on delete cascade, -- whose listings; null for a listing without an owner
  listing_id bigint references listings on delete cascade, -- null for all listings of the owner
  recipient text not null check (char_length(recipient) between 1 and 254), -- an email address or a username, as it was typed
  email_key text,
  username_key text,
  invited_by bigint not null references accounts on delete cascade,
  reason text check (char_length(reason) between 1 and 1000), -- of the staff, who give a listing without an owner
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check (num_nonnulls(email_key, username_key) = 1),
  check (owner_id is not null or (role = 'owner' and listing_id is not null and email_key is not null)),
  check ((owner_id is null) = (reason is not null))
);
create index listing_invitations_email_key_idx on listing_invitations (email_key) where email_key is not null;
create index listing_invitations_expires_at_idx on listing_invitations (expires_at);
create index listing_invitations_invited_by_idx on listing_invitations (invited_by);
create index listing_invitations_listing_id_idx on listing_invitations (listing_id) where listing_id is not null;
create unique index listing_invitations_member on listing_invitations (owner_id, listing_id, email_key, username_key) nulls not distinct
  where role <> 'owner';
-- One for each listing that is given or handed over, and one for each person who is asked to help with it.
create unique index listing_invitations_owner on listing_invitations (owner_id, listing_id) nulls not distinct where role = 'owner';
create index listing_invitations_username_key_idx on listing_invitations (username_key) where username_key is not null;

-- Each attempt to send an email has a token of its own: docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
create table listing_invitation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  invitation_id bigint not null references listing_invitations on delete cascade
);
create index listing_invitation_links_invitation_id_idx on listing_invitation_links (invitation_id);

-- Who helps an owner with a listing, or with all of them. It has no effect on a listing that another account owns by now.
create table listing_members (
  id bigint generated always as identity primary key,
  owner_id bigint not null references accounts on delete cascade,
  listing_id bigint references listings on delete cascade, -- null for all listings of the owner
  account_id bigint not null references accounts on delete cascade,
  role text not null check (role in ('manager', 'viewer')),
  recipient text not null check (char_length(recipient) between 1 and 254), -- the address or username that was invited
  since timestamptz(3) not null default now(),
  check (account_id <> owner_id)
);
create unique index listing_members_account on listing_members (account_id, owner_id, listing_id) nulls not distinct;
create index listing_members_listing_id_idx on listing_members (listing_id) where listing_id is not null;
create index listing_members_owner_id_idx on listing_members (owner_id);

-- How many visitors would write to a business that nobody has claimed.
create table join_requests (
  listing_id bigint primary key references listings on delete cascade,
  count integer not null check (count > 0),
  last_at timestamptz(3) not null default now()
);

-- Who else may administer the site, and what (docs/decisions/0098-invitations-to-the-staff.md).
create table staff (
  -- Account 1 is always an administrator: it has no row that could be changed or deleted.
  account_id bigint primary key references accounts on delete cascade check (account_id <> 1),
  role text not null check (role in ('administrator', 'moderator', 'support', 'finance', 'editor')),
  since timestamptz(3) not null default now(),
  given_by bigint -- an account, which may be deleted; null for roles that were given before
);

-- Invitations go to an address (docs/decisions/0098-invitations-to-the-staff.md). One is deleted when it is accepted or withdrawn, and some
-- time after it expired.
create table staff_invitations (
  id bigint generated always as identity primary key,
  email text not null check (char_length(email) <= 254),
  email_key text not null unique,
  role text not null check (role in ('administrator', 'moderator', 'support', 'finance', 'editor')),
  reason text not null check (char_length(reason) between 1 and 300),
  invited_by bigint not null references accounts on delete cascade,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index staff_invitations_expires_at_idx on staff_invitations (expires_at);
create index staff_invitations_invited_by_idx on staff_invitations (invited_by);

-- Each attempt to send an email has a token of its own: docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
create table staff_invitation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  invitation_id bigint not null references staff_invitations on delete cascade
);
create index staff_invitation_links_invitation_id_idx on staff_invitation_links (invitation_id);

-- How long the decisions of the staff took: docs/decisions/0099-what-the-audit-log-says.md. Nothing here is about a person.
create table decision_times (
  id bigint generated always as identity primary key,
  queue text not null check (queue in ('conversations', 'reviews', 'appeals')),
  since timestamptz(3) not null,
  due_at timestamptz(3) not null,
  decided_at timestamptz(3) not null default now()
);
create index decision_times_decided_at_idx on decision_times (decided_at);

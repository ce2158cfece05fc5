-- Who gave each role, invitations to the staff (docs/decisions/0098-invitations-to-the-staff.md), and what an act changed.
alter table staff add column given_by bigint; -- an account, which may be deleted; null for roles that were given before

-- Of the staff only: the network of the last use.
alter table sessions add column network cidr;

-- An invitation is deleted when it is accepted or withdrawn, and some time after it expired.
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
create index on staff_invitations (invited_by);
create index on staff_invitations (expires_at);

-- Each attempt to send an email has a token of its own: docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
create table staff_invitation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  invitation_id bigint not null references staff_invitations on delete cascade
);
create index on staff_invitation_links (invitation_id);

-- The role of who acted, and states and numbers before and after: contract/admin/audit-facts.ts.
alter table audit
  add column role text,
  add column before jsonb,
  add column after jsonb,
  add constraint audit_facts_check check (octet_length(before::text) <= 1000 and octet_length(after::text) <= 1000) not valid;
select allow_audit_kinds('staff-invited', 'invitation-resent', 'invitation-withdrawn', 'staff-joined', 'role-changed', 'staff-removed', 'sessions-ended');

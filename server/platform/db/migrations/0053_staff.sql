-- Who else may administer the site, and what (docs/decisions/0100-roles-and-the-last-administrator.md).
create table staff (
  -- Account 1 is always an administrator: it has no row that could be changed or deleted.
  account_id bigint primary key references accounts on delete cascade check (account_id <> 1),
  role text not null check (role in ('administrator', 'moderator', 'support', 'finance', 'editor')),
  since timestamptz(3) not null default now()
);

-- New listings can wait until the staff approves them (docs/decisions/0108-listings-can-wait-for-approval.md).
create table approval_rules (
  id boolean primary key default true check (id), -- there is one row
  is_on boolean not null default false,
  account_days smallint check (account_days between 1 and 3650), -- listings of younger accounts wait; null for none
  words text[] not null default '{}' check (cardinality(words) <= 500), -- as search_fold has them
  category_ids integer[] not null default '{}' check (cardinality(category_ids) <= 500),
  trusted_ids bigint[] not null default '{}' check (cardinality(trusted_ids) <= 1000), -- accounts whose listings never wait
  version integer not null default 1
);
insert into approval_rules default values;

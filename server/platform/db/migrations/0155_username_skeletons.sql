-- outside a transaction
-- What a username looks like, so that nobody registers one that looks like another one. Null for accounts that are not filled in yet.

alter table accounts add column if not exists username_skeleton text;

drop index concurrently if exists accounts_username_skeleton;

create index concurrently accounts_username_skeleton on accounts (username_skeleton);

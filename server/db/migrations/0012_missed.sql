-- A listing that is paused while it is new is still new to those whose searches were mailed meanwhile.
alter table saved_searches add column missed bigint[] not null default '{}'; -- listings that came before told_until, unseen by visitors so far
create index listings_unseen on listings (created_at) where status in ('paused', 'hidden', 'deleted') or owner_suspended;

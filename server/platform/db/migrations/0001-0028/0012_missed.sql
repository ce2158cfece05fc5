-- A new listing that is not public when the emails of a saved search are sent is emailed once it is public.
alter table saved_searches add column missed bigint[] not null default '{}'; -- new listings before told_until that were not public at the time of the email
create index listings_unseen on listings (created_at) where status in ('paused', 'hidden', 'deleted') or owner_suspended;

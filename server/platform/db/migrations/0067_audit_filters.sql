-- outside a transaction
-- The constraint of 0066, without keeping readers waiting; the audit log by who acted, kind, account and listing, newest first.
alter table audit validate constraint audit_kind_check;

drop index concurrently if exists audit_newest;

create index concurrently audit_newest on audit (at desc, id desc);

drop index concurrently if exists audit_newest_of_account;

create index concurrently audit_newest_of_account on audit (account_id, at desc, id desc);

drop index concurrently if exists audit_newest_by_actor;

create index concurrently audit_newest_by_actor on audit (actor_id, at desc, id desc) where actor_id is not null;

drop index concurrently if exists audit_newest_of_kind;

create index concurrently audit_newest_of_kind on audit (kind, at desc, id desc);

drop index concurrently if exists audit_newest_of_listing;

create index concurrently audit_newest_of_listing on audit (listing_id, at desc, id desc) where listing_id is not null;

-- outside a transaction
-- Listings that have an owner or an end, which are few of a large directory, are counted without reading them
-- (docs/decisions/0088-the-administrators-counts-at-a-million-listings.md).
drop index concurrently if exists listings_owned;

create index concurrently listings_owned on listings (status, expires_at) include (owner_id, owner_suspended) where owner_id is not null or expires_at is not null;

-- outside a transaction
-- What the audit log says about a listing.
drop index concurrently if exists audit_listing;

create index concurrently audit_listing on audit (listing_id, id desc) where listing_id is not null;

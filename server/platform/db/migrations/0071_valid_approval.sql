-- outside a transaction
-- The checks of 0070, without keeping readers waiting, and its indexes.
alter table listings validate constraint listings_status_check;

alter table listings validate constraint listings_deleted_from_check;

alter table listings validate constraint listings_waiting_from_check;

alter table listings validate constraint listings_waiting;

alter table audit validate constraint audit_kind_check;

drop index concurrently if exists listings_waiting_since;

create index concurrently listings_waiting_since on listings (waiting_since, id) where status = 'waiting';

-- Who decided on a listing.
drop index concurrently if exists audit_approvals;

create index concurrently audit_approvals on audit (listing_id, id desc) where kind in ('listing-approved', 'listing-declined');

-- outside a transaction
drop index concurrently if exists listings_posted;

create index concurrently listings_posted on listings (created_at) where source is null and status not in ('draft', 'sample');

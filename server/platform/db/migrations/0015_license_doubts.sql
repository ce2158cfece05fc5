-- outside a transaction
alter table listings validate constraint listings_license_check;

drop index concurrently if exists listings_license_doubts;

create index concurrently listings_license_doubts on listings (id) where license_check <> 'confirmed';

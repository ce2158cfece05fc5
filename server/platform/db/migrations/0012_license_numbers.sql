-- outside a transaction
alter table listings validate constraint listings_license_check;

drop index concurrently if exists listings_license_digits;

create index concurrently listings_license_digits on listings (substring(license_number from '[0-9]{4,8}')) where license_number is not null;

drop index concurrently if exists listings_license_doubts;

create index concurrently listings_license_doubts on listings (id) where license_check in ('suspended', 'expired', 'class', 'name');

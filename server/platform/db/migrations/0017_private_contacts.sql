-- The street of a business that goes to its customers, and the email of a listing, are private (docs/product.md, Listings).
alter table listings add column if not exists service_area_only boolean not null default false;
alter table listings add column service_radius smallint; -- in miles around the ZIP code
-- Null: shown since before there was a choice.
alter table listings add column email_shown boolean default false;
alter table listings add constraint listings_service_radius check (service_radius between 1 and 200) not valid;
alter table listings add constraint listings_no_street check (not service_area_only or (address is null and lat is null)) not valid;

-- outside a transaction
-- The listings that rows of imports are compared with (0030), now with those that wait for approval. The earlier indexes stay until the
-- new ones are there.
drop index concurrently if exists listings_match_address_new;

create index concurrently listings_match_address_new on listings (zip, match_number(address)) where status in ('active', 'paused', 'hidden', 'waiting');

drop index concurrently if exists listings_match_address;

alter index listings_match_address_new rename to listings_match_address;

drop index concurrently if exists listings_match_phone_new;

create index concurrently listings_match_phone_new on listings (phone) where phone is not null and status in ('active', 'paused', 'hidden', 'waiting');

drop index concurrently if exists listings_match_phone;

alter index listings_match_phone_new rename to listings_match_phone;

drop index concurrently if exists listings_match_number_new;

create index concurrently listings_match_number_new on listings (match_cell(lat, lng), match_number(address)) where lat is not null and status in ('active', 'paused', 'hidden', 'waiting');

drop index concurrently if exists listings_match_number;

alter index listings_match_number_new rename to listings_match_number;

drop index concurrently if exists listings_match_name_new;

create index concurrently listings_match_name_new on listings (match_cell(lat, lng), match_beginning(business_name)) where lat is not null and status in ('active', 'paused', 'hidden', 'waiting');

drop index concurrently if exists listings_match_name;

alter index listings_match_name_new rename to listings_match_name;

drop index concurrently if exists listings_match_zip_new;

create index concurrently listings_match_zip_new on listings (zip, match_beginning(business_name)) where lat is null and status in ('active', 'paused', 'hidden', 'waiting');

drop index concurrently if exists listings_match_zip;

alter index listings_match_zip_new rename to listings_match_zip;

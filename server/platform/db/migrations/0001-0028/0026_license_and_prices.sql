-- Two optional facts of a listing, each a line of text that every level shows.
alter table listings
  add column license_number text,
  add column price_notes text,
  add constraint listings_license_number_check check (length(license_number) between 1 and 60) not valid, -- validated by 0043
  add constraint listings_price_notes_check check (length(price_notes) between 1 and 200) not valid;

drop view public_listings, sample_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());
create view sample_listings as select *, level as shown_level from listings where status = 'sample';

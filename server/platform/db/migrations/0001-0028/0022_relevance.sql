-- Lists are ordered by relevance: nearest to the center of their place, then the most complete, then the newest
-- (docs/decisions/0062-lists-are-ordered-by-relevance.md). A trigger computes what they are sorted by, whatever writes a listing.
alter table listings
  add column completeness smallint not null default 0, -- how many facts it shows at every level; 8 at most
  add column place_relevance integer not null default 0, -- in the list of its place, the first one highest
  add column zip_relevance integer not null default 0; -- in the list of its ZIP code

-- By distance in tenths of a mile, as visitors see it, then by completeness. A listing of which only the ZIP code is known counts
-- half a mile more than the middle of it, so that it is not first because less is known.
create function relevance(center point, at point, is_exact boolean, completeness smallint) returns integer
language sql immutable as $$
  select coalesce(-10 * (round((at <-> center) * 10) + case when is_exact then 0 else 5 end)::integer, 0) + completeness
$$;

create function compute_relevance() returns trigger language plpgsql as $$
declare
  is_exact boolean := new.lat is not null;
  center_of_place point := (select search_position(lat, lng) from places where id = new.place_id);
  center_of_zip point := (select search_position(lat, lng) from zip_codes where zip = new.zip);
  at point := coalesce(search_position(new.lat, new.lng), center_of_zip);
begin
  new.completeness := (new.phone is not null)::int + (new.hours is not null)::int + (new.address is not null)::int
    + is_exact::int + (new.service_area is not null)::int + (new.languages <> '{}')::int
    + (new.year_founded is not null)::int + (new.owner_id is not null and length(new.description) >= 80)::int;
  new.place_relevance := relevance(center_of_place, at, is_exact, new.completeness);
  new.zip_relevance := relevance(center_of_zip, at, is_exact, new.completeness);
  return new;
end $$;
create trigger listings_relevance before insert or update of zip, place_id, lat, lng, phone, hours, address, service_area,
  languages, year_founded, owner_id, description on listings
  for each row execute function compute_relevance();

-- An update of the gazetteer can move places and ZIP codes.
create function recompute_relevance() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'places' then
    update listings set place_id = place_id where place_id in (
      select moved.id from moved join former using (id) where (moved.lat, moved.lng) <> (former.lat, former.lng));
  else
    update listings set zip = zip where zip in (
      select moved.zip from moved join former using (zip) where (moved.lat, moved.lng) <> (former.lat, former.lng));
  end if;
  return null;
end $$;
create trigger places_relevance after update on places referencing old table as former new table as moved
  for each statement execute function recompute_relevance();
create trigger zip_codes_relevance after update on zip_codes referencing old table as former new table as moved
  for each statement execute function recompute_relevance();

alter table listings disable trigger listings_searched_update;
update listings set place_id = place_id;
alter table listings enable trigger listings_searched_update;

create index listings_county_relevance on listings (county_id, completeness desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_place_relevance on listings (place_id, place_relevance desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_zip_relevance on listings (zip, zip_relevance desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_location_relevance on listings (location_id, completeness desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_category_relevance on listings (category_id, completeness desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_top_category_relevance on listings (top_category_id, completeness desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_place_category_relevance on listings (place_id, category_id, place_relevance desc, created_at desc, id desc) where status = 'active' and not owner_suspended;
create index listings_place_top_category_relevance on listings (place_id, top_category_id, place_relevance desc, created_at desc, id desc) where status = 'active' and not owner_suspended;

drop view public_listings, sample_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());
create view sample_listings as select *, level as shown_level from listings where status = 'sample';

-- Miles east of Greenwich and north of the equator, in a flat projection that is accurate around 34° north.
create or replace function search_position(lat double precision, lng double precision) returns point language sql immutable strict parallel safe as $$
  select point(lng * 57.3, lat * 69)
$$;

-- By distance in tenths of a mile, as visitors see it, then by completeness. A listing of which only the ZIP code is known counts
-- half a mile more than the middle of it, so that it is not first because less is known.
create or replace function relevance(center point, at point, is_exact boolean, completeness smallint) returns integer language sql immutable as $$
  select coalesce(-10 * (round((at <-> center) * 10) + case when is_exact then 0 else 5 end)::integer, 0) + completeness
$$;

-- The neighborhood of a listing: its place, if that is one; else the one of its city in whose circle its exact point lies, of
-- several the one whose middle is nearest in proportion to its radius; without a point the one that has its whole ZIP code.
-- PL/pgSQL keeps the plans of its statements, which a function in SQL with subqueries makes anew for every row.
create or replace function neighborhood_of(of_place integer, at point, of_zip text) returns integer language plpgsql stable parallel safe as $$
begin
  if exists (select from places where id = of_place and radius_miles is not null) then return of_place; end if;
  if at is not null then
    return (select id from places where city_id = of_place and at <-> search_position(lat, lng) <= radius_miles
      order by (at <-> search_position(lat, lng)) / radius_miles, id limit 1);
  end if;
  return (select n.id from zip_codes z join places n on n.id = z.neighborhood_id
    where z.zip = of_zip::character(5) and n.city_id = of_place);
end $$;

-- What lists are sorted by (docs/decisions/0062-lists-are-ordered-by-relevance.md).
create or replace function compute_relevance() returns trigger language plpgsql as $$
declare
  is_exact boolean := new.lat is not null;
  exact_point point := search_position(new.lat, new.lng);
  center_of_place point := (select search_position(lat, lng) from places where id = new.place_id);
  center_of_zip point := (select search_position(lat, lng) from zip_codes where zip = new.zip);
  center_of_neighborhood point;
  at point := coalesce(exact_point, center_of_zip);
  -- Two miles, for the branch of a chain that nobody has claimed.
  handicap integer := 0;
begin
  new.completeness := (new.phone is not null)::int + (new.hours is not null)::int + (new.address is not null or new.service_area_only)::int
    + is_exact::int + (new.service_area is not null)::int + (new.languages <> '{}')::int
    + (new.year_founded is not null)::int + (new.owner_id is not null and length(new.description) >= 80)::int;
  if new.owner_id is null and exists (select from dining_chains where name = new.business_name) then
    new.completeness := least(new.completeness, 1);
    handicap := 200;
  end if;
  new.place_relevance := relevance(center_of_place, at, is_exact, new.completeness) - handicap;
  new.zip_relevance := relevance(center_of_zip, at, is_exact, new.completeness) - handicap;
  new.neighborhood_id := neighborhood_of(new.place_id, exact_point, new.zip);
  if new.neighborhood_id is not null then
    center_of_neighborhood := (select search_position(lat, lng) from places where id = new.neighborhood_id);
  end if;
  new.neighborhood_relevance := relevance(center_of_neighborhood, at, is_exact, new.completeness) - handicap;
  return new;
end $$;

create or replace trigger listings_relevance before insert or update of zip, place_id, lat, lng, phone, hours, address, service_area_only,
  service_area, languages, year_founded, owner_id, description, business_name on listings
  for each row execute function compute_relevance();

-- An update of the gazetteer can move places, ZIP codes and the limits of neighborhoods.
create or replace function recompute_relevance() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'places' then
    create temporary table changed_places on commit drop as
      select moved.id, moved.city_id, moved.radius_miles, search_position(moved.lat, moved.lng) as center
      from moved join former using (id)
      where (moved.lat, moved.lng, moved.city_id, moved.radius_miles) is distinct from (former.lat, former.lng, former.city_id, former.radius_miles);
    update listings set place_id = place_id
    where place_id in (select id from changed_places) or neighborhood_id in (select id from changed_places)
      or id in (select l.id from changed_places c join listings l on l.place_id = c.city_id
        where l.lat is not null and search_position(l.lat, l.lng) <-> c.center <= c.radius_miles);
    drop table changed_places;
  else
    update listings set zip = zip where zip in (
      select moved.zip from moved join former using (zip)
      where (moved.lat, moved.lng, moved.neighborhood_id) is distinct from (former.lat, former.lng, former.neighborhood_id));
  end if;
  return null;
end $$;

create or replace trigger places_relevance after update on places referencing old table as former new table as moved
  for each statement execute function recompute_relevance();
create or replace trigger zip_codes_relevance after update on zip_codes referencing old table as former new table as moved
  for each statement execute function recompute_relevance();

create or replace function reorder_chains() returns trigger language plpgsql as $$
begin
  update listings set place_id = place_id where business_name in (select name from changed) and owner_id is null;
  return null;
end $$;

create or replace trigger dining_chains_insert after insert on dining_chains referencing new table as changed
  for each statement execute function reorder_chains();
create or replace trigger dining_chains_delete after delete on dining_chains referencing old table as changed
  for each statement execute function reorder_chains();

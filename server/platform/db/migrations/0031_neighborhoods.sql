-- Neighborhoods have the listings whose exact point, or whole ZIP code, lies in them (docs/decisions/0076-neighborhoods-are-circles.md).
-- The gazetteer fills these columns in, and its update those of listings.

-- Searches with neither words, place nor category begin with the most complete listings. Built before listings are locked.
-- By an expression, so that the planner does not take it for the list of a place or category.
create index listings_all_relevance on listings ((completeness::integer) desc, created_at desc, id desc) where status = 'active' and not owner_suspended;

alter table places
  add column radius_miles real check (radius_miles > 0), -- of a neighborhood
  add column city_id integer references places;          -- the city that a neighborhood is part of
create index on places (city_id) where city_id is not null;
alter table zip_codes add column neighborhood_id integer references places; -- in which all of it lies

alter table listings
  add column neighborhood_id integer,
  add column neighborhood_relevance integer not null default 0, -- in the list of its neighborhood, the first one highest
  add constraint listings_neighborhood foreign key (neighborhood_id) references places not valid; -- its indexes: 0043

drop view public_listings, sample_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());
create view sample_listings as select *, level as shown_level from listings where status = 'sample';

-- The neighborhood of a listing: its place, if that is one; else the one of its city in whose circle its exact point lies, of
-- several the one whose middle is nearest in proportion to its radius; without a point the one that has its whole ZIP code.
create function neighborhood_of(of_place integer, at point, of_zip text) returns integer
language sql stable parallel safe as $$
  select coalesce(
    (select id from places where id = of_place and radius_miles is not null),
    (select id from places where city_id = of_place and at <-> search_position(lat, lng) <= radius_miles
      order by (at <-> search_position(lat, lng)) / radius_miles, id limit 1),
    (select n.id from zip_codes z join places n on n.id = z.neighborhood_id
      where at is null and z.zip = of_zip and n.city_id = of_place))
$$;

create or replace function compute_relevance() returns trigger language plpgsql as $$
declare
  is_exact boolean := new.lat is not null;
  exact_point point := search_position(new.lat, new.lng);
  center_of_place point := (select search_position(lat, lng) from places where id = new.place_id);
  center_of_zip point := (select search_position(lat, lng) from zip_codes where zip = new.zip);
  at point := coalesce(exact_point, center_of_zip);
begin
  new.completeness := (new.phone is not null)::int + (new.hours is not null)::int + (new.address is not null)::int
    + is_exact::int + (new.service_area is not null)::int + (new.languages <> '{}')::int
    + (new.year_founded is not null)::int + (new.owner_id is not null and length(new.description) >= 80)::int;
  new.place_relevance := relevance(center_of_place, at, is_exact, new.completeness);
  new.zip_relevance := relevance(center_of_zip, at, is_exact, new.completeness);
  new.neighborhood_id := neighborhood_of(new.place_id, exact_point, new.zip);
  new.neighborhood_relevance := relevance((select search_position(lat, lng) from places where id = new.neighborhood_id), at,
    is_exact, new.completeness);
  return new;
end $$;

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

-- Searches find a listing by the name of its neighborhood, and filter by it.
do $$
declare
  lay_down text := pg_get_functiondef('search_lay_down'::regproc);
  searched text := pg_get_functiondef('listings_are_searched'::regproc);
begin
  lay_down := replace(lay_down, '''#zip'' || l.zip,', '''#zip'' || l.zip, ''#neighborhood'' || l.neighborhood_id,');
  lay_down := replace(lay_down, 'extras.tags, p.name, l.city,', 'extras.tags, p.name, n.name, l.city,');
  lay_down := replace(lay_down, 'left join places p on p.id = l.place_id', 'left join places p on p.id = l.place_id
  left join places n on n.id = l.neighborhood_id');
  searched := replace(replace(searched, 'f.place_id,', 'f.place_id, f.neighborhood_id,'), 'o.place_id,', 'o.place_id, o.neighborhood_id,');
  assert lay_down like '%#neighborhood%' and lay_down like '%n.name%' and lay_down like '%n.id = l.neighborhood_id%'
    and searched like '%f.neighborhood_id%' and searched like '%o.neighborhood_id%';
  execute lay_down;
  execute searched;
end $$;

create or replace function names_are_searched() returns trigger language plpgsql as $$
begin
  perform search_lay_down_again(case tg_table_name
    when 'places' then array(select id from listings where (to_jsonb(new) ->> 'id')::int in (place_id, neighborhood_id))
    when 'zip_codes' then array(select id from listings where zip = to_jsonb(new) ->> 'zip')
    else array(select id from listings where (to_jsonb(new) ->> 'id')::int in (category_id, top_category_id)) end);
  return null;
end $$;

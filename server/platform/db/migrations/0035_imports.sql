-- What the undo of an import needs: the rows that it merged, and the dates that its sources had before.

alter table merged_rows add column import_id bigint references imports on delete set null; -- null: the samples
update merged_rows m set import_id = (
  select i.id from imports i where m.merged_at between i.started_at and coalesce(i.finished_at, now()) order by i.started_at desc limit 1)
where origin = 'import';
create index on merged_rows (import_id) where import_id is not null;

-- Of the sources whose date a refresh moved on: {"Overture Maps": "2026-07"}.
alter table imports add column former_dates jsonb not null default '{}' check (jsonb_typeof(former_dates) = 'object');

-- The trigger that computes the neighborhood and the relevance took a third of the time of an insert. The results are the same: PL/pgSQL keeps
-- the plans of its statements, which a function in SQL with subqueries makes anew for every row.

create or replace function neighborhood_of(of_place integer, at point, of_zip text) returns integer
language plpgsql stable parallel safe as $$
begin
  if exists (select from places where id = of_place and radius_miles is not null) then return of_place; end if;
  if at is not null then
    return (select id from places where city_id = of_place and at <-> search_position(lat, lng) <= radius_miles
      order by (at <-> search_position(lat, lng)) / radius_miles, id limit 1);
  end if;
  return (select n.id from zip_codes z join places n on n.id = z.neighborhood_id
    where z.zip = of_zip::character(5) and n.city_id = of_place);
end $$;

create or replace function compute_relevance() returns trigger language plpgsql as $$
declare
  is_exact boolean := new.lat is not null;
  exact_point point := search_position(new.lat, new.lng);
  center_of_place point := (select search_position(lat, lng) from places where id = new.place_id);
  center_of_zip point := (select search_position(lat, lng) from zip_codes where zip = new.zip);
  center_of_neighborhood point;
  at point := coalesce(exact_point, center_of_zip);
begin
  new.completeness := (new.phone is not null)::int + (new.hours is not null)::int + (new.address is not null)::int
    + is_exact::int + (new.service_area is not null)::int + (new.languages <> '{}')::int
    + (new.year_founded is not null)::int + (new.owner_id is not null and length(new.description) >= 80)::int;
  new.place_relevance := relevance(center_of_place, at, is_exact, new.completeness);
  new.zip_relevance := relevance(center_of_zip, at, is_exact, new.completeness);
  new.neighborhood_id := neighborhood_of(new.place_id, exact_point, new.zip);
  if new.neighborhood_id is not null then
    center_of_neighborhood := (select search_position(lat, lng) from places where id = new.neighborhood_id);
  end if;
  new.neighborhood_relevance := relevance(center_of_neighborhood, at, is_exact, new.completeness);
  return new;
end $$;

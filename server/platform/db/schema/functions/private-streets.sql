-- Whatever writes a listing of a business that publishes no street, be it an import or a suggestion, adds none.
-- See docs/decisions/0153-a-private-street-is-not-stored.md.
create or replace function omit_private_street() returns trigger language plpgsql as $$
begin
  -- A version or a copy from before the column has no value.
  new.service_area_only := coalesce(new.service_area_only, false);
  if new.service_area_only then
    new.address := null;
    new.lat := null;
    new.lng := null;
    new.point_source := null;
  end if;
  return new;
end $$;

-- Its name comes before listings_relevance, which reads the point.
create or replace trigger listings_private_street before insert or update of service_area_only, address, lat, lng, point_source on listings
  for each row execute function omit_private_street();

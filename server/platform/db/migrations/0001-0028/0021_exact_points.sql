-- The point of a listing is exact where lat, lng are set; otherwise it is the middle of its ZIP code
-- (docs/decisions/0061-a-point-is-exact-or-the-middle-of-the-zip-code.md).
alter table listings
  add column point_source text check (point_source in ('import', 'geocoder', 'owner')), -- null where the point is not exact
  disable trigger user;

-- Earlier releases stored the middle of the ZIP code for listings that were posted, or whose address was edited.
update listings l set lat = null, lng = null
from zip_codes z
where z.zip = l.zip and l.lat is not null and (l.origin = 'account' or l.origin <> 'sample' and l.lat = z.lat and l.lng = z.lng);
update listings set point_source = case origin when 'sample' then 'owner' else 'import' end where lat is not null;

alter table listings
  enable trigger user,
  add check ((point_source is null) = (lat is null));

drop view public_listings, sample_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());
create view sample_listings as select *, level as shown_level from listings where status = 'sample';

-- Free listings are searched at their own point too. Only the map still distinguishes the levels.
do $$
declare
  former text := 'case when known.paid and l.lat is not null then search_position(l.lat, l.lng) else search_position(z.lat, z.lng) end';
  at_own_point text := replace(pg_get_functiondef('search_lay_down'::regproc), former,
    'search_position(coalesce(l.lat, z.lat), coalesce(l.lng, z.lng))');
begin
  assert at_own_point like '%coalesce(l.lat, z.lat)%';
  execute at_own_point;
end $$;

-- The words stay as they are, so that the vocabularies need no update.
alter table listing_search disable trigger user;
update listing_search s set position = search_position(coalesce(l.lat, z.lat), coalesce(l.lng, z.lng))
from listings l
join zip_codes z on z.zip = l.zip
where l.id = s.listing_id;
alter table listing_search enable trigger user;

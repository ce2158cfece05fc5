-- Streets with their house numbers, by which addresses are located (docs/decisions/0148-addresses-are-located-offline.md).
create table streets (
  -- The position in data/addresses/socal.bin, and behind its last street that among those of known rows.
  id integer primary key,
  -- As signs have it: 'North Harbor Boulevard'.
  name text not null check (length(name) between 1 and 200),
  -- The words of the name without direction and type, joined: 'harbor'.
  key text not null check (length(key) between 1 and 200),
  -- Of all of its points, in steps of the grid (server/geocoding/addresses/grid.ts).
  west integer not null,
  south integer not null,
  east integer not null,
  north integer not null,
  -- Houses, estimates and lines (server/geocoding/addresses/street-shape.ts).
  shape bytea not null
);
create index streets_key on streets (key text_pattern_ops);
create index streets_similar_key on streets using gin (key gin_trgm_ops);

-- What the table of streets says of the addresses of listings without an exact point.
create table located_addresses (
  -- As in geocoded_addresses.
  address_hash bytea primary key check (length(address_hash) = 32),
  -- How the point was found; null where none was (server/geocoding/addresses/locate-number.ts).
  quality text check (quality in ('address', 'between', 'along', 'street')),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  check ((quality is null) = (lat is null) and (quality is null) = (lng is null))
);

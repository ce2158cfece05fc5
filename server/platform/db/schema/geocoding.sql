-- The points of street addresses, as a geocoder answered (docs/decisions/0061-a-point-is-exact-or-the-middle-of-the-zip-code.md).
create table geocoded_addresses (
  -- SHA-256 of the address in lower case, a line feed, and the ZIP code.
  address_hash bytea primary key check (length(address_hash) = 32),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  attempts smallint not null check (attempts > 0),
  -- Null when the geocoder has answered; without a point it knows none that is near the ZIP code.
  retry_at timestamptz,
  check ((lat is null) = (lng is null)),
  check (lat is null or retry_at is null)
);

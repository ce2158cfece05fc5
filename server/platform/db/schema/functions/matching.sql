-- Where an import looks for the listing of a row (docs/decisions/0073-one-place-one-listing.md).

-- The street number: '2701' of '2701C Harbor Blvd', '39000' of '39-000 Bob Hope Dr', and none of '5th St'.
create or replace function match_number(address text) returns text language sql immutable strict parallel safe as $$
  select ltrim(substring(regexp_replace(address, '(\d)-(\d)', '\1\2') from '\m(\d+)[A-Da-d]?\M'), '0')
$$;

-- The beginning of a name, without 'the': 'doll' of 'The Dollar Tree' and 'DollarTree'.
create or replace function match_beginning(name text) returns text language sql immutable strict parallel safe as $$
  select left(regexp_replace(regexp_replace(lower(name), '^the\M', ''), '[^a-z0-9]', '', 'g'), 4)
$$;

-- A cell of some 500 m.
create or replace function match_cell(lat double precision, lng double precision) returns bigint language sql immutable strict parallel safe as $$
  select floor(lat * 200)::bigint * 1000000 + floor(lng * 200)::bigint
$$;

-- The cells within some 300 m of a point. The square is larger than a cell: its corners may lie in the first and the last of three cells,
-- with the point in the one between them.
create or replace function match_cells(lat double precision, lng double precision) returns setof bigint language sql immutable strict parallel safe as $$
  select north * 1000000 + east
  from generate_series(floor((lat - 0.0027) * 200)::bigint, floor((lat + 0.0027) * 200)::bigint) as north,
    generate_series(floor((lng - 0.0032) * 200)::bigint, floor((lng + 0.0032) * 200)::bigint) as east
$$;

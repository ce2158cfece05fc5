-- The cells within some 300 m of a point. The square is larger than a cell: its corners may lie in the first and the last of three cells,
-- with the point in the one between them.
create or replace function match_cells(lat double precision, lng double precision) returns setof bigint language sql immutable strict parallel safe as $$
  select north * 1000000 + east
  from generate_series(floor((lat - 0.0027) * 200)::bigint, floor((lat + 0.0027) * 200)::bigint) as north,
    generate_series(floor((lng - 0.0032) * 200)::bigint, floor((lng + 0.0032) * 200)::bigint) as east
$$;

import { type CompiledQuery, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { readStreetName } from '#contract/values/street-name.ts';
import { namedQuery, similarQuery } from '#server/geocoding/addresses/locate-addresses.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { candidatesQuery } from './geocode-listings.ts';
import { unlocatedQuery } from './locate-listings.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it('addresses that are due are found by the index of listings without a point, and what is cached of them by its key', async () => {
  await sql`update listings set lat = null, lng = null, point_source = null, address = id || ' Main St' where id % 100 = 0`.execute(
    db,
  );
  await sql`
    insert into geocoded_addresses (address_hash, attempts)
    select sha256(convert_to(number::text, 'UTF8')), 1 from generate_series(1, ${DIRECTORY_SIZE}::int) as number`.execute(
    db,
  );
  await sql`vacuum analyze listings`.execute(db);
  await sql`vacuum analyze geocoded_addresses`.execute(db);
  const plan = (await explain(db, candidatesQuery().compile(db))).join('\n');
  expect(plan).toContain('Index Scan using listings_without_point on listings');
  expect(plan).toContain('geocoded_addresses_pkey');
});

it('streets are found by the indexes of their names, and what is remembered of addresses by its key', async () => {
  await sql`
    insert into streets (id, name, key, west, south, east, north, shape)
    select number, number || ' Street', 'x' || md5((number % 20000)::text), 100, 100, 200, 200, decode('000000', 'hex')
    from generate_series(1, 60000) as number`.execute(db);
  await sql`
    insert into located_addresses (address_hash)
    select sha256(convert_to(number::text, 'UTF8')) from generate_series(1, ${DIRECTORY_SIZE}::int) as number`.execute(
    db,
  );
  for (const table of ['streets', 'located_addresses']) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  const area = { middle: { lat: 33.68, lng: -117.82 }, usualKm: 2, maxKm: 6 };
  const request = { position: 0, name: readStreetName('Campus Drive'), number: 1, area };
  const plan = async (query: { compile(executor: typeof db): CompiledQuery }) =>
    (await explain(db, query.compile(db))).join('\n');
  expect(await plan(namedQuery([request]))).toContain('Index Scan using streets_key on streets');
  expect(await plan(similarQuery([request]))).toContain('Bitmap Index Scan on streets_similar_key');
  const unlocated = await plan(unlocatedQuery());
  expect(unlocated).toContain('Index Scan using listings_without_point on listings');
  expect(unlocated).toContain('located_addresses_pkey');
});

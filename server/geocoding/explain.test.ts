import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { candidatesQuery } from './geocode-listings.ts';

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

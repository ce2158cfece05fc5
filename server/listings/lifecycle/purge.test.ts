import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { purge } from './purge.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
const createDeleted = (days: number, overrides: ListingOverrides = {}) =>
  makeListing(db, { status: 'deleted', deleted_at: daysAgo(days), ...overrides });
const find = (id: number) => db.selectFrom('listings').where('id', '=', id).selectAll().executeTakeFirst();

it('removes only listings that were deleted more than 30 days ago, with their pictures', async () => {
  const old = await createDeleted(30.1);
  const recent = await createDeleted(29.9);
  const live = await makeListing(db);
  await sql`
    insert into photos (name, owner_id, listing_id, width, height, widths, bytes)
    select kind || '0123456789012345678', owner_id, id, 400, 300, '{400}', 1000
    from (values (${old.id}::bigint, 'a'), (${recent.id}, 'b')) as v (listing_id, kind) join listings on id = listing_id`.execute(
    db,
  );
  await purge(db);
  expect([await find(old.id), (await find(recent.id))?.id, (await find(live.id))?.id]).toEqual([
    undefined,
    recent.id,
    live.id,
  ]);
  const { rows: remaining } = await sql<{ name: string }>`select name from photos`.execute(db);
  const { rows: stale } = await sql<{ name: string }>`select name from stale_files`.execute(db);
  expect([remaining, stale].map((rows) => rows.map(({ name }) => name[0]))).toEqual([['b'], ['a']]);
});

it('keeps an open-data listing as a deleted row without the data of its owner, so that an import does not add it again', async () => {
  const claimant = await makeAccount(db);
  const { id } = await createDeleted(31, {
    origin: 'open-data',
    source: 'osm',
    source_id: 'node/1',
    owner_id: claimant.id,
    logo: sql`'{"id": 1}'` as never,
    title: 'Mine now',
    phone: '(949) 555-0199',
    email: 'me@private.example',
    image_url: 'https://me.private.example/a.jpg',
    image_copy: sql`'{"id": 1}'` as never,
  });
  await purge(db);
  const purged = { status: 'deleted', source_id: 'node/1', owner_id: null, logo: null, title: 'Removed' };
  expect(await find(id)).toMatchObject({ ...purged, phone: null, email: null, image_url: null, image_copy: null });
});

it('ends when more imported rows than fit in a batch remain', async () => {
  await sql`
    insert into listings (title, description, business_name, city, zip, county_id, location_id, category_id, top_category_id,
      origin, source, source_id, status, deleted_from, deleted_at)
    select title, description, business_name, city, zip, county_id, location_id, category_id, top_category_id,
      'open-data', 'osm', 'way/' || n, 'deleted', 'active', now() - interval '40 days'
    from listings cross join generate_series(1, 150) as n where listings.id = ${(await makeListing(db)).id}`.execute(
    db,
  );
  await purge(db);
  const { rows } = await sql<{ remaining: number }>`
    select count(*)::int as remaining from listings where source_id like 'way/%' and owner_id is null`.execute(db);
  expect(rows).toEqual([{ remaining: 150 }]);
});

it('removes any number, also in several concurrent processes', async () => {
  for (let i = 0; i < 250; i++) await createDeleted(40);
  await Promise.all([purge(db), purge(db), purge(db)]);
  const { rows } = await sql<{ remaining: number }>`
    select count(*)::int as remaining from listings where deleted_at < ${daysAgo(39)} and source is null`.execute(db);
  expect(rows).toEqual([{ remaining: 0 }]);
});

import { afterAll, expect, it } from 'vitest';
import { merge, unmerge } from '#server/import/matching/merge.ts';
import { unmergeRow } from '#server/import/matching/unmerge-row.ts';
import { undoImport } from '#server/import/runs/undo.ts';
import { openCounts } from '#server/places/counts.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { importRows } from '#tests/support/import/import-file.ts';

const database = await createTestDatabase();
const { db } = database;
const counts = await openCounts(db, await openGazetteer(db), { changed: () => {}, failed: () => {} });
const listening = Promise.withResolvers<void>();
// As a process of the site does.
const listener = listenForInvalidations(database, (keys) => {
  if (keys.includes(ALL_KEYS)) listening.resolve();
  if (keys.includes(ALL_KEYS) || keys.includes(COUNTS_KEY)) void counts.recount();
});
afterAll(async () => {
  counts.close();
  await listener.close();
  await database.drop();
});

const toObject = (numbers: ReadonlyMap<string | number, number>) => Object.fromEntries(numbers);
const readKept = () => ({
  counties: toObject(counts.counties),
  zipCodes: toObject(counts.zipCodes),
  categories: toObject(counts.categories),
  places: toObject(counts.places),
  categoriesOfPlaces: Object.fromEntries([...counts.categoriesOfPlaces].map(([id, of]) => [id, toObject(of)])),
});

/** Counts the listings that visitors see, one by one. A place has those whose city or neighborhood it is. */
async function countOneByOne(): Promise<ReturnType<typeof readKept>> {
  const found: ReturnType<typeof readKept> = {
    counties: {},
    zipCodes: {},
    categories: {},
    places: {},
    categoriesOfPlaces: {},
  };
  const add = (to: Record<string, number>, key: string | number) => {
    to[key] = (to[key] ?? 0) + 1;
  };
  for (const listing of await db.selectFrom('listings').selectAll().where('status', '=', 'active').execute()) {
    add(found.counties, listing.county_id);
    add(found.zipCodes, listing.zip);
    add(found.categories, listing.category_id);
    for (const place of new Set([listing.place_id, listing.neighborhood_id])) {
      if (place === null) continue;
      add(found.places, place);
      found.categoriesOfPlaces[place] ??= {};
      add(found.categoriesOfPlaces[place], listing.category_id);
    }
  }
  return found;
}

const KOREATOWN = { city: 'Los Angeles', county: 'Los Angeles', zip: '90020', lat: '34.058', lng: '-118.301' };
const HILLCREST = { city: 'San Diego', county: 'San Diego', zip: '92103', lat: '32.749', lng: '-117.164' };
const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir'];
const ROWS = NAMES.map((name, n) => ({
  ...{ id: `ex:${n}`, name: `${name} Plumbing`, address: `${n}00 Main St`, phone: `(949) 555-010${n}`, website: '' },
  ...[{}, KOREATOWN, HILLCREST][n % 3],
}));

it('Places and categories are counted exactly after each step of imports, merges and their undoing', async () => {
  await listening.promise;
  const { id: by } = await makeAccount(db);
  const seen = new Set<string>();
  const expectExact = async () => {
    const direct = await countOneByOne();
    seen.add(JSON.stringify(direct));
    await expect.poll(readKept).toEqual(direct);
  };
  const { importId: first } = await importRows(database, ROWS);
  await expectExact();
  // A newer file: one has moved to another neighborhood, one is in another category, and one is new.
  const [alder, birch, cedar, ...others] = ROWS;
  const { importId: second } = await importRows(database, [
    { ...birch, ...HILLCREST },
    { ...cedar, category: 'pizza' },
    { ...alder, id: 'ex:9', name: 'Ginkgo Plumbing', address: '900 Main St', phone: '(949) 555-0109' },
  ]);
  await expectExact();
  // Another source has one of them too, and one more.
  const { importId: third, merged } = await importRows(database, [
    { ...alder, id: 'o:0', source: 'Other' },
    {
      ...alder,
      id: 'o:1',
      source: 'Other',
      name: 'Hazel Bakery',
      category: 'bakeries',
      address: '7 Elm St',
      phone: '',
    },
  ]);
  expect(merged).toBe(1);
  await expectExact();

  await unmergeRow(db, { source: 'Other', id: 'o:0' });
  await expectExact();
  const rows = await db.selectFrom('listings').select('id').where('title', '=', 'Alder Plumbing').execute();
  const ids = rows.map(({ id }) => id) as [number, number];
  expect(ids).toHaveLength(2);
  await db.transaction().execute((trx) => merge(trx, { ids, by }));
  await expectExact();
  await db.transaction().execute((trx) => unmerge(trx, ids));
  await expectExact();

  for (const run of [third, second, first]) {
    await undoImport(db, run ?? 0);
    await expectExact();
  }
  // Every step but two (the second import of a merge's row, its undoing) has numbers of its own.
  expect(seen.size).toBeGreaterThanOrEqual(6);
  expect(others).toHaveLength(3);
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { type Counts, openCounts, placeCountsQuery } from './counts.ts';
import { openGazetteer } from './open-gazetteer.ts';

let database: TestDatabase;
let irvine: { place: number; county: number; category: number };
const opened: Counts[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { place_id, county_id, category_id } = await makeListing(database.db);
  irvine = { place: place_id ?? 0, county: county_id, category: category_id };
});
// A timer of one test must not count during the next.
afterEach(() => {
  for (const counts of opened.splice(0)) counts.close();
});
afterAll(() => database.drop());

async function open(options: { pauseFrom?: number } = {}) {
  const calls = { changed: [] as string[][], failed: [] as unknown[] };
  const counts = await openCounts(database.db, await openGazetteer(database.db), {
    changed: (keys) => calls.changed.push(keys),
    failed: (error) => calls.failed.push(error),
    ...options,
  });
  opened.push(counts);
  return { counts, calls };
}

const countInIrvine = (counts: Counts) => counts.places.get(irvine.place) ?? 0;

test('listings are counted by county, place and category, and only those that visitors may see', async () => {
  const { counts } = await open();
  const read = () => [
    countInIrvine(counts),
    counts.counties.get(irvine.county) ?? 0,
    counts.categories.get(irvine.category) ?? 0,
  ];
  const before = read();
  expect(Math.min(...before)).toBeGreaterThan(0);

  await makeListing(database.db);
  await makeListing(database.db, { status: 'paused' });
  await makeListing(database.db, { owner_suspended: true });
  await makeListing(database.db, { expires_at: new Date(Date.now() - 1000) });
  await counts.recount();
  expect(read()).toEqual(before.map((count) => count + 1));
});

test('changed counts are reported by their surrogate keys, and unchanged ones are not', async () => {
  const { counts, calls } = await open();
  await counts.recount();
  expect(calls.changed).toEqual([]);
  await makeListing(database.db);
  await counts.recount();
  const top = (await openGazetteer(database.db)).categories.byId.get(irvine.category)?.parent?.id;
  const keys = ['counts', `counts:${irvine.county}`, `counts:place:${irvine.place}`, `counts:category:${top}`];
  expect(calls.changed).toEqual([keys]);
});

test('a ZIP code’s count that changes alone is reported', async () => {
  const { id } = await makeListing(database.db, { zip: '92614' });
  const { counts, calls } = await open();
  await database.db.updateTable('listings').set({ zip: '92618' }).where('id', '=', id).execute();
  await counts.recount();
  expect(calls.changed).toEqual([['counts']]);
});

test('a recount requested during another one sees what was committed before the request', async () => {
  const { counts } = await open();
  const before = countInIrvine(counts);
  const running = counts.recount();
  await makeListing(database.db);
  await Promise.all([running, ...Array.from({ length: 99 }, () => counts.recount())]);
  expect(countInIrvine(counts)).toBe(before + 1);
});

test('a large directory is not counted again at once, and then once for all requests', async () => {
  const { counts } = await open({ pauseFrom: 1 });
  const before = countInIrvine(counts);
  // The pause after a count is at least a second: for the insert.
  const execute = vi.spyOn(placeCountsQuery, 'execute');
  await counts.recount();
  await makeListing(database.db);
  const [first] = [counts.recount(), counts.recount()];
  expect(execute).toHaveBeenCalledTimes(1);
  await first;
  expect(countInIrvine(counts)).toBe(before + 1);
  expect(execute).toHaveBeenCalledTimes(2);
});

test('a listing is counted until it expires, without a request', async () => {
  const { counts } = await open();
  const before = countInIrvine(counts);
  await makeListing(database.db, { expires_at: new Date(Date.now() + 1000) });
  // The next recount is for the first of the listings to expire, wherever the others are.
  await makeListing(database.db, { zip: '92101', expires_at: new Date(Date.now() + 86_400_000) });
  await counts.recount();
  expect(countInIrvine(counts)).toBe(before + 1);
  await expect.poll(() => countInIrvine(counts)).toBe(before);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('that is noticed in time, and nothing is counted again and again, when the clock is %s', async (_what, lead) => {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + lead);
  const { counts } = await open();
  const before = countInIrvine(counts);
  await makeListing(database.db, { expires_at: new Date(now() + 3000) });
  await counts.recount();
  const execute = vi.spyOn(placeCountsQuery, 'execute');
  await expect.poll(() => countInIrvine(counts), { timeout: scaleTimeout(15_000) }).toBe(before);
  // A second time if the first was a fraction of a millisecond early.
  expect(execute.mock.calls.length).toBeLessThan(3);
});

test('when a count fails, the last counts stay and the error is reported', async () => {
  const { counts, calls } = await open();
  const before = countInIrvine(counts);
  await sql`alter view public_listings rename to away`.execute(database.db);
  await counts.recount();
  await sql`alter view away rename to public_listings`.execute(database.db);
  expect(calls.failed).toHaveLength(1);
  expect(countInIrvine(counts)).toBe(before);
});

test('nothing is counted after a close, even if it came during a count', async () => {
  const { counts } = await open();
  const before = countInIrvine(counts);
  await makeListing(database.db, { expires_at: new Date(Date.now() + 1000) });
  const running = counts.recount();
  counts.close();
  await running;
  const { counts: others } = await open();
  await expect.poll(() => countInIrvine(others)).toBe(before);
  expect(countInIrvine(counts)).toBe(before + 1);
});

test('categories are counted for each place, and ZIP codes separately', async () => {
  const { counts } = await open();
  const inCategory = () => counts.categoriesOfPlaces.get(irvine.place)?.get(irvine.category) ?? 0;
  const before = [inCategory(), counts.zipCodes.get('92614') ?? 0, counts.zipCodes.get('92618') ?? 0];
  await makeListing(database.db, { zip: '92614' });
  await makeListing(database.db, { zip: '92618', category: 'pizza' });
  await counts.recount();
  const after = [inCategory(), counts.zipCodes.get('92614'), counts.zipCodes.get('92618')];
  expect(after).toEqual(before.map((number) => number + 1));
});

import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { searchQuerySchema } from '#contract/search.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { mapSearch } from '#server/search/map/map.ts';
import { geoPredicate, indexedTerms } from '#server/search/predicates.ts';
import { understandQuery } from '#server/search/query-understanding.ts';
import { search } from '#server/search/search.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { countMatches } from './matches.ts';
import { estimatedCount } from './sample.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);
const deps = { db, gazetteer: await openGazetteer(db) };
const parseSearch = (parameters: string) =>
  searchQuerySchema.parse(Object.fromEntries(new URLSearchParams(parameters)));

async function countRows(where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from listing_search where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function estimate(from: typeof db, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${estimatedCount(condition)} as count`.execute(from);
  return Number(rows[0]?.count);
}

it.each([
  [
    'place=los-angeles-county',
    sql`words @@ (select ('#county' || id)::tsquery from counties where slug = 'los-angeles-county')`,
  ],
  ['box=-118.5,33.5,-117.5,34.5', sql`position <@ box(search_position(33.5, -118.5), search_position(34.5, -117.5))`],
])('the matches of %s are estimated by a sample', async (parameters, where) => {
  const { query } = await understandQuery(deps, parseSearch(parameters));
  const condition = indexedTerms(query, query.text?.any ?? null) ?? geoPredicate(query) ?? sql`true`;
  const ratio = (await estimate(db, condition)) / (await countRows(where));
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});

it('matches whose ids have a period are in the sample like others', async () => {
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`
        update listing_search set words = array_to_tsvector(array['=periodic']) where listing_id % 4 = 3`.execute(trx);
      const ratio = (await estimate(trx, sql`words @@ '=periodic'`)) / ((await countRows(sql`true`)) / 4);
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.6);
      throw new Error('undo');
    })
    .catch((error) => expect(error.message).toBe('undo'));
});

it.each([
  ['q=angeles', sql`words @@ '=angel'`],
  ['q=palm photographers', sql`words @@ '(=palm & =photograph)'`],
  ['q=sunset&sort=newest', sql`words @@ '=sunset'`],
])(
  'the free results of %s are the newest matches, whether they are scanned or collected',
  async (parameters, where) => {
    const { listings } = await search(deps, parseSearch(`${parameters}&limit=40`));
    const found = listings.filter(({ sponsored }) => !sponsored).map(({ id }) => id);
    const { rows } = await sql<{ id: number }>`
    select listing_id as id from listing_search where ${where} order by created_at desc, listing_id desc limit 60`.execute(
      db,
    );
    const sponsored = new Set(listings.filter((listing) => listing.sponsored).map(({ id }) => id));
    const newest = rows.map(({ id }) => id).filter((id) => !sponsored.has(id));
    expect(found.length).toBeGreaterThan(5);
    expect(found).toEqual(newest.slice(0, found.length));
  },
);

it.each([
  ['more than the terms', '-117.4,32.5,-116.9,33.1', 'restaurants', sql`'#category' || id from categories`],
  ['fewer', '-118.1,33.5,-117.5,33.95', 'los-angeles-county', sql`'#county' || id from counties`],
])('matches are counted exactly in an area with %s', async (_rows, box, slug, term) => {
  const filter = slug === 'restaurants' ? `category=${slug}` : `place=${slug}`;
  const { query } = await understandQuery(deps, parseSearch(`${filter}&box=${box}`));
  const [west, south, east, north] = box.split(',');
  const area = sql`position <@ box(search_position(${south}, ${west}), search_position(${north}, ${east}))`;
  const terms = sql`words @@ (select term::tsquery from (select ${term} where slug = ${slug}) as known (term))`;
  expect(await countMatches(db, query)).toBe(await countRows(sql`${terms} and ${area}`));
});

it('the map of many matches is an estimate, that of fewer is exact', async () => {
  // The map of up to 4,000 is exact.
  await sql`
    update listing_search set words = words || array_to_tsvector(array['#county' || id]) from counties
    where slug = 'los-angeles-county'`.execute(db);
  const many = await mapSearch(deps, parseSearch('place=los-angeles-county'));
  const count = (map: typeof many) =>
    map.clusters.reduce((sum, cluster) => sum + cluster.count, map.pins.length + map.dots.length);
  const inCounty = await countRows(
    sql`words @@ (select ('#county' || id)::tsquery from counties where slug = 'los-angeles-county')`,
  );
  expect(inCounty).toBeGreaterThan(4000);
  expect(many.isEstimate).toBe(true);
  expect(count(many) / inCounty).toBeGreaterThan(0.8);
  expect(count(many) / inCounty).toBeLessThan(1.25);
  const few = await mapSearch(deps, parseSearch('place=irvine'));
  expect(few.isEstimate).toBe(false);
  expect(count(few)).toBe(
    await countRows(sql`words @@ (select ('#place' || id)::tsquery from places where slug = 'irvine')`),
  );
});

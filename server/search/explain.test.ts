import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchQuerySchema, type ZeroResultSearchesQuery } from '#contract/search.ts';
import { findCategory } from '#server/categories/categories.ts';
import { createFeaturedCounts } from '#server/listings/read/featured-rotation.ts';
import { listListings } from '#server/listings/read/list.ts';
import { inCategory } from '#server/listings/read/scopes.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { forgetStatementNames, PreparedStatementClient, typeParsers } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { mapSearch } from '#server/search/map/map.ts';
import { countDocuments } from '#server/search/ranking/matches.ts';
import { branchCountsQuery, chainsQuery } from '#server/search/results/collapse-chains.ts';
import { countFilters } from '#server/search/results/filter-counts.ts';
import { suggest } from '#server/search/suggestions/suggestions.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';
import { aboutSearch } from './about.ts';
import { findArea } from './areas.ts';
import { comparisonQuery } from './compare.ts';
import { listEmptySearches } from './empty-searches.ts';
import { reindexSpecialHours } from './index-maintenance.ts';
import { EVERYTHING } from './index-query.ts';
import { hasIdOf } from './predicates.ts';
import { search } from './search.ts';
import { nearestOfCategoriesQuery } from './similar-to-compared.ts';

const { db, connection, drop } = await createLargeDirectory();

// A separate connection that records its queries.
const recordedQueries: CompiledQuery[] = [];
const pool = new pg.Pool({ ...connection, Client: PreparedStatementClient, types: typeParsers, max: 1 });
// Dropping the database can end a connection of the pool before the pool does.
pool.on('error', () => {});
const recordingDb = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: (event) => {
    if (event.level === 'query') recordedQueries.push(event.query as CompiledQuery);
  },
});
const parts = { db: recordingDb, gazetteer: await openGazetteer(db) };
afterAll(async () => {
  await recordingDb.destroy();
  await drop();
});

const SEARCHES = [
  ...['24 hour pharmacy', 'late night food', 'plumber who speaks spanish', 'phone number 714', 'taco place irvine'].map(
    (q) => `q=${q}`,
  ),
  ...[
    'dentista que hable español',
    'panadería abierta ahora en irvine',
    'restauración de vitrales',
    'yantas cerca de mí',
  ].map((q) => `q=${q}`),
  ...['open=24h', 'open=late', 'language=es', 'q=abogdo irvine', 'q=open sesame'],
  ...['', 'a', 'the', 'grocery', 'restaurant', 'los angeles', 'pacific', 'shop', 'pacific thai irvine'].map(
    (q) => `q=${q}`,
  ),
  ...['pacifik', 'resturant', 'zzyzxq', 'pacific zzyzxq', 'sunset plumbers restaurant', 'res', '100 main st'].map(
    (q) => `q=${q}`,
  ),
  ...['near irvine', 'in el centro', 'near 92243', 'in orange county', 'near me'].map(
    (where) => `q=restaurant ${where}`,
  ),
  ...['the 405', 'grocery near the 405', 'restaurant off the 91 in corona', 'restaurant near sunset and vermont'].map(
    (q) => `q=${q}`,
  ),
  ...[
    'near=irvine',
    'near=92243&within=5',
    'place=irvine',
    'place=orange-county',
    'place=koreatown',
    'q=pizza koreatown',
    'q=pizza near disneyland',
    'category=pizza',
    'category=shopping',
  ],
  ...[
    'website=true',
    'photos=true',
    'stars=4',
    'answers=true',
    'q=restaurant&stars=4',
    'open=now',
    'box=-118.3,33.9,-117.9,34.2',
    'box=-120,32,-114,36',
  ],
  ...['newest', 'nearest', 'rating', 'name'].flatMap((sort) =>
    ['q=restaurant', 'near=irvine', 'category=pizza&place=irvine', 'q=shop&near=irvine', ''].map(
      (rest) => `${rest}&sort=${sort}`,
    ),
  ),
  ...['q=restaurant', '', 'near=90011', 'category=shopping&sort=newest', 'sort=name', 'sort=rating'].map(
    (rest) => `${rest}&cursor=${encodeCursor({ offset: 480 })}`,
  ),
];
// Most listings may be open: numbers without words and a place are those of all rows.
const WITHOUT_TIME = SEARCHES.filter((one) => !/^open=(now|late)$/.test(one));
const parseSearch = (parameters: string) =>
  searchQuerySchema.parse(Object.fromEntries(new URLSearchParams(parameters)));

describe.each<[string, (parameters: string) => Promise<unknown>, (readonly string[])?]>([
  ['a search', (parameters) => search(parts, parseSearch(parameters))],
  [
    'the summary of a search',
    (parameters) => aboutSearch(parts, parseSearch(parameters)),
    selectEveryNth(2, WITHOUT_TIME),
  ],
  [
    'the numbers of the filters',
    (parameters) => countFilters(parts, parseSearch(parameters)),
    selectEveryNth(2, WITHOUT_TIME),
  ],
  [
    'suggestions',
    (parameters) => suggest(parts, parseSearch(parameters)),
    // Without words there are none.
    selectEveryNth(
      2,
      SEARCHES.filter((one) => /q=./.test(one)),
      1,
    ),
  ],
  ['the map', (parameters) => mapSearch(parts, parseSearch(parameters)), selectEveryNth(2, WITHOUT_TIME, 1)],
])('the queries of %s', (_what, work, searches = SEARCHES) => {
  it.each(searches)('use indexes for %s', async (parameters) => {
    recordedQueries.length = 0;
    await work(parameters);
    const statements = recordedQueries.splice(0);
    expect(statements.length).toBeGreaterThan(0);
    for (const plan of await explainAll(statements)) {
      expect(plan).not.toMatch(/Seq Scan on (listing_search|listings|search_words|search_compounds)/);
    }
  });
});

it.each([
  '',
  'near=irvine',
  'near=irvine&within=100',
  'box=-120,32,-114,36',
  'box=-118.3,33.9,-117.9,34.2',
  'near=irvine&within=100&box=-120,32,-114,36',
])('the map uses an index-only scan for %s', async (parameters) => {
  recordedQueries.length = 0;
  await mapSearch(parts, parseSearch(parameters));
  const plans = await explainAll(recordedQueries.splice(0).filter(({ sql: text }) => text.includes('listing_search')));
  expect(plans.length).toBeGreaterThan(0);
  const scans = plans.flatMap((plan) => plan.match(/(?:Index|Seq|Heap|Only) Scan .* on listing_search\b/g) ?? []);
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan).toMatch(
      /^Only Scan using listing_search_(?:position|sample_position|map_position) on listing_search\b/,
    );
  }
});

it.each(['q=restaurant', 'q=restaurant near irvine', 'place=irvine'])(
  'the map reads the listings of %s once',
  async (parameters) => {
    recordedQueries.length = 0;
    const { pins, dots, clusters } = await mapSearch(parts, parseSearch(parameters));
    expect(pins.length + dots.length + clusters.length).toBeGreaterThan(0);
    const readings = recordedQueries.splice(0).filter(({ sql: text }) => text.includes('floor(x'));
    expect(readings).toHaveLength(1);
    const [plan] = await explainAll(readings);
    expect(plan?.match(/on listing_search\b/g)).toHaveLength(1);
  },
);

it('the words of an address with its city are looked for once', async () => {
  const { id, address } = await db
    .selectFrom('public_listings')
    .select(['id', 'address'])
    .where('city', '=', 'Irvine')
    .where('address', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  recordedQueries.length = 0;
  const { listings } = await search(parts, parseSearch(`q=${address} irvine`));
  expect(listings.map((listing) => listing.id)).toContain(id);
  const statements = recordedQueries.splice(0).map(({ sql: text }) => text);
  expect(statements.filter((text) => text.includes('is_first'))).toHaveLength(1);
  expect(statements.filter((text) => text.includes('indexed_sample'))).toEqual([]);
});

async function explainAll(statements: CompiledQuery[]): Promise<string[]> {
  const plans = await Promise.all(statements.map((statement) => explain(db, statement)));
  return plans.map((lines) => lines.join('\n'));
}

it('listings whose special hours are of an earlier year are found by their index', async () => {
  await sql`update listing_search set special_year = 2026 where listing_id % 10 = 0`.execute(db);
  await sql`vacuum analyze listing_search`.execute(db);
  await reindexSpecialHours(recordingDb);
  const [plan] = await explainAll(recordedQueries.splice(0));
  expect(plan).toMatch(/Index (Only )?Scan using listing_search_special_year/);
});

describe('searches without results are listed by the index of days', () => {
  beforeAll(async () => {
    await sql`insert into zero_result_searches (kind, day, words, place, searches)
      select 'listings', current_date - i % 90, 'word' || i, case when i % 3 > 0 then '/city/' || i % 50 else '' end, 1
      from generate_series(1, ${DIRECTORY_SIZE}::int) as i`.execute(db);
    await sql`vacuum analyze zero_result_searches, empty_searches`.execute(db);
  });

  it.each<[string, Partial<ZeroResultSearchesQuery>]>([
    ['by words and place', {}],
    ['by words', { by: 'words' }],
    ['by place', { by: 'place' }],
    ['of a place', { place: '/city/7' }],
    ['of a month', { month: new Date().toISOString().slice(0, 7) }],
  ])('%s', async (_which, narrowed) => {
    recordedQueries.length = 0;
    await listEmptySearches(recordingDb, { kind: 'listings', by: 'both', limit: 20, ...narrowed });
    const [plan] = await explainAll(recordedQueries.splice(0));
    expect(plan).toMatch(/Index (Only )?(Scan using|Scan on) zero_result_searches_(kind|day)/);
    expect(plan).not.toMatch(/Seq Scan on zero_result_searches/);
  });
});

it('a search without words and place scans the listings by completeness', async () => {
  recordedQueries.length = 0;
  await search(parts, parseSearch(''));
  const plans = await explainAll(recordedQueries.splice(0));
  expect(plans.join('\n')).toMatch(/Index (Only )?Scan using listings_all_relevance on listings/);
});

it.each([
  'place=irvine',
  'place=los-angeles',
  'place=orange-county',
  'category=shopping',
  'place=los-angeles&category=restaurants',
])('the results of %s have the order of the list without filters', async (parameters) => {
  // Some are more complete than the newer ones.
  await sql`update listings set year_founded = 1999 where id % 97 = 0 and year_founded is null`.execute(db);
  const { place: placeSlug, category: categorySlug } = parseSearch(parameters);
  const area = placeSlug === undefined ? null : findArea(parts.gazetteer, placeSlug);
  const category = categorySlug === undefined ? null : inCategory(findCategory(parts.gazetteer, categorySlug));
  const where = { ...area?.where, ...category?.where };
  const list = await listListings(
    { db, gazetteer: parts.gazetteer, featuredCounts: createFeaturedCounts(db) },
    { where, key: '', relevance: area?.relevance ?? category?.relevance },
    { limit: 60, sort: 'relevance' },
  );
  const found = (await search(parts, parseSearch(`${parameters}&limit=40`))).listings;
  recordedQueries.length = 0;
  const sponsored = found.filter((listing) => listing.sponsored).map(({ id }) => id);
  const expected = list.listings.map(({ id }) => id).filter((id) => !sponsored.includes(id));
  const ids = found.map(({ id }) => id).filter((id) => !sponsored.includes(id));
  expect(ids.length).toBeGreaterThan(20);
  expect(ids).toEqual(expected.slice(0, ids.length));
});

it('the chains of results are read by the primary key, and their branches counted in one statement by the index of words', async () => {
  const chains = await explain(db, chainsQuery([1, 2, 3, 4]).compile(db));
  expect(chains.join('\n')).toContain('listings_pkey');
  expect(chains.join('\n')).not.toContain('Seq Scan on listings');
  const counts = await explain(db, branchCountsQuery(EVERYTHING, ['Starbucks', 'Subway', "Peet's Coffee"]).compile(db));
  expect(counts.join('\n')).toContain('listing_search_words');
  expect(counts.join('\n')).not.toMatch(/Seq Scan on (listing_search|listings)/);
});

it('a comparison reads its listings by the primary key', async () => {
  const plan = await explain(db, comparisonQuery(db, [1, 2, 3, 4]).compile());
  expect(plan.join('\n')).toContain('listings_pkey');
});

it('what can be added to a comparison is read by an index of ZIP codes up to the one that fills the limit, also of a whole top category', async () => {
  const zipCodes = [...parts.gazetteer.zipCodes.keys()].slice(0, 200);
  const { id, children } = findCategory(parts.gazetteer, 'restaurants');
  for (const categoryIds of [[id], [id, ...children.map((child) => child.id)]]) {
    const query = nearestOfCategoriesQuery({ categoryIds, zipCodes, without: [1, 2] });
    const plan = (await explain(db, query.compile(db))).join('\n');
    expect(plan).toMatch(/Index Scan using listings_(category_)?zip on listings/);
    expect(plan).toContain('Presorted Key: nearby.rank');
  }
});

it('a statement with a list is planned once, however long the list is', async () => {
  forgetStatementNames();
  for (let length = 1; length <= 7; length++) {
    const ids = Array.from({ length }, (_, i) => i + 1);
    await sql`select id from public_listings where ${hasIdOf(ids)}`.execute(recordingDb);
    await countDocuments(
      recordingDb,
      ids.map((id) => `'=${id}'`),
    );
  }
  const statements = ['select id from public_listings where id = any%', '%as queries (query, ordinal)%'];
  // PostgreSQL tries five plans for single lists before it keeps one for all.
  const { rows } = await sql`
    select distinct on (statement) custom_plans, generic_plans from pg_prepared_statements
    where statement like any (${statements}::text[]) order by statement, prepare_time desc`.execute(recordingDb);
  recordedQueries.length = 0;
  expect(rows).toEqual(statements.map(() => ({ custom_plans: 5, generic_plans: 2 })));
});

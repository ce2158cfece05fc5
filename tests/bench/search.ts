import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type SearchQuery, searchQuerySchema } from '#contract/search.ts';
import { typeParsers } from '#server/db/client.ts';
import type { Database } from '#server/db/open.ts';
import type { DB } from '#server/db/schema.ts';
import { encodeCursor } from '#server/http/cursor.ts';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { aboutSearch } from '#server/search/about.ts';
import { mapSearch } from '#server/search/map.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { search } from '#server/search/search.ts';
import { suggest } from '#server/search/suggestions.ts';
import { makeListings } from '#server/seed/bulk-factories.ts';
import type { Print } from './load.ts';

// Typical searches by kind, as URL parameters of the page.
const SEARCHES: Record<string, string[]> = {
  'a broad word': ['grocery', 'market', 'restaurant', 'food', 'brewery', 'clothing', 'golden', 'shop', 'the', 'a'].map(
    (q) => `q=${q}`,
  ),
  'a name': ['vons', 'stater bros', 'walmart', 'food4less', 'smart & final', 'golden road', 'hangar 24'].map(
    (q) => `q=${encodeURIComponent(q)}`,
  ),
  'a name and a place': ['vons oceanside', 'target irvine', 'ralphs pasadena', 'brewery temecula'].map((q) => `q=${q}`),
  'a broad word near a place': [
    'restaurant near 90011',
    'grocery in irvine',
    'food near el centro',
    'market 92614',
  ].map((q) => `q=${q}`),
  'a kind in everyday or Spanish words': ['mechanic', 'panadería', 'plomero', 'car wash', 'taquería', 'er'].map(
    (q) => `q=${encodeURIComponent(q)}`,
  ),
  misspelt: ['vonz', 'albertsens', 'grocry store', 'brewrey temecla', 'resturant near irivne'].map((q) => `q=${q}`),
  'compounds, synonyms or misspellings': [
    ...['foodforless', 'in and out', 'staterbross', 'balastpont', 'smartandfinel', 'goldenraod', 'farmersmarkt'],
    ...['superiorgrosers riverside', 'goldenirvinpizza', 'pacificlosangelesresturant', 'traderjoess', 'jackinthebx'],
  ].map((q) => `q=${q}`),
  'a half word': ['res', 'alb', 'groc', 'sma', 'gold'].map((q) => `q=${q}`),
  'nothing there': ['xylophone zeppelin', 'q'.repeat(100), 'vons xylophone'].map((q) => `q=${q}`),
  'an address': ['17605 harvard ave', '100 main st irvine', '(310) 555-0123'].map((q) => `q=${encodeURIComponent(q)}`),
  'a category': ['restaurants', 'grocery-stores', 'plumbers', 'shopping', 'pizza'].map((slug) => `category=${slug}`),
  'a category in a place, sorted': ['newest', 'name', 'best'].flatMap((sort) =>
    ['irvine', 'los-angeles', '92243', 'orange-county'].map(
      (place) => `category=restaurants&place=${place}&sort=${sort}`,
    ),
  ),
  'near alone': ['90011', 'irvine', 'el-centro', '33.68,-117.82', 'orange county'].map((near) => `near=${near}`),
  'with filters': [
    ...['website=true', 'photos=true', 'open=now', 'within=5&near=92614', 'box=-118.3,33.9,-117.9,34.2'].flatMap(
      (filter) => [`q=restaurant&${filter}`, `${filter}`, `q=vons&${filter}`, `category=grocery-stores&${filter}`],
    ),
    'q=market&near=irvine&sort=newest',
    'q=market&near=el-centro&sort=name',
  ],
  'deep in the pages': ['q=restaurant', 'q=market&near=90011', 'category=restaurants&sort=newest'].map(
    (parameters) => `${parameters}&cursor=${encodeCursor({ offset: 480 })}`,
  ),
};

const PARTIAL_QUERIES = [
  'a',
  's',
  'sm',
  'sta',
  'stater',
  'stater b',
  'vons',
  'vonz',
  'gro',
  'res',
  'pan',
  'irv',
  '926',
  'golden r',
]
  .flatMap((q) => [`q=${q}`, `q=${q}&near=92614`])
  .concat('q=a', 'q=zzz', 'q=in n');

// Areas with most or many of the listings.
const WIDE_AREAS = ['', 'box=-120,32,-114,36', 'box=-119,33.4,-116.5,34.2', 'box=-118.3,33.9,-117.9,34.2'].concat([
  'near=irvine',
  'near=irvine&within=100',
  'near=irvine&within=100&box=-120,32,-114,36',
]);

/**
 * The database time of searches by kind: planning and execution of every statement, as measured by PostgreSQL.
 */
export async function benchSearches(database: Database, say: Print, listings: number[]) {
  const { db, connection } = database;
  for (const count of listings) {
    const before = await countListings(db);
    if (before < count) {
      say(`Adding listings: ${before} → ${count} …`);
      await addListings(db, count - before);
    }
    await sql`vacuum analyze listings, listing_search, search_words, search_compounds`.execute(db);
    say(`\nsearching ${await countListings(db)} listings: ms of the database (p50, p95, most)`);
    const statements: CompiledQuery[] = [];
    const pool = new pg.Pool({ ...connection, types: typeParsers, max: 1 });
    const loggingDb = new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      log: (event) => {
        if (event.level === 'query') statements.push(event.query as CompiledQuery);
      },
    });
    const parts = { db: loggingDb, gazetteer: await openGazetteer(db) };
    try {
      await measure(parts, statements, say);
    } finally {
      await loggingDb.destroy();
    }
  }
}

async function measure(parts: SearchDeps, statements: CompiledQuery[], say: Print) {
  const measureTimes = async (searches: string[], work: (query: SearchQuery) => Promise<unknown>) => {
    const times: number[] = [];
    for (const parameters of searches) {
      statements.length = 0;
      await work(parseSearchQuery(parameters));
      let time = 0;
      for (const statement of statements.splice(0)) time += await measureStatement(parts.db, statement);
      times.push(time);
    }
    return times;
  };
  const all: number[] = [];
  for (const [kind, searches] of Object.entries(SEARCHES)) {
    const times = await measureTimes(searches, (query) => search(parts, query));
    printRow(kind, times, say);
    all.push(...times);
  }
  printRow('all searches (bar at 100,000: p95 under 30)', all, say);
  const searches = Object.values(SEARCHES).flat();
  printRow('what is known about them', await measureTimes(searches, (query) => aboutSearch(parts, query)), say);
  printRow('the map of them', await measureTimes(searches, (query) => mapSearch(parts, query)), say);
  printRow('the map of wide areas', await measureTimes(WIDE_AREAS, (query) => mapSearch(parts, query)), say);
  printRow(
    'suggestions (bar at 100,000: p95 under 10)',
    await measureTimes(PARTIAL_QUERIES, (query) => suggest(parts, query)),
    say,
  );
}

const parseSearchQuery = (parameters: string): SearchQuery =>
  searchQuerySchema.parse(Object.fromEntries(new URLSearchParams(parameters)));

/** The planning and execution time of a statement: the best of five runs, because the machine has other load. */
async function measureStatement(db: Kysely<DB>, { sql: text, parameters }: CompiledQuery): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]);
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }>(
      explain,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    times.push((plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN));
  }
  return Math.min(...times);
}

function printRow(kind: string, times: number[], say: Print) {
  const inOrder = times.toSorted((a, b) => a - b);
  const at = (share: number) => (inOrder[Math.ceil(share * inOrder.length) - 1] ?? Number.NaN).toFixed(1).padStart(8);
  say(`  ${kind.padEnd(46)}${at(0.5)}${at(0.95)}${at(1)}`);
}

/**
 * Half made up of all categories (`makeListings`), half copies of the open data in other ZIP codes with branch numbers of
 * their own: chains as large as the directory is.
 */
async function addListings(db: Kysely<DB>, count: number) {
  const made = Math.floor(count / 2);
  await makeListings(db, made);
  await addBranches(db, count - made);
}

const CHUNK = 1000;

async function addBranches(db: Kysely<DB>, count: number) {
  for (let first = 1; first <= count; first += CHUNK) {
    await sql`
      with open_data as (
        select row_number() over (order by id) - 1 as n, count(*) over () as many, * from listings where origin = 'open-data'
      ), zips as (
        select row_number() over (order by zip) - 1 as n, count(*) over () as many, * from zip_codes where place_id is not null
      )
      insert into listings (title, description, business_name, address, city, zip, phone, place_id, county_id, location_id,
        category_id, top_category_id, lat, lng, point_source, origin, level, paid_until, created_at)
      select name, o.description, name, o.address, z.city, z.zip, o.phone, z.place_id, z.county_id, z.location_id,
        o.category_id, o.top_category_id, z.lat + (i % 89 - 44) * 0.0004, z.lng + (i % 97 - 48) * 0.0004, 'import', 'import',
        case when i % 20 = 0 then 'enhanced' else 'free' end, case when i % 20 = 0 then now() + interval '1 year' end,
        now() - ((hashint4(i + 7)::bigint + 2147483648) % 31536000) * interval '1 second'
      from generate_series(${first}::int, ${Math.min(count, first + CHUNK - 1)}::int) as i
      join open_data o on o.n = (hashint4(i)::bigint + 2147483648) % o.many
      join zips z on z.n = (hashint4(i + 1000000007)::bigint + 2147483648) % z.many
      cross join lateral (select rtrim(o.title, '#0123456789 ') || ' #' || i as name) as named`.execute(db);
  }
}

async function countListings(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from listings`.execute(db);
  return Number(rows[0]?.count);
}

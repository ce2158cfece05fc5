import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { findCategory } from '#server/categories/categories.ts';
import { categoryZipCountsQuery } from '#server/categories/category-areas.ts';
import { findCounty } from '#server/places/counties.ts';
import { neighborhoodCountsQuery, placeCountsQuery, zipCountsQuery } from '#server/places/counts.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { findCity, findLocation, findPlace } from '#server/places/places.ts';
import { findZipCode, nearbyZipCodes } from '#server/places/zip-codes.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { chainsInListQuery } from './chains.ts';
import { dataSourcesQuery } from './data-sources.ts';
import { featuredAtRankQuery, featuredCountQuery } from './featured-rotation.ts';
import { listQuery } from './list.ts';
import { ownerListingsQuery } from './list-owner-listings.ts';
import { nearbyQuery, sameCountyQuery } from './related.ts';
import {
  allListings,
  featuredListings,
  inCategory,
  inCityCategory,
  inCounty,
  inPlace,
  inZipCode,
  type ListingScope,
} from './scopes.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// A large directory with expired listings and ended paid terms. An index-only scan needs rows that vacuum has marked as
// visible to all transactions, which it does only for flushed pages: hence the checkpoint.
const [many, few] = await withoutStatementTimeout(db, async (db) => {
  await sql`update listings set expires_at = now() + (id % 3 - 1) * interval '1 day' where id % 7 = 0`.execute(db);
  await sql`update listings set paid_until = now() - interval '1 day' where level <> 'free' and id % 6 = 0`.execute(db);
  // One account owns a tenth of the listings, another one three.
  const [many, few] = [await makeAccount(db), await makeAccount(db)];
  await sql`update listings set owner_id = ${many.id} where id % 10 = 0`.execute(db);
  await sql`update listings set owner_id = ${few.id} where id in (1, 301, 1801)`.execute(db);
  // Some of the owners say that they are in other categories too.
  await sql`update listings set more_category_ids = array[5, 20] where id % 50 = 0`.execute(db);
  await sql`insert into listing_days (listing_id, day) select id, current_date - day from listings, generate_series(1, 10) as day
  where owner_id is not null`.execute(db);
  await sql`checkpoint`.execute(db);
  await sql`vacuum analyze listings, listing_days`.execute(db);
  return [many, few] as const;
});
const gazetteer = await openGazetteer(db);

const scopes = {
  recent: [allListings, 'listings_recent', 'listings_featured'],
  county: [inCounty(findCounty(gazetteer, 'los-angeles-county')), 'listings_county', 'listings_featured_county'],
  city: [inPlace(findCity(gazetteer, 'irvine')), 'listings_place', 'listings_featured_city'],
  neighborhood: [inPlace(findCity(gazetteer, 'koreatown')), 'listings_neighborhood', 'listings_featured_neighborhood'],
  location: [inPlace(findLocation(gazetteer, 'orange-county')), 'listings_location', 'listings_featured_location'],
  'ZIP code': [inZipCode(findZipCode(gazetteer, '92614')), 'listings_zip', 'listings_featured_zip'],
  category: [inCategory(findCategory(gazetteer, 'pizza')), 'listings_category', 'listings_featured_category'],
  'top category': [
    inCategory(findCategory(gazetteer, 'restaurants')),
    'listings_top_category',
    'listings_featured_top_category',
  ],
  'category in a city': [
    inCityCategory(findPlace(gazetteer, 'irvine'), findCategory(gazetteer, 'breakfast-brunch')),
    'listings_place_category',
    'listings_place_category',
  ],
  'top category in a city': [
    inCityCategory(findPlace(gazetteer, 'irvine'), findCategory(gazetteer, 'restaurants')),
    'listings_place_top_category',
    'listings_featured_city',
  ],
} as const;

/** Expects a scan of an index that ends at the limit. Of a category there is also one of the few listings that have it as a further category. */
function expectScan(plan: string[], { categoryIds }: ListingScope, index: string) {
  const scan = `Index Scan using ${index} on listings`;
  if (!categoryIds) return expect(plan.slice(0, 2), plan.join('\n')).toEqual(['Limit', `  ->  ${scan}`]);
  const lines = plan.map((line) => line.trim().replace(/^-> +/, ''));
  expect(lines[lines.indexOf(scan) - 1], plan.join('\n')).toMatch(/^Limit/);
  expectMoreCategories(plan);
}

/** Expects that listings with further categories are read by an index of them. */
function expectMoreCategories(plan: string[]) {
  const text = plan.join('\n');
  expect(text).toMatch(/listings_more_categories/);
  expect(text).not.toMatch(/Seq Scan on listings|JIT/);
}

// After it some sixty were posted.
const after = { at: new Date(Date.now() - (60 / DIRECTORY_SIZE) * 365 * 86_400_000), id: 5000 };
const pages = [{ limit: 20 }, { limit: 20, after }, { limit: 4 }];

describe('every list scans its index from the newest entry and stops at the limit', () => {
  it.each(Object.entries(scopes))('of a %s', async (_name, [scope, index, featuredIndex]) => {
    if (!scope) throw new Error('There is no such place');
    for (const page of pages) {
      for (const [featured, used] of [
        [undefined, index],
        [false, index],
        [true, featuredIndex],
      ] as const) {
        expectScan(await explain(db, listQuery(db, scope, { ...page, featured }).compile()), scope, used);
      }
    }
  });

  it.each(Object.entries(scopes))('of a %s by relevance', async (_name, [scope, index]) => {
    if (!scope) throw new Error('There is no such place');
    const relevance = scope.relevance === 'completeness' ? 4 : -40;
    for (const page of [{ limit: 20 }, { limit: 20, after: { ...after, relevance } }, { limit: 4 }]) {
      for (const featured of [undefined, false]) {
        const plan = await explain(db, listQuery(db, scope, { ...page, featured, sort: 'relevance' }).compile());
        expectScan(plan, scope, `${index}_relevance`);
      }
    }
  });

  it.each(Object.entries(scopes))('of a %s, whose chains are read by an index', async (_name, [scope]) => {
    if (!scope) throw new Error('There is no such place');
    const plan = await explain(db, chainsInListQuery(db, scope, false, ['Starbucks', 'Subway']).compile());
    expect(plan.join('\n')).toMatch(/Index (Only )?Scan (using|on) listings_/);
    expect(plan.join('\n')).not.toContain('Seq Scan on listings');
  });

  it('of featured listings everywhere', async () => {
    const plan = await explain(db, listQuery(db, featuredListings, { limit: 20, featured: true }).compile());
    expect(plan[1]).toBe('  ->  Index Scan using listings_featured on listings');
  });
});

describe('the featured rotation uses the index of featured listings', () => {
  it.each(Object.entries(scopes))('of a %s', async (_name, [scope, , featuredIndex]) => {
    if (!scope) throw new Error('There is no such place');
    const fromTop = listQuery(db, scope, { limit: 20, featured: true, downTo: after });
    const queries = [featuredCountQuery(db, scope), featuredAtRankQuery(db, scope, 2, { count: 9 }), fromTop];
    for (const query of queries) {
      const plan = (await explain(db, query.compile())).join('\n');
      // For a category in a city PostgreSQL may choose either of two indexes.
      expect(plan).toMatch(
        new RegExp(`Index (Only )?Scan (Backward )?(using|on) (${featuredIndex}\\w*|listings_featured_\\w+)\\b`),
      );
      expect(plan).not.toMatch(scope.categoryIds ? /Seq Scan|JIT/ : /Seq Scan|Sort|JIT/);
    }
  });

  it.each(Object.entries(scopes).filter(([name]) => !name.includes('category in a city')))(
    'of a %s, without reading the rows that are counted or skipped',
    async (_name, [scope]) => {
      if (!scope) throw new Error('There is no such place');
      for (const query of [
        featuredCountQuery(db, scope),
        featuredAtRankQuery(db, scope, 2, { count: 9 }),
        featuredAtRankQuery(db, scope, 7, { count: 9 }),
        featuredAtRankQuery(db, scope, 4, { count: 9, last: { rank: 3, created_at: new Date(), id: 1 } }),
      ]) {
        const plan = (await explain(db, query.compile())).join('\n');
        const [first, ...others] = plan.match(/\w+ \w+ Scan .*/g) ?? [];
        expect(first).toMatch(/^Index Only Scan (Backward )?using listings_featured\w* on listings$/);
        if (others.length > 0) expectMoreCategories(plan.split('\n'));
        expect(others.length > 0, plan).toBe(scope.categoryIds !== undefined);
      }
    },
  );
});

it('related listings use the indexes of category and ZIP code, and of category and county', async () => {
  const listing = await db
    .selectFrom('listings')
    .selectAll()
    .where('zip', '=', '92614')
    .limit(1)
    .executeTakeFirstOrThrow();
  const around = nearbyZipCodes(gazetteer, findZipCode(gazetteer, '92614'));
  const nearby = (await explain(db, nearbyQuery(listing, around, 6).compile(db))).join('\n');
  expect(nearby).toContain('Index Scan using listings_category_zip on listings');
  // It stops at the ZIP code that fills the limit: not all of them are sorted.
  expect(nearby).toMatch(/^Limit\n {2}-> {2}Incremental Sort\n/);
  expect(nearby).toContain('Presorted Key: nearby.rank');
  const sameCounty = (await explain(db, sameCountyQuery(listing, 12).compile(db))).join('\n');
  expect(sameCounty).toContain('Index Scan using listings_top_category_county on listings');
});

it('counting uses index-only scans', async () => {
  const neighborhoods = await explain(db, neighborhoodCountsQuery.compile(db));
  expect(neighborhoods.join('\n')).toContain(
    'Index Only Scan using listings_neighborhood_category_relevance on listings',
  );
  const places = (await explain(db, placeCountsQuery.compile(db))).join('\n');
  expect(places).toContain('Index Only Scan using listings_place_category on listings');
  expect(places).not.toContain('Sort');
  const zipCodes = await explain(db, zipCountsQuery.compile(db));
  expect(zipCodes.join('\n')).toContain('Index Only Scan using listings_place_category on listings');
  const { id, children } = findCategory(gazetteer, 'restaurants');
  const ofZipCodes = categoryZipCountsQuery(findPlace(gazetteer, 'irvine').id, [
    id,
    ...children.map((child) => child.id),
  ]);
  const zips = (await explain(db, ofZipCodes.compile(db))).join('\n');
  expect(zips).toContain('Index Only Scan using listings_place_category on listings');
  expect(zips).toMatch(/Index Cond: \(?\(place_id = .* AND \(category_id = ANY/);
});

describe.each([
  ['many', many],
  ['few', few],
])('the listings of an owner of %s', (_number, { id }) => {
  it.each([
    ['first', undefined],
    ['second', encodeCursor({ id: DIRECTORY_SIZE / 2 })],
  ])('are scanned by their index, and views are summed only for those of the %s page', async (_page, after) => {
    const plan = await explain(db, ownerListingsQuery(db, id, { limit: 20, cursor: after }).compile());
    expect(plan.slice(0, 2), plan.join('\n')).toEqual(['Limit', '  ->  Index Scan using listings_owner on listings']);
    expect(plan.join('\n')).toContain('Index Scan using listing_days_pkey');
  });
});

it('the list of sources reads one entry of an index for each', async () => {
  const plan = (await explain(db, dataSourcesQuery.compile(db))).join('\n');
  expect(plan).toMatch(/Index Only Scan using listings_source_source_id_key on listings/);
  expect(plan).toMatch(/Index Only Scan using merged_rows_pkey on merged_rows/);
});

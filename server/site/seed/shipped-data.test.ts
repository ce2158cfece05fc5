import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openPlaceMatcher } from '#server/import/import.ts';
import { toImportedListing } from '#server/import/listing.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { toBusinessName } from '#server/source-files/names/names.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { loadOsmPlaces, OSM_PLACES } from './osm-places.ts';
import { loadSamples, SAMPLE_FILES } from './samples.ts';

const LARGE_FILES = ['socal_chain_stores.csv', 'socal_wic_grocers.csv'];

const database = await createTestDatabase();
afterAll(() => database.drop());

it('The files of businesses give listings of every kind, whose titles do not shout', async () => {
  const placeMatcher = await openPlaceMatcher(database.db);
  const skipped: string[] = [];
  const reviewed: string[] = [];
  const drafts = [];
  for (const file of SAMPLE_FILES) {
    for await (const row of readRows(fileURLToPath(new URL(file, DATA_FOLDER)))) {
      // The usual run takes each tenth row of the files of more than 2,000 rows.
      if (!isLongRun && LARGE_FILES.includes(file) && row.line % 10 !== 0) continue;
      const result = toImportedListing(placeMatcher, row);
      if ('skip' in result) skipped.push(result.skip.kind);
      else {
        drafts.push(result.draft);
        if (result.mends.some(({ kind }) => kind === 'review')) reviewed.push(result.draft.title);
      }
    }
  }
  expect(drafts.length).toBeGreaterThan(isLongRun ? 15_000 : 3500);
  expect(['closed', 'planned', 'place']).toEqual(expect.arrayContaining([...new Set(skipped)]));
  expect(skipped.length).toBeLessThan(80);
  expect(reviewed).toEqual([]);
  expect(new Set(drafts.map(({ category_id }) => category_id)).size).toBeGreaterThanOrEqual(100);
  expect(new Set(drafts.map(({ county_id }) => county_id)).size).toBe(8);

  const initialisms =
    /\b(?:AASTA|AHMC|AHPC|ALDI|CAPITAL800|CSUN|DTFHC|DTLA|IHOP|IMAX|KBBQ|LARFM|LGBTQ|MCPC|RBRK|RSAG|SDRC|SDSU|SUPRMARKT|TAPS|TCBY|UCLA|UCSD|UPWM|VITAS|WWST)\b/g;
  const shouting = drafts
    .map(({ title }) => title)
    .filter((title) => /\p{Lu}{4,}/u.test(title.replace(initialisms, '')));
  expect(shouting).toEqual([]);
  const titles = drafts.map(({ title }) => title);
  expect(titles.filter((title) => /, (?:inc|llc)\.?$/i.test(title))).toEqual([]);
  // Of what is no known chain the number is a part of the name.
  expect(titles.filter((title) => /#\s*\d+$/.test(title) && toBusinessName(title).brand !== null)).toEqual([]);
});

it('The places of OpenStreetMap have a category, a place and a point, and none is there twice', async () => {
  const placeMatcher = await openPlaceMatcher(database.db);
  const names = new Set<string>();
  const skipped: string[] = [];
  const drafts = [];
  for await (const row of readRows(fileURLToPath(new URL(OSM_PLACES.file, DATA_FOLDER)), {
    source: OSM_PLACES.source,
  })) {
    names.add(row.fields.id);
    // The usual run takes each tenth row.
    if (!isLongRun && row.line % 10 !== 0) continue;
    const result = toImportedListing(placeMatcher, row);
    if ('skip' in result) skipped.push(`line ${row.line}: ${result.skip.text}`);
    else drafts.push(result);
  }
  expect(names.size).toBeGreaterThanOrEqual(12_000);
  expect(names.size).toBeLessThanOrEqual(16_000);
  expect(skipped.length, skipped.join('\n')).toBeLessThan(10);
  expect(drafts.filter(({ categoryBy }) => categoryBy !== 'slug')).toEqual([]);
  expect(drafts.filter(({ draft }) => draft.lat === null).length / drafts.length).toBeLessThan(0.01);
  const slugs = [...placeMatcher.gazetteer.categories.bySlug].flatMap(([slug, { id }]) =>
    ['schools', 'churches'].includes(slug) ? [id] : [],
  );
  expect(drafts.filter(({ draft }) => slugs.includes(draft.category_id))).toEqual([]);
  expect(new Set(drafts.map(({ draft }) => draft.county_id)).size).toBe(8);
});

it.runIf(isLongRun)('All of them are loaded by the first start, and once', async () => {
  const { db } = database;
  const summary = await loadSamples(db);
  expect(summary?.files.map(({ file }) => file)).toEqual(SAMPLE_FILES);
  expect(summary?.openData).toBeGreaterThan(14_800);
  expect(await loadOsmPlaces(db)).toBeGreaterThan(15_000);
  const { rows: categories } = await sql`
    select from categories c where merged_at is null
      and exists (select from public_listings where c.id in (category_id, top_category_id))`.execute(db);
  expect(categories.length).toBeGreaterThanOrEqual(200);
  // A person judged these pairs: rows that were merged, and neighbors of like names that were not.
  const pairs: { verdict: string; id: string; other_id: string }[] = parse(
    readFileSync(new URL('judged-osm-pairs.csv', import.meta.url)),
    { columns: true },
  );
  const { rows: owners } = await sql<{ source_id: string; id: number }>`
    select source_id, id from listings where source is not null
    union all select source_id, listing_id from merged_rows`.execute(db);
  const listingOf = new Map(owners.map(({ source_id, id }) => [source_id, Number(id)]));
  const judged = pairs.map(({ verdict, id, other_id }) => {
    const [one, other] = [listingOf.get(id), listingOf.get(other_id)];
    if (one === undefined || other === undefined) throw new Error(`${id} or ${other_id} is not in the files`);
    return { verdict, isMerged: one === other };
  });
  expect(judged).toHaveLength(60);
  expect(judged.filter(({ verdict, isMerged }) => isMerged && verdict === 'different').length).toBeLessThanOrEqual(1);
  expect(judged.filter(({ verdict, isMerged }) => !isMerged && verdict === 'same').length).toBeLessThanOrEqual(3);
  const { rows: neighborhoods } = await sql`
    select distinct neighborhood_id from listings where neighborhood_id is not null`.execute(db);
  expect(neighborhoods.length).toBeGreaterThanOrEqual(100);
  // The same name and number within some 300 m: one business of two sources, but for streets that one of them writes wrongly.
  const { rows: twice } = await sql`
    select a.title, a.address, a.source, b.source as other_source from listings a join listings b
      on b.title = a.title and b.id > a.id and b.source <> a.source and match_number(b.address) = match_number(a.address)
      and abs(b.lat - a.lat) < 0.0027 and abs(b.lng - a.lng) < 0.0032
    where not exists (select from doubtful_pairs d where a.id in (d.listing_id, d.other_id) and b.id in (d.listing_id, d.other_id))`.execute(
    db,
  );
  expect(twice.length, JSON.stringify(twice)).toBeLessThanOrEqual(3);
});

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql, type Transaction } from 'kysely';
import { openPlaceMatcher } from '#server/import/import.ts';
import type { ImportedListing } from '#server/import/listing.ts';
import { createDeduplicator, type MatchedBatch } from '#server/import/matching/deduplicator.ts';
import { recordMatches } from '#server/import/matching/merged-rows.ts';
import { lockImport } from '#server/import/runs/lock.ts';
import { readSourceDates } from '#server/import/source-dates.ts';
import { addToSummary, type ImportSummary } from '#server/import/summary.ts';
import { insertListings } from '#server/import/write.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import type { ImportRow } from '#server/source-files/rows.ts';
import { addLicenses, CONTRACTORS, readContractors } from './contractors.ts';
import { makeListing } from './factories.ts';
import { requestOsmPlaces } from './osm-places.ts';
import { SAMPLE_LISTINGS } from './sample-listings.ts';
import { SAMPLE_TRANSLATIONS } from './sample-translations.ts';

/** The result of loading the samples. */
export interface SamplesSummary {
  /** The summary of each open-data file. Files with more facts come first and win where two contain the same business. */
  files: { file: string; summary: ImportSummary }[];
  /** The number of open-data listings that were added. */
  openData: number;
  /** The number of fictional listings that were added. */
  samples: number;
}

/** The files of businesses in `data/` that a new directory begins with. */
export const SAMPLE_FILES = [
  'la_farmers_markets.csv',
  'socal_snap_markets.csv',
  'socal_breweries.csv',
  'socal_health_facilities.csv',
  'socal_chain_stores.csv',
  'socal_wic_grocers.csv',
  'san_diego_businesses.csv',
];
// A fifth of the businesses, and of the time.
const FEW_FILES = ['la_farmers_markets.csv', 'socal_snap_markets.csv', 'socal_breweries.csv', 'socal_wic_grocers.csv'];
const BATCH_SIZE = 500;
const PAID_YEARS = 10;

/**
 * Fills a new directory: the open business data of `data/` as free listings that nobody has claimed yet, and a handful
 * of made-up paid ones marked as samples. The places of OpenStreetMap follow (`loadOsmPlaces`). Happens once, in a database that has no listings; not again after
 * `removeSamples`.
 * See docs/decisions/0007-open-business-data-and-samples.md.
 * @param options.few loads only the files of farmers markets, breweries and grocers
 * @param options.progress hears what is being done, one line at a time
 * @returns null when there was nothing to do
 */
export async function loadSamples(
  db: Kysely<DB>,
  { few = false, progress = () => {} }: { few?: boolean; progress?: (line: string) => void } = {},
): Promise<SamplesSummary | null> {
  if (await isSeeded(db)) return null;
  const placeMatcher = await openPlaceMatcher(db);
  return db.transaction().execute(async (trx) => {
    await lockImport(trx);
    if (await isSeeded(trx)) return null;

    const batches: MatchedBatch[] = [];
    const files: SamplesSummary['files'] = [];
    const dates = await readSourceDates(trx);
    const deduplicator = createDeduplicator({ placeMatcher, dates });
    for (const file of few ? FEW_FILES : [...SAMPLE_FILES, CONTRACTORS.file]) {
      progress(`Reading ${file}`);
      const rows = file === CONTRACTORS.file ? await readContractors() : await readFileRows(file);
      const batch = await deduplicator.matchBatch(trx, rows);
      batches.push(batch);
      addToSummary(batch.summary, { added: batch.added.length });
      files.push({ file, summary: batch.summary });
    }

    const drafts = batches.flatMap(({ added }) =>
      added.map((draft) => ({ draft, age: toStableRandom(draft) * added.length })),
    );
    progress(`Adding ${drafts.length} businesses`);
    await addSampleListings(trx);
    // Lists show the newest first. The files are mixed evenly, so that the newest listings are of all kinds.
    const shuffled = drafts.toSorted((a, b) => b.age - a.age);
    for (let first = 0; first < shuffled.length; first += BATCH_SIZE) {
      const rows = shuffled.slice(first, first + BATCH_SIZE).map(({ draft }) => draft);
      await insertListings(trx, { gazetteer: placeMatcher.gazetteer, dates }, 'open-data', rows);
    }
    if (!few) await addLicenses(trx);
    const matches = batches.flatMap((batch) => batch.matches);
    await recordMatches(trx, { dates }, 'open-data', matches);
    if (!few) await requestOsmPlaces(trx);
    await recordSeedState(trx, 'loaded');
    return { files, openData: shuffled.length, samples: SAMPLE_LISTINGS.length };
  });
}

async function readFileRows(file: string) {
  const rows: ImportRow[] = [];
  for await (const row of readRows(fileURLToPath(new URL(file, DATA_FOLDER)))) rows.push(row);
  return rows;
}

/** Whether the samples were loaded and not removed since. */
export async function areSamplesLoaded(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'samples').executeTakeFirst();
  return row?.value === 'loaded';
}

/** Whether the samples were loaded or removed before, or the database has other listings. */
async function isSeeded(db: Kysely<DB>) {
  const { rows } = await sql<{ isSeeded: boolean }>`
    select exists (select from settings where key = 'samples') or exists (select from listings) as "isSeeded"`.execute(
    db,
  );
  return rows[0]?.isSeeded === true;
}

/** Remembers whether the samples were loaded or removed, so that they are not loaded again. Invalidates everything. */
export async function recordSeedState(trx: Transaction<DB>, state: 'loaded' | 'removed') {
  await sql`
    insert into settings (key, value) values ('samples', to_jsonb(${state}::text))
    on conflict (key) do update set value = excluded.value`.execute(trx);
  await invalidate(trx, [ALL_KEYS]);
}

async function addSampleListings(trx: Transaction<DB>) {
  const paidUntil = new Date();
  paidUntil.setUTCFullYear(paidUntil.getUTCFullYear() + PAID_YEARS);
  for (const listing of SAMPLE_LISTINGS) {
    const translations = { es: SAMPLE_TRANSLATIONS[listing.title] };
    const columns = { origin: 'sample', owner_id: null, paid_until: paidUntil, translations } as const;
    const { id } = await makeListing(trx, { ...listing, ...columns });
    // A map pin is a part of what a sample shows; the address does not exist.
    await sql`
      update listings set lat = z.lat, lng = z.lng, point_source = 'owner'
      from zip_codes z where z.zip = listings.zip and id = ${id}`.execute(trx);
  }
}

/** A pseudo-random number from 0 to 1 that is always the same for a row. */
const toStableRandom = ({ source, source_id }: ImportedListing) =>
  createHash('sha256').update(`${source}|${source_id}`).digest().readUInt32BE() / 2 ** 32;

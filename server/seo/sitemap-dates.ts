import { type Kysely, sql } from 'kysely';
import type { Counts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { inSlices } from './slices.ts';

/** URLs in one file of the sitemap; the protocol allows 50,000 (sitemaps.org). */
export const MAX_URLS_PER_FILE = 40_000;

/** A statement reads the dates of at most so many listings: a million take seconds. */
const IDS_PER_STATEMENT = 200_000;

/** Each with up to as many dates as there are categories. */
const ROWS_PER_SLICE = 50;

/** All listings are read for the dates of a sitemap. If there are many, the dates are as old as clients may cache the files. */
const MAX_AGE_MS = 3_600_000;
const MIN_LISTINGS_TO_CACHE = 100_000;

/** The latest of the dates; undefined if there is none. */
export const latestDate = (dates: (Date | undefined)[]) =>
  dates.reduce((newest, date) => (date && (!newest || date > newest) ? date : newest), undefined);

/** When the pages of the sitemap changed last. */
export interface SitemapDates {
  files(): ReturnType<typeof findListingFiles>;
  lists(): ReturnType<typeof findLastModified>;
}

/** The dates, which are read once an hour in a large directory, and for each request in a small one. */
export function openSitemapDates(
  db: Kysely<DB>,
  { gazetteer, counts }: { gazetteer: Gazetteer; counts: Pick<Counts, 'counties'> },
): SitemapDates {
  const isLarge = () => [...counts.counties.values()].reduce((sum, count) => sum + count, 0) >= MIN_LISTINGS_TO_CACHE;
  return {
    files: createHourlyCache({ isUsed: isLarge, getSource: () => db }, () => findListingFiles(db)),
    lists: createHourlyCache({ isUsed: isLarge, getSource: () => gazetteer.categories }, () =>
      findLastModified(db, gazetteer),
    ),
  };
}

/** @param options.getSource what is cached is dropped when it is another object */
function createHourlyCache<Value>(
  { isUsed, getSource }: { isUsed: () => boolean; getSource: () => unknown },
  read: () => Promise<Value>,
): () => Promise<Value> {
  let cached: { value: Promise<Value>; until: number; source: unknown } | undefined;
  return () => {
    if (!isUsed()) return read();
    const source = getSource();
    if (cached && cached.until > Date.now() && cached.source === source) return cached.value;
    const value = read();
    cached = { value, until: Date.now() + MAX_AGE_MS, source };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
}

/** The numbers (from 1) of the sitemap files that contain a listing, and the date of its last change. */
async function findListingFiles(db: Kysely<DB>): Promise<{ file: number; changed: Date }[]> {
  const files: { file: number; changed: Date }[] = [];
  for (;;) {
    const { rows } = await nextFileQuery((files.at(-1)?.file ?? 0) * MAX_URLS_PER_FILE).execute(db);
    if (!rows[0]) return files;
    files.push(rows[0]);
  }
}

/** The first file with a listing behind an id. Exported, like the other query, for the test of its plan. */
export const nextFileQuery = (id: number) => sql<{ file: number; changed: Date }>`
  select file, (
      select max(updated_at) from public_listings
      where id > (file - 1) * ${sql.lit(MAX_URLS_PER_FILE)} and id <= file * ${sql.lit(MAX_URLS_PER_FILE)}
    ) as changed
  from (
    select ((id - 1) / ${sql.lit(MAX_URLS_PER_FILE)} + 1)::int as file from public_listings where id > ${id} order by id limit 1
  ) as next`;

/** The last change of a listing, for each county, place, ZIP code and category that lists it. */
async function findLastModified(db: Kysely<DB>, { categories }: Gazetteer) {
  const found = {
    counties: new Map<number, Date>(),
    locations: new Map<number, Date>(),
    zipCodes: new Map<string, Date>(),
    places: new Map<number, Date>(),
    categories: new Map<number, Date>(),
    /** By place and category id: `7/12`. */
    cityCategories: new Map<string, Date>(),
  };
  const record = ({ county, location, zip, place, changed, ofCategories }: DatesRow) => {
    if (county !== null) recordLatest(found.counties, county, changed);
    else if (location !== null) recordLatest(found.locations, location, changed);
    else if (zip !== null) recordLatest(found.zipCodes, zip, changed);
    else if (place !== null) recordLatest(found.places, place, changed);
    for (const [category, ms] of Object.entries(ofCategories ?? {})) {
      const date = new Date(ms);
      const parent = categories.byId.get(Number(category))?.parent;
      for (const key of parent ? [Number(category), parent.id] : [Number(category)]) {
        recordLatest(found.categories, key, date);
        if (place !== null) recordLatest(found.cityCategories, `${place}/${key}`, date);
      }
    }
  };
  const { rows: last } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from listings`.execute(db);
  for (let id = 0; id < (last[0]?.id ?? 0); id += IDS_PER_STATEMENT) {
    const { rows } = await datesQuery(id, id + IDS_PER_STATEMENT).execute(db);
    for await (const slice of inSlices(rows, ROWS_PER_SLICE)) for (const row of slice) record(row);
  }
  return found;
}

interface DatesRow {
  county: number | null;
  location: number | null;
  zip: string | null;
  place: number | null;
  changed: Date;
  /** Of a place: by category, in milliseconds since 1970. */
  ofCategories: Record<string, number> | null;
}

/** Rows for each county, location, ZIP code, place and neighborhood of the listings in a range of ids. */
export const datesQuery = (after: number, to: number) => sql<DatesRow>`
  select county, location, zip, place, max(changed) as changed,
    json_object_agg(category, floor(extract(epoch from changed) * 1000)) filter (where category is not null) as "ofCategories"
  from (
    select county_id as county, location_id as location, zip, coalesce(place_id, neighborhood_id) as place, category_id as category,
      max(updated_at) as changed
    from public_listings where id > ${after} and id <= ${to}
    group by grouping sets ((county_id), (location_id), (zip), (place_id, category_id), (neighborhood_id, category_id))
  ) as dated
  group by county, location, zip, place`;

function recordLatest<Key>(dates: Map<Key, Date>, key: Key, changed: Date) {
  dates.set(key, latestDate([dates.get(key), changed]) ?? changed);
}

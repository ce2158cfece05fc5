import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { inSlices } from './slices.ts';

/** URLs in one file of the sitemap; the protocol allows 50,000 (sitemaps.org). */
export const MAX_URLS_PER_FILE = 40_000;

/** The latest of the dates; undefined if there is none. */
export const latestDate = (dates: (Date | undefined)[]) =>
  dates.reduce((newest, date) => (date && (!newest || date > newest) ? date : newest), undefined);

/** The numbers (from 1) of the sitemap files that contain a listing, and the date of its last change. */
export async function findListingFiles(db: Kysely<DB>): Promise<{ file: number; changed: Date }[]> {
  const { rows } = await sql<{ file: number; changed: Date }>`
    select ((id - 1) / ${sql.lit(MAX_URLS_PER_FILE)} + 1)::int as file, max(updated_at) as changed
    from public_listings
    group by file
    order by file`.execute(db);
  return rows;
}

/** The last change of a listing, for each county, place, ZIP code and category that lists it. */
export async function findLastModified(db: Kysely<DB>, { categories }: Gazetteer) {
  const { rows } = await sql<{
    county: number | null;
    location: number | null;
    zip: string | null;
    place: number | null;
    category: number;
    changed: Date;
  }>`
    select county_id as county, location_id as location, zip, place_id as place, category_id as category, max(updated_at) as changed
    from public_listings
    group by grouping sets ((county_id), (location_id), (zip), (place_id, category_id))
    union all
    select null, null, null, neighborhood_id, category_id, max(updated_at)
    from public_listings where neighborhood_id is not null
    group by neighborhood_id, category_id`.execute(db);
  const found = {
    counties: new Map<number, Date>(),
    locations: new Map<number, Date>(),
    zipCodes: new Map<string, Date>(),
    places: new Map<number, Date>(),
    categories: new Map<number, Date>(),
    /** By place and category id: `7/12`. */
    cityCategories: new Map<string, Date>(),
  };
  for await (const slice of inSlices(rows)) {
    for (const { county, location, zip, place, category, changed } of slice) {
      if (county !== null) recordLatest(found.counties, county, changed);
      else if (location !== null) recordLatest(found.locations, location, changed);
      else if (zip !== null) recordLatest(found.zipCodes, zip, changed);
      else {
        if (place !== null) recordLatest(found.places, place, changed);
        const parent = categories.byId.get(category)?.parent;
        for (const id of parent ? [category, parent.id] : [category]) {
          recordLatest(found.categories, id, changed);
          if (place !== null) recordLatest(found.cityCategories, `${place}/${id}`, changed);
        }
      }
    }
  }
  return found;
}

function recordLatest<Key>(dates: Map<Key, Date>, key: Key, changed: Date) {
  dates.set(key, latestDate([dates.get(key), changed]) ?? changed);
}

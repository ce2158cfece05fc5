import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { CategoryNode, Gazetteer } from './gazetteer.ts';

// Counting takes time that grows with the directory: it rests ten times as long as it took, a second at most.
const REST_FACTOR = 10;
const MAX_REST_MS = 1000;
const RETRY_MS = 5000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Numbers of public listings by the id of what they are filed under; what has none is not in the map. */
interface CountsSnapshot {
  counties: ReadonlyMap<number, number>;
  places: ReadonlyMap<number, number>;
  /** By the category that the listing itself names, not its parent. */
  categories: ReadonlyMap<number, number>;
  /** The same of each place. */
  categoriesOfPlaces: ReadonlyMap<number, ReadonlyMap<number, number>>;
  zipCodes: ReadonlyMap<string, number>;
}

/** The numbers held in memory, so that no page waits for a count; counted anew when listings come, go or expire. */
export interface Counts extends CountsSnapshot {
  /** Counts again; done when what had been committed before the call is counted. */
  recount(): Promise<void>;
  close(): void;
}

/** The surrogate key of what shows numbers of the whole directory. */
export const COUNTS_KEY = 'counts';

/** The surrogate key of what shows the numbers of one county and its places. */
export const countyCountsKey = (countyId: number) => `counts:${countyId}`;

/** The surrogate key of what shows the numbers of one place's categories. */
export const placeCountsKey = (placeId: number) => `counts:place:${placeId}`;

/** The surrogate key of what shows the numbers of a top category and its children, anywhere. */
export const categoryCountsKey = ({ id, parent }: CategoryNode) => `counts:category:${parent?.id ?? id}`;

/**
 * Counts what visitors see, and keeps counting.
 * See docs/decisions/0016-listing-counts-in-memory.md.
 * @param changed called with the surrogate keys of what shows numbers that a recount found to be others
 * @param failed called with what kept a recount from succeeding; it is tried again
 */
export async function openCounts(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { changed: onChange, failed: onError }: { changed: (keys: string[]) => void; failed: (error: unknown) => void },
): Promise<Counts> {
  let inFlight: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let restMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const counts: Counts = {
    ...(await countNow()),
    recount() {
      // One that runs may have begun too early: whoever asks meanwhile shares the one after it.
      if (!inFlight) return startRecount();
      next ??= inFlight
        .then(() => pause(restMs, undefined, { ref: false }))
        .then(() => {
          next = null;
          return startRecount();
        });
      return next;
    },
    close: () => clearTimeout(timer),
  };
  return counts;

  function startRecount(): Promise<void> {
    inFlight = countNow()
      .then((numbers) => {
        const keys = changedKeys(gazetteer, counts, numbers);
        Object.assign(counts, numbers);
        if (keys.length > 0) onChange(keys);
      })
      .catch((error) => {
        onError(error);
        recountAfter(RETRY_MS);
      })
      .finally(() => {
        inFlight = null;
      });
    return inFlight;
  }

  async function countNow(): Promise<CountsSnapshot> {
    const begun = performance.now();
    const { until, ...numbers } = await countListings(db);
    restMs = Math.min(MAX_REST_MS, REST_FACTOR * (performance.now() - begun));
    if (until) recountAfter(Math.max(0, until.getTime() - Date.now()) + 1);
    return numbers;
  }

  function recountAfter(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => counts.recount(), Math.min(ms, MAX_TIMER_MS));
    timer.unref();
  }
}

function changedKeys(gazetteer: Gazetteer, before: CountsSnapshot, after: CountsSnapshot): string[] {
  const keys = changedIds(before.counties, after.counties).map(countyCountsKey);
  const categories = changedIds(before.categories, after.categories);
  for (const place of gazetteer.places.all) {
    const of = ({ categoriesOfPlaces }: CountsSnapshot) => categoriesOfPlaces.get(place.id) ?? NONE;
    const changed = changedIds(of(before), of(after));
    if (changed.length === 0) continue;
    keys.push(countyCountsKey(place.county.id), placeCountsKey(place.id));
    categories.push(...changed);
  }
  const nodes = categories.flatMap((id) => gazetteer.categories.byId.get(id) ?? []);
  keys.push(...nodes.map(categoryCountsKey));
  const isSame = keys.length === 0 && changedIds(before.zipCodes, after.zipCodes).length === 0;
  return isSame ? [] : [...new Set([COUNTS_KEY, ...keys])];
}

const NONE: ReadonlyMap<number, number> = new Map();

function changedIds<Id>(before: ReadonlyMap<Id, number>, after: ReadonlyMap<Id, number>): Id[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
}

/** `until` is when the first of the counted listings expires, and the numbers with it. */
async function countListings(db: Kysely<DB>) {
  const counties = new Map<number, number>();
  const places = new Map<number, number>();
  const categories = new Map<number, number>();
  const categoriesOfPlaces = new Map<number, Map<number, number>>();
  const zipCodes = new Map<string, number>();
  let until: Date | null = null;
  for (const { county, zip, place, category, count, until: ends } of (await countsQuery.execute(db)).rows) {
    if (ends && (!until || ends < until)) until = ends;
    if (county !== null) counties.set(county, count);
    else if (zip !== null) zipCodes.set(zip, count);
    else {
      categories.set(category, (categories.get(category) ?? 0) + count);
      // What lies in places that the gazetteer lacks.
      if (place === null) continue;
      places.set(place, (places.get(place) ?? 0) + count);
      const ofPlace = categoriesOfPlaces.get(place);
      if (ofPlace) ofPlace.set(category, count);
      else categoriesOfPlaces.set(place, new Map([[category, count]]));
    }
  }
  return { counties, places, categories, categoriesOfPlaces, zipCodes, until };
}

/** A row is of a county, else of a ZIP code, else of a category in a place. */
interface CountRow {
  county: number | null;
  zip: string | null;
  place: number | null;
  category: number;
  count: number;
  until: Date | null;
}

/** Everything in one pass over one index. Exported for the test that looks at its plan. */
export const countsQuery = sql<CountRow>`
  select county_id as county, zip, place_id as place, category_id as category, count(*)::int as count, min(expires_at) as until
  from public_listings
  group by grouping sets ((county_id), (zip), (place_id, category_id))`;

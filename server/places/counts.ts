import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { COUNTS_KEY, categoryCountsKey, countyCountsKey, placeCountsKey } from './counted-links.ts';
import type { Gazetteer } from './gazetteer.ts';

// The time of a count grows with the directory. The pause after it is ten times as long, at most a second.
const PAUSE_FACTOR = 10;
const MAX_PAUSE_MS = 1000;
const RETRY_MS = 5000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Numbers of public listings by id; ids without listings are missing. */
interface CountsSnapshot {
  counties: ReadonlyMap<number, number>;
  places: ReadonlyMap<number, number>;
  /** By the category of the listing itself, not its parent. */
  categories: ReadonlyMap<number, number>;
  /** `categories` for each place. */
  categoriesOfPlaces: ReadonlyMap<number, ReadonlyMap<number, number>>;
  zipCodes: ReadonlyMap<string, number>;
}

/** The counts in memory, so that no page waits for a query; recounted when listings are added, removed or expire. */
export interface Counts extends CountsSnapshot {
  /** Recounts; resolves when everything committed before the call is counted. */
  recount(): Promise<void>;
  close(): void;
}

/**
 * Counts what visitors see, and keeps counting.
 * See docs/decisions/0016-listing-counts-in-memory.md.
 * @param changed called with the surrogate keys of what shows numbers that a recount found to be others
 * @param failed called with the error of a recount, which is repeated
 */
export async function openCounts(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { changed: onChange, failed: onError }: { changed: (keys: string[]) => void; failed: (error: unknown) => void },
): Promise<Counts> {
  let inFlight: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let pauseMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const counts: Counts = {
    ...(await countNow()),
    recount() {
      // A running count may have started before the commit: concurrent callers share the next one.
      if (!inFlight) return startRecount();
      next ??= inFlight
        .then(() => delay(pauseMs, undefined, { ref: false }))
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
    const startedAt = performance.now();
    const { until, ...numbers } = await countListings(db);
    pauseMs = Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt));
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
    // The page of a city counts its neighborhoods.
    if (place.cityId !== null) keys.push(placeCountsKey(place.cityId));
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

/** `until` is when the first of the counted listings expires. */
async function countListings(db: Kysely<DB>) {
  const counties = new Map<number, number>();
  const places = new Map<number, number>();
  const categories = new Map<number, number>();
  const categoriesOfPlaces = new Map<number, Map<number, number>>();
  const zipCodes = new Map<string, number>();
  let until: Date | null = null;
  const ofPlaces = (await countsQuery.execute(db)).rows;
  const ofNeighborhoods = (await neighborhoodCountsQuery.execute(db)).rows;
  // A neighborhood has more listings than those whose place it is.
  const neighborhoods = new Set(ofNeighborhoods.map(({ place }) => place));
  const addToPlace = (place: number, category: number, count: number) => {
    places.set(place, (places.get(place) ?? 0) + count);
    const ofPlace = categoriesOfPlaces.get(place);
    if (ofPlace) ofPlace.set(category, count);
    else categoriesOfPlaces.set(place, new Map([[category, count]]));
  };
  for (const { place, category, count } of ofNeighborhoods) addToPlace(place, category, count);
  for (const { county, zip, place, category, count, until: ends } of ofPlaces) {
    if (ends && (!until || ends < until)) until = ends;
    if (county !== null) counties.set(county, count);
    else if (zip !== null) zipCodes.set(zip, count);
    else {
      categories.set(category, (categories.get(category) ?? 0) + count);
      // Not in places that are not in the gazetteer.
      if (place !== null && !neighborhoods.has(place)) addToPlace(place, category, count);
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

/** All counts but those of neighborhoods, in one pass over one index. Exported for the test of its query plan. */
export const countsQuery = sql<CountRow>`
  select county_id as county, zip, place_id as place, category_id as category, count(*)::int as count, min(expires_at) as until
  from public_listings
  group by grouping sets ((county_id), (zip), (place_id, category_id))`;

/** The counts of neighborhoods, by another index of their listings alone. Exported for the test of its query plan. */
export const neighborhoodCountsQuery = sql<{ place: number; category: number; count: number }>`
  select neighborhood_id as place, category_id as category, count(*)::int as count
  from public_listings
  where neighborhood_id is not null
  group by neighborhood_id, category_id`;

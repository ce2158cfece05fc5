import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Gazetteer } from './gazetteer.ts';
import { COUNTS_KEY, categoryCountsKey, countyCountsKey, placeCountsKey } from './places.ts';

// The time of a count grows with the directory. The pause after it is ten times as long, so that counting takes at most a tenth of the time.
const PAUSE_FACTOR = 10;
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;
/** If no county has as many listings, a count takes a few milliseconds: only a recount that is requested during another one waits. */
const MIN_LISTINGS_TO_PAUSE = 2000;
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
 * See docs/decisions/0005-places-and-counts-in-memory.md.
 * @param changed called with the surrogate keys of what shows numbers that a recount found to be others
 * @param failed called with the error of a recount, which is repeated
 * @param pauseFrom the listings of a county from which on there is a pause after every count
 */
export async function openCounts(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  {
    changed: onChange,
    failed: onError,
    pauseFrom = MIN_LISTINGS_TO_PAUSE,
  }: { changed: (keys: string[]) => void; failed: (error: unknown) => void; pauseFrom?: number },
): Promise<Counts> {
  let inFlight: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let pauseEndsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const counts: Counts = {
    ...(await countNow()),
    recount() {
      // A running count may have started before the commit: concurrent callers share the next one.
      const isLarge = [...counts.counties.values()].some((count) => count >= pauseFrom);
      if (!inFlight && !next && !(isLarge && performance.now() < pauseEndsAt)) return startRecount();
      next ??= Promise.resolve(inFlight)
        .then(() => delay(Math.max(0, pauseEndsAt - performance.now()), undefined, { ref: false }))
        .then(() => {
          next = null;
          return startRecount();
        });
      return next;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
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
    const { endsInMs, ...numbers } = await countListings(db, gazetteer);
    const endedAt = performance.now();
    const pauseMs = Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (endedAt - startedAt));
    pauseEndsAt = endedAt + Math.min(MAX_PAUSE_MS, pauseMs);
    if (endsInMs !== null) recountAfter(Math.max(0, endsInMs) + 1);
    return numbers;
  }

  function recountAfter(ms: number) {
    clearTimeout(timer);
    // A count that was running then would otherwise go on for ever.
    if (isClosed) return;
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

/** `endsInMs` is how soon the first of the counted listings expires, by the clock of the database. */
async function countListings(db: Kysely<DB>, gazetteer: Gazetteer) {
  const counties = new Map<number, number>();
  const places = new Map<number, number>();
  const categories = new Map<number, number>();
  const categoriesOfPlaces = new Map<number, Map<number, number>>();
  const zipCodes = new Map<string, number>();
  let endsInMs: number | null = null;
  for (const { place, numbers: byCategory, endsInMs: ends } of (await placeCountsQuery.execute(db)).rows) {
    if (ends !== null) endsInMs = Math.min(ends, endsInMs ?? ends);
    const numbers = toNumbers(byCategory);
    for (const [category, count] of numbers) add(categories, category, count);
    // Null stands for places that are not in the gazetteer.
    if (place !== null) categoriesOfPlaces.set(place, numbers);
  }
  for (const { county, zip, count } of (await zipCountsQuery.execute(db)).rows) {
    add(counties, county, count);
    add(zipCodes, zip, count);
  }
  // A neighborhood has more listings than those whose place it is.
  for (const { place, numbers } of (await neighborhoodCountsQuery.execute(db)).rows)
    categoriesOfPlaces.set(place, toNumbers(numbers));
  for (const [place, numbers] of categoriesOfPlaces) for (const count of numbers.values()) add(places, place, count);
  for (const row of (await moreCategoryCountsQuery.execute(db)).rows)
    for (const [category, count] of toMoreNumbers(gazetteer, row)) {
      add(categories, category, count);
      for (const place of toListingPlaces(gazetteer, row)) {
        const numbers = categoriesOfPlaces.get(place) ?? new Map<number, number>();
        add(numbers, category, count);
        categoriesOfPlaces.set(place, numbers);
      }
    }
  return { counties, places, categories, categoriesOfPlaces, zipCodes, endsInMs };
}

/**
 * What further categories add to the numbers of categories. A listing is in the list of a top category once, however many children of it it
 * has: what they add to the sum is taken from the number of the top category itself.
 */
function toMoreNumbers({ categories }: Gazetteer, { category, more, count }: MoreCategoriesRow): [number, number][] {
  const toTop = (id: number) => categories.byId.get(id)?.parent?.id ?? id;
  const tops = new Set([toTop(category)]);
  return more.flatMap((id) => {
    const top = toTop(id);
    const isListed = tops.has(top);
    tops.add(top);
    return isListed
      ? [
          [id, count],
          [top, -count],
        ]
      : [[id, count]];
  });
}

/** The place and the neighborhood that list it. The place of some listings is a neighborhood, which lists those that are in it. */
function toListingPlaces({ places }: Gazetteer, { place, neighborhood }: MoreCategoriesRow): number[] {
  const isCity = place !== null && !places.byId.get(place)?.isNeighborhood;
  return [...(isCity ? [place] : []), ...(neighborhood === null ? [] : [neighborhood])];
}

function add<Id>(counts: Map<Id, number>, id: Id, count: number) {
  counts.set(id, (counts.get(id) ?? 0) + count);
}

const toNumbers = (byCategory: Record<string, number>) =>
  new Map(Object.entries(byCategory).map(([category, count]) => [Number(category), count]));

/**
 * A row for each place, with an object of the counts of its categories: a million listings have some 50,000 of them. Grouped in the order of the
 * index, because as many groups do not fit into the memory of a query. Exported, like the other queries, for the tests of their plans.
 */
export const placeCountsQuery = sql<{ place: number | null; numbers: Record<string, number>; endsInMs: number | null }>`
  select place, json_object_agg(category, count) as numbers,
    (extract(epoch from min(until) - now()) * 1000)::float8 as "endsInMs"
  from (
    select place_id as place, category_id as category, count(*)::int as count, min(expires_at) as until
    from public_listings
    group by place_id, category_id
  ) as counted
  group by place`;

export const zipCountsQuery = sql<{ county: number; zip: string; count: number }>`
  select county_id as county, zip, count(*)::int as count from public_listings group by county_id, zip`;

/** By another index, of the listings in neighborhoods alone. */
export const neighborhoodCountsQuery = sql<{ place: number; numbers: Record<string, number> }>`
  select place, json_object_agg(category, count) as numbers
  from (
    select neighborhood_id as place, category_id as category, count(*)::int as count
    from public_listings
    where neighborhood_id is not null
    group by neighborhood_id, category_id
  ) as counted
  group by place`;

interface MoreCategoriesRow {
  place: number | null;
  neighborhood: number | null;
  category: number;
  more: number[];
  count: number;
}

/** The listings that have further categories, by an index of these alone. */
export const moreCategoryCountsQuery = sql<MoreCategoriesRow>`
  select place_id as place, neighborhood_id as neighborhood, category_id as category, more_category_ids as more, count(*)::int as count
  from public_listings
  where more_category_ids <> '{}'
  group by place_id, neighborhood_id, category_id, more_category_ids`;

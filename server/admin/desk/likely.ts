import { type Kysely, sql } from 'kysely';
import { type LikelyListing, MAX_LIKELY } from '#contract/admin/comparison.ts';
import { STATE } from '#server/admin/listings/conditions.ts';
import { findCandidates, type MatchKeys } from '#server/import/matching/candidates.ts';
import { type Business, type ComparableBusiness, toComparable } from '#server/import/matching/comparable.ts';
import { compareWords } from '#server/import/matching/compare-words.ts';
import { describeLikeness, isSameAddress, isSamePhone } from '#server/import/matching/likeness.ts';
import { parseName } from '#server/import/matching/name.ts';
import { DISTINCT_SIMILARITY } from '#server/import/matching/renamed.ts';
import { createWordWeights, type WordWeights } from '#server/import/matching/word-weights.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';

// Of a whole mall.
const MAX_NEAR = 300;
const NEAR_METERS = 150;

/**
 * Listings that may be the same business: first those with its name or a similar one, then with its telephone, at its address, and the nearest ones.
 * @throws {NotFound} when there is no such listing
 */
export async function findLikelyListings(
  db: Kysely<DB>,
  { categories }: ReferenceData,
  id: number,
): Promise<LikelyListing[]> {
  const { rows } = await listingQuery(id).execute(db);
  const [listing] = rows;
  if (!listing) throw listingNotFound();
  const [[keyed = []], near, named] = await Promise.all([
    findCandidates(db, [{ draft: listing, keys: listing }]),
    nearQuery(listing.cells).execute(db),
    namedQuery(listing).execute(db),
  ]);
  const candidates = [...keyed, ...named.rows];
  const candidateIds = new Set(candidates.map((other) => other.id));
  const weights = createWordWeights();
  const compare = (business: Business & { category_id: number }): ComparableBusiness | undefined => {
    const category = categories.byId.get(business.category_id);
    return category && toComparable(business, category);
  };
  const one = compare(listing);
  const others = new Map([...near.rows, ...candidates].map((other) => [other.id, other]));
  others.delete(id);
  const found = [...others.values()].flatMap((other) => {
    const comparable = compare(other);
    if (!one || !comparable) return [];
    const meters = getMeters(listing, other);
    if (!candidateIds.has(other.id) && (meters === null || meters > NEAR_METERS)) return [];
    const ranks = [
      rankName(one, comparable, weights),
      Number(isSamePhone(one, comparable)),
      Number(isSameAddress(one, comparable)),
    ];
    return [{ id: other.id, likeness: describeLikeness(one, comparable), meters, ranks }];
  });
  found.sort(
    (a, b) =>
      a.ranks.reduce((order, rank, index) => order || (b.ranks[index] ?? 0) - rank, 0) ||
      (a.meters ?? Infinity) - (b.meters ?? Infinity),
  );
  return present(db, found.slice(0, MAX_LIKELY));
}

type ListingRow = Business &
  MatchKeys & { id: number; category_id: number } & Parameters<typeof findCandidates>[1][number]['draft'];

const listingQuery = (id: number) => sql<ListingRow>`
  select *, match_number(address) as number, match_beginning(business_name) as beginning, match_cell(lat, lng) as cell,
    array(select match_cells(lat, lng)) as cells
  from listings where id = ${id}`;

/** Those on the map around it. Exported for the test of its query plan. */
export const nearQuery = (cells: number[]) => sql<Omit<ListingRow, keyof MatchKeys>>`
  select * from listings
  where status in ('active', 'paused', 'hidden', 'waiting') and lat is not null and match_cell(lat, lng) = any(${cells}::bigint[])
  limit ${sql.lit(MAX_NEAR)}`;

// Of a chain in one ZIP code.
const MAX_NAMED = 30;

/**
 * Those in its ZIP code whose names have all words of its name, without the legal form: an import does not compare one that has no street with one that
 * has no other trait of it. Exported for the test of its query plan.
 */
export const namedQuery = ({ business_name, zip }: Pick<Business, 'business_name' | 'zip'>) =>
  sql<Omit<ListingRow, keyof MatchKeys>>`
  select l.* from (
    select listing_id from listing_search
    where words @@ (
      select string_agg(quote_literal('=' || word) || ':*', ' & ')::tsquery && ${`'#zip${zip}'`}::tsquery
      from string_to_table(search_fold(${parseName(business_name).words.join(' ')}), ' ') as word where word <> '')
    limit ${sql.lit(MAX_NAMED)}) as named
  join listings l on l.id = named.listing_id`;

/** 2 for one name, 1 for a similar one. */
function rankName(a: ComparableBusiness, b: ComparableBusiness, weights: WordWeights): number {
  if (a.name.compact === b.name.compact) return 2;
  return Number(compareWords(a.name.words, b.name.words, weights.get).similarity >= DISTINCT_SIMILARITY);
}

function getMeters(a: Pick<Business, 'lat' | 'lng'>, b: Pick<Business, 'lat' | 'lng'>): number | null {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return null;
  return Math.round(distanceKm({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng }) * 1000);
}

async function present(
  db: Kysely<DB>,
  found: { id: number; likeness: string; meters: number | null }[],
): Promise<LikelyListing[]> {
  const ids = found.map(({ id }) => id);
  const { rows } = await sql<Omit<LikelyListing, 'likeness' | 'distanceMeters'>>`
    select l.id, l.title, l.address, l.city, l.zip, ${STATE} as state from listings l where l.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return found.flatMap(({ id, likeness, meters: distanceMeters }) => {
    const row = rows.find((listing) => listing.id === id);
    return row ? [{ ...row, likeness, distanceMeters }] : [];
  });
}

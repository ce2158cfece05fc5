import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { CategoryNode, County, Place, ZipCode } from '#server/places/gazetteer.ts';
import type { ResolvedPlace } from '#server/places/places.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getDatabaseTime } from '#server/platform/page-cache/cache-plugin.ts';
import type { PageStart } from './page-start.ts';

/** The listings of a list. */
export interface ListingScope {
  /** Conditions on columns; empty for all listings. */
  where: Partial<
    Record<
      'county_id' | 'place_id' | 'neighborhood_id' | 'location_id' | 'zip' | 'category_id' | 'top_category_id',
      number | string
    >
  >;
  /** The surrogate key that is invalidated when a listing enters or leaves the scope. */
  key: string;
  /**
   * The column that orders the list by relevance (docs/decisions/0062-lists-are-ordered-by-relevance.md); a list without one
   * is newest first.
   */
  relevance?: 'completeness' | 'place_relevance' | 'neighborhood_relevance' | 'zip_relevance' | typeof POSTED_FIRST;
}

/** What people posted, newest first, then the most complete of what was imported: the index `listings_recent_relevance`. */
const POSTED_FIRST = 'posted_first';

/** The value that orders a list by relevance. */
export const toRelevance = (relevance: NonNullable<ListingScope['relevance']>) =>
  relevance === POSTED_FIRST
    ? sql<number | null>`(case when source is null then 100 else completeness end)`
    : sql<number | null>`${sql.ref(relevance)}`;

/** The public listings of a scope; `featured` selects the paid ones, or all others. */
export function publicRows(db: Kysely<DB>, { where }: ListingScope, featured: boolean | undefined) {
  let rows = db.selectFrom('public_listings');
  for (const [column, value] of Object.entries(where)) rows = rows.where(sql.ref(column), '=', value);
  // `level <> 'free'` matches the partial indexes of paid listings. Both conditions on `shown_level` are written so that the
  // planner estimates a high selectivity: with `= 'free'` or `paid_until > now()` it collects all rows and sorts them.
  if (featured === true) rows = rows.where(sql<boolean>`level <> 'free' and shown_level <> 'free'`);
  if (featured === false) rows = rows.where(sql<boolean>`shown_level not in ('enhanced', 'premium')`);
  return rows;
}

/** All public listings. */
export const allListings: ListingScope = { where: {}, key: 'recent', relevance: POSTED_FIRST };

/** Every list of featured listings alone; `featured` is its key. */
export const featuredListings: ListingScope = { where: {}, key: 'featured' };

/** The listings of a county. */
export const inCounty = ({ id, slug }: County): ListingScope => ({
  where: { county_id: id },
  key: `county:${slug}`,
  relevance: 'completeness',
});

/** The listings of a ZIP code. */
export const inZipCode = ({ zip }: ZipCode): ListingScope => ({
  where: { zip },
  key: `zip:${zip}`,
  relevance: 'zip_relevance',
});

/** Null for a region outside California, which has no listings. */
export function inPlace(found: ResolvedPlace): ListingScope | null {
  switch (found.type) {
    case 'location':
      return {
        where: { location_id: found.location.id },
        key: `location:${found.location.slug}`,
        relevance: 'completeness',
      };
    case 'city':
      return inCity(found.place);
    case 'region':
      return null;
  }
}

/** A neighborhood has the listings in it, whose place is mostly its city. */
const inCity = ({ id, slug, isNeighborhood }: Place): ListingScope => ({
  where: isNeighborhood ? { neighborhood_id: id } : { place_id: id },
  key: `city:${slug}`,
  relevance: isNeighborhood ? 'neighborhood_relevance' : 'place_relevance',
});

/** A top category includes the listings of its children. */
export const inCategory = ({ id, slug, parent }: CategoryNode): ListingScope => ({
  where: { [parent ? 'category_id' : 'top_category_id']: id },
  key: `category:${slug}`,
  relevance: 'completeness',
});

/** The key is that of the city: a listing that enters or leaves the scope does so to the city too. */
export function inCityCategory(city: Place, category: CategoryNode): ListingScope {
  const scope = inCity(city);
  return { ...scope, where: { ...scope.where, ...inCategory(category).where } };
}

const MINUTE_MS = 60_000;
// A cached count takes some hundred bytes.
const MAX_COUNTED_SCOPES = 10_000;

interface RankedListing {
  /** The position in the list: 0 for the newest. */
  rank: number;
  created_at: Date;
  id: number;
}

/** How many featured listings a scope has, and when the first of them stops being one; null for never. */
export interface FeaturedCount {
  count: number;
  firstEnd: Date | null;
  /** The one that was looked up last: that of the next minute follows it. */
  last?: RankedListing;
}

/**
 * Where the featured listings of a scope begin now: of n, ranked newest first, with the one of rank `minute mod n`. So each of
 * them stands in each position for one minute of n (docs/decisions/0037).
 * @returns where the first page begins, and when the order changes: at the end of the minute, or earlier when a listing
 *   expires or its paid time ends; null for never
 */
export async function featuredRotation(
  db: Kysely<DB>,
  scope: ListingScope,
  featured: FeaturedCount,
): Promise<{ start: PageStart; expiresAt: Date | null }> {
  const { count, firstEnd, last } = featured;
  if (count < 2) return { start: {}, expiresAt: firstEnd };
  const minute = Math.floor(getDatabaseTime() / MINUTE_MS);
  const minuteEnd = new Date((minute + 1) * MINUTE_MS);
  const expiresAt = firstEnd && firstEnd < minuteEnd ? firstEnd : minuteEnd;
  const rank = minute % count;
  const first = last?.rank === rank ? last : await featuredAtRankQuery(db, scope, rank, featured).executeTakeFirst();
  if (!first) return { start: {}, expiresAt };
  featured.last = { ...first, rank };
  // The origin is no listing's position but the one right above the first listing, so that it stays valid when that one ends.
  const origin = { at: first.created_at, id: first.id + 1 };
  return { start: { after: origin, origin }, expiresAt };
}

/** The numbers of featured listings in memory, so that a list is not counted anew each minute. */
export interface FeaturedCounts {
  get(scope: ListingScope): Promise<FeaturedCount>;
  /** Drops the counts of scopes with these surrogate keys; `*` drops all. */
  invalidate(keys: string[]): void;
}

/**
 * Counts the featured listings of a scope when they are first asked for, and again after its surrogate key was invalidated or one of them has
 * ended. See docs/decisions/0037-featured-listings-rotate-by-the-minute.md.
 */
export function createFeaturedCounts(db: Kysely<DB>): FeaturedCounts {
  const entries = new LRUCache<string, { key: string; counted: Promise<FeaturedCount> }>({ max: MAX_COUNTED_SCOPES });

  const count = (name: string, scope: ListingScope) => {
    const counted = featuredCountQuery(db, scope).executeTakeFirstOrThrow();
    const entry = { key: scope.key, counted };
    entries.set(name, entry);
    counted.catch(() => {
      if (entries.peek(name) === entry) entries.delete(name);
    });
    return counted;
  };

  return {
    async get(scope) {
      const name = `${scope.key} ${JSON.stringify(scope.where)}`;
      const known = await entries.get(name)?.counted;
      const isCurrent = known && !(known.firstEnd && known.firstEnd.getTime() <= getDatabaseTime());
      return isCurrent ? known : count(name, scope);
    },
    invalidate(keys) {
      const dropped = new Set(keys);
      for (const [name, { key }] of entries.entries()) {
        if (dropped.has(ALL_KEYS) || dropped.has(key)) entries.delete(name);
      }
    },
  };
}

/** Counts the featured listings of a scope. Exported for the test of its plan. */
export const featuredCountQuery = (db: Kysely<DB>, scope: ListingScope) =>
  publicRows(db, scope, true)
    .select([sql`count(*)`.as('count'), sql`min(least(paid_until, expires_at))`.as('firstEnd')])
    .$castTo<FeaturedCount>();

/**
 * The position of the featured listing of a rank, from the nearest of these: the top of the list, its end, and the one that was looked up last.
 * Exported for the test of its plan.
 */
export const featuredAtRankQuery = (
  db: Kysely<DB>,
  scope: ListingScope,
  rank: number,
  { count, last }: Pick<FeaturedCount, 'count' | 'last'>,
) => {
  const isNearTop = rank < count / 2;
  const direction = isNearTop ? 'desc' : 'asc';
  const skipped = isNearTop ? rank : count - 1 - rank;
  const query = publicRows(db, scope, true).select(['created_at', 'id']).limit(sql.lit(1));
  const found =
    last && rank > last.rank && rank - last.rank <= skipped
      ? query
          .where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .offset(rank - last.rank - 1)
      : query.orderBy('created_at', direction).orderBy('id', direction).offset(skipped);
  return found.$castTo<{ created_at: Date; id: number }>();
};

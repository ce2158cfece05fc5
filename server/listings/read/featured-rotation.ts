import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getDatabaseTime } from '#server/platform/page-cache/cache-plugin.ts';
import type { PageStart } from './page-start.ts';
import type { ListingScope } from './scopes.ts';
import { aggregateScope, selectInScope } from './select-in-scope.ts';

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
  aggregateScope(db, scope, true, (rows) => rows.select(['paid_until', 'expires_at']))
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
  const fromEnd = isNearTop ? rank : count - 1 - rank;
  const behind = last && rank > last.rank && rank - last.rank <= fromEnd ? last : undefined;
  const direction = isNearTop || behind ? 'desc' : 'asc';
  const skipped = behind ? rank - behind.rank - 1 : fromEnd;
  return selectInScope(
    db,
    scope,
    true,
    (rows) => {
      const positions = rows.select(['created_at', 'id']);
      return behind
        ? positions.where(sql<boolean>`(created_at, id) < (${behind.created_at}, ${behind.id})`)
        : positions;
    },
    (rows, isPart) => {
      const ordered = rows.orderBy('created_at', direction).orderBy('id', direction);
      return isPart ? ordered.limit(skipped + 1) : ordered.limit(sql.lit(1)).offset(skipped);
    },
  ).$castTo<{ created_at: Date; id: number }>();
};

import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hasMoreCategory } from '#server/categories/more-categories.ts';
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
  /** Of a category, its id and those of its children: a listing that has one of them as a further category is of the scope too. */
  categoryIds?: number[];
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
function publicRows(db: Kysely<DB>, where: RawBuilder<boolean>[], featured: boolean | undefined) {
  let rows = db.selectFrom('public_listings');
  for (const condition of where) rows = rows.where(condition);
  // `level <> 'free'` matches the partial indexes of paid listings. Both conditions on `shown_level` are written so that the
  // planner estimates a high selectivity: with `= 'free'` or `paid_until > now()` it collects all rows and sorts them.
  if (featured === true) rows = rows.where(sql<boolean>`level <> 'free' and shown_level <> 'free'`);
  if (featured === false) rows = rows.where(sql<boolean>`shown_level not in ('enhanced', 'premium')`);
  return rows;
}

type RowsQuery<Row> = SelectQueryBuilder<DB, 'public_listings', Row>;
type Select<Row> = (rows: ReturnType<typeof publicRows>) => RowsQuery<Row>;

/**
 * What `select` selects of the public listings of a scope, in an order. In a category: of those filed in it, by the index of their order, and of the
 * few that have it as a further category, by an index of their own; one condition for both would be read by neither.
 * See docs/decisions/0174-up-to-three-categories.md.
 * @param order orders the rows by columns that are selected, and limits them: those of each part, and then of both
 */
export function selectInScope<Row>(
  db: Kysely<DB>,
  scope: ListingScope,
  featured: boolean | undefined,
  select: Select<Row>,
  order: (rows: RowsQuery<Row>, isPart: boolean) => RowsQuery<Row>,
): RowsQuery<Row> {
  const parts = toParts(scope).map((where) => select(publicRows(db, where, featured)));
  if (parts.length === 1) return order(parts[0] as RowsQuery<Row>, false);
  return order(
    unite(
      db,
      parts.map((part) => order(part, true)),
    ).selectAll() as RowsQuery<Row>,
    false,
  );
}

/** What `select` selects of the public listings of a scope, as rows to aggregate. */
export const aggregateScope = <Row>(
  db: Kysely<DB>,
  scope: ListingScope,
  featured: boolean | undefined,
  select: Select<Row>,
) =>
  unite(
    db,
    toParts(scope).map((where) => select(publicRows(db, where, featured))),
  );

const unite = (db: Kysely<DB>, parts: RowsQuery<unknown>[]) =>
  db.selectFrom(
    sql<DB['public_listings']>`(${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )})`.as('public_listings'),
  );

/** The conditions of the parts of a list, each of which has an index: that of a category has two. */
export function toParts({ where, categoryIds }: Pick<ListingScope, 'where' | 'categoryIds'>): RawBuilder<boolean>[][] {
  const filed = toConditions(where);
  if (!categoryIds) return [filed];
  const { category_id, top_category_id, ...places } = where;
  const isElsewhere =
    category_id === undefined
      ? sql<boolean>`top_category_id <> ${top_category_id}`
      : sql<boolean>`category_id <> ${category_id}`;
  return [filed, [hasMoreCategory(categoryIds), isElsewhere, ...toConditions(places)]];
}

const toConditions = (where: ListingScope['where']) =>
  Object.entries(where).map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`);

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
export const inCategory = ({ id, slug, parent, children }: CategoryNode): ListingScope => ({
  where: { [parent ? 'category_id' : 'top_category_id']: id },
  categoryIds: [id, ...children.map((child) => child.id)],
  key: `category:${slug}`,
  relevance: 'completeness',
});

/** The key is that of the city: a listing that enters or leaves the scope does so to the city too. */
export function inCityCategory(city: Place, category: CategoryNode): ListingScope {
  const scope = inCity(city);
  const { where, categoryIds } = inCategory(category);
  return { ...scope, where: { ...scope.where, ...where }, categoryIds };
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

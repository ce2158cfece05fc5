import { type Kysely, sql } from 'kysely';
import type { Listing, ListingSort, ListingsQuery } from '#contract/listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { paginate, type TimePosition } from '#server/platform/http/cursor.ts';
import { type BranchRow, type CollapsedRow, isBranch, readCollapsed, toBranches } from './chains.ts';
import { CARD_COLUMNS, type CardRow } from './columns.ts';
import { type FeaturedCounts, featuredRotation } from './featured-rotation.ts';
import { isPastEnd, type PageStart, type Position, parsePageStart } from './page-start.ts';
import { presentListing } from './presenter.ts';
import type { ListingScope } from './scopes.ts';
import { selectInScope, toRelevance } from './select-in-scope.ts';

/** One page of a list, with its surrogate keys. */
export interface PagedListings {
  listings: Listing[];
  /** The cursor of the next page; null at the end. */
  cursor: string | null;
  surrogateKeys: string[];
  /** When it changes without an invalidation, because a listing expires or a paid term ends; null for never. */
  expiresAt: Date | null;
}

/**
 * The public listings of a scope, by relevance or newest first; `featured` picks the paid ones, in the order of this minute
 * (`featuredRotation`), or all others.
 * @param deps.featuredCounts for a list of featured ones
 * @param scope null where there can be no listings
 * @param query.path the path of the list, which lists the branches of a chain too
 * @throws {Invalid} for a malformed cursor
 */
export async function listListings(
  { db, gazetteer, featuredCounts }: { db: Kysely<DB>; gazetteer: Gazetteer; featuredCounts: FeaturedCounts },
  scope: ListingScope | null,
  { limit, cursor, featured, sort, chain, path = '' }: ListingsQuery & { path?: string },
): Promise<PagedListings> {
  if (!scope) return { listings: [], cursor: null, surrogateKeys: ['gazetteer'], expiresAt: null };
  const isRotated = cursor === undefined && featured === true;
  const rotation = isRotated ? await featuredRotation(db, scope, await featuredCounts.get(scope)) : undefined;
  const order = featured ? 'newest' : sort;
  const byRelevance = order === 'relevance' && scope.relevance !== undefined;
  const start = cursor === undefined ? rotation?.start : parsePageStart(cursor, byRelevance);
  const options = { limit, featured, chain, sort: order, ...start };
  const toPosition = ({ created_at, id, relevance }: ListRow) => ({
    at: created_at,
    id,
    ...(byRelevance ? { relevance: relevance ?? undefined } : { origin: start?.origin }),
  });
  const rows: CollapsedRow<ListRow>[] =
    byRelevance && chain === undefined
      ? await readCollapsed(db, scope, options, ({ after = null, without }) =>
          listQuery(db, scope, { ...options, without, ...(after && { after: toPosition(after) }) }).execute(),
        )
      : await readRows(db, scope, options);
  const { page, cursor: next } = paginate(rows, limit, toPosition);
  return {
    listings: page.map((row) => ({ ...presentListing(row, gazetteer), ...toBranches(row, path) })),
    cursor: next,
    surrogateKeys: [scope.key, ...page.map(listingKey)],
    expiresAt: rotation ? rotation.expiresAt : nextChangeAt(page),
  };
}

type PageOptions = Pick<ListingsQuery, 'limit' | 'featured' | 'chain'> & {
  sort?: ListingSort;
  /** Chains of which no unclaimed branches are read. */
  without?: string[];
};

/** A card with its position in a list by relevance; null in any other. */
type ListRow = BranchRow & { relevance: number | null };

/** One page of a list and at least a row more, if there are any: down to its end, then of a rotated list from the top to its origin. */
async function readRows(db: Kysely<DB>, scope: ListingScope, { after, origin, ...page }: PageOptions & PageStart) {
  if (!origin) return listQuery(db, scope, { ...page, after }).execute();
  const pastEnd = isPastEnd({ after, origin });
  const rows = pastEnd ? [] : await listQuery(db, scope, { ...page, after }).execute();
  if (rows.length > page.limit) return rows;
  const fromTop = await listQuery(db, scope, { ...page, after: pastEnd ? after : undefined, downTo: origin }).execute();
  return [...rows, ...fromTop];
}

// The limit is part of the statement's text, so that PostgreSQL plans for it; three sizes keep the statements few.
const FETCH_SIZES = [5, 21, 101];

/**
 * One page of a list and at least a row more, between two positions. Without `sort` it is newest first.
 * Exported for the test that looks at its plan.
 */
export function listQuery(
  db: Kysely<DB>,
  scope: ListingScope,
  {
    limit,
    featured,
    sort,
    chain,
    without = [],
    after,
    downTo,
  }: PageOptions & { after?: Position; downTo?: TimePosition },
) {
  const relevance = sort === 'relevance' && scope.relevance ? toRelevance(scope.relevance) : undefined;
  const rowLimit = sql.lit(FETCH_SIZES.find((rows) => rows > limit) ?? limit + 1);
  return selectInScope(
    db,
    scope,
    featured,
    (rows) => {
      let query = rows
        .select(CARD_COLUMNS)
        .select((relevance ?? sql<number | null>`null`).as('relevance'))
        .select((relevance ? isBranch : sql<boolean>`false`).as('is_branch'));
      if (chain !== undefined) query = query.where('owner_id', 'is', null).where('business_name', '=', chain);
      if (without.length > 0)
        query = query.where(
          sql<boolean>`not (owner_id is null and business_name = any((select ${without}::text[])::text[]))`,
        );
      if (after) {
        query = query.where(
          relevance
            ? sql<boolean>`(${relevance}, created_at, id) < (${after.relevance}, ${after.at}, ${after.id})`
            : sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`,
        );
      }
      if (downTo) query = query.where(sql<boolean>`(created_at, id) >= (${downTo.at}, ${downTo.id})`);
      return query;
    },
    (rows) =>
      (relevance ? rows.orderBy('relevance', 'desc') : rows)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(rowLimit),
  ).$castTo<ListRow>();
}

/** The surrogate key of a listing. */
export const listingKey = ({ id }: { id: number }) => `listing:${id}`;

/** When the first of these expires or loses its paid level; null for never. */
export function nextChangeAt(rows: Pick<CardRow, 'shown_level' | 'paid_until' | 'expires_at'>[]): Date | null {
  const changes = rows.flatMap(({ shown_level, paid_until, expires_at }) => [
    expires_at,
    shown_level === 'free' ? null : paid_until,
  ]);
  return changes.reduce((first, change) => (change && (!first || change < first) ? change : first), null);
}

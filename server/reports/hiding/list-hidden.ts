import { type Kysely, type NotNull, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { HiddenListing } from '#contract/reports/reports.ts';
import { shownLevel } from '#server/listings/read/owner-listings.ts';
import { toShownReason } from '#server/listings/versions/composed-reasons.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';
import { findHidingEvents, type HidingEvent } from './hidden-by.ts';

/** One page of hidden listings. */
export interface HiddenListingList {
  listings: HiddenListing[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages. */
  total: number;
}

/**
 * The hidden listings, most recently hidden first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listHiddenListings(db: Kysely<DB>, query: ListQuery): Promise<HiddenListingList> {
  const [rows, { total }] = await Promise.all([
    hiddenListingsQuery(db, query).execute(),
    hiddenListingsTotalQuery(db).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, ({ hidden_at, id }) => ({ at: hidden_at, id }));
  return { listings: await present(db, page), cursor, total };
}

/** One page and one more row. Exported for the test of its query plan. */
export function hiddenListingsQuery(db: Kysely<DB>, { cursor, limit }: ListQuery) {
  let query = hiddenListingRows(db);
  if (cursor !== undefined) {
    const { at, id } = parseCursor(cursor, timePosition);
    query = query.where(sql<boolean>`(hidden_at, listings.id) < (${at}, ${id})`);
  }
  return query
    .orderBy('hidden_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1);
}

/** The number of rows on all pages. Exported for the same test. */
export const hiddenListingsTotalQuery = (db: Kysely<DB>) =>
  db.selectFrom('listings').select(sql<number>`count(*)::int`.as('total')).where('status', '=', sql.lit('hidden'));

/** A hidden listing as the staff sees it. */
export async function findHiddenListing(db: Kysely<DB>, id: number): Promise<HiddenListing> {
  const row = await hiddenListingRows(db).where('listings.id', '=', id).executeTakeFirstOrThrow();
  return toHiddenListing(row, (await findHidingEvents(db, [id])).get(id));
}

const hiddenListingRows = (db: Kysely<DB>) =>
  db
    .selectFrom('listings')
    .leftJoin('accounts as owners', 'owners.id', 'listings.owner_id')
    .select(['listings.id', 'title', 'city', 'hidden_at', 'hidden_reason', shownLevel.as('shown_level')])
    .select(['owners.id as owner_id', 'owners.username as owner_username'])
    // A literal, so that a generic plan uses the partial index of hidden listings.
    .where('status', '=', sql.lit('hidden'))
    // A check constraint forbids null in hidden listings.
    .$narrowType<{ hidden_at: NotNull; hidden_reason: NotNull }>();

type HiddenListingRow = Awaited<ReturnType<ReturnType<typeof hiddenListingRows>['executeTakeFirstOrThrow']>>;

async function present(db: Kysely<DB>, rows: HiddenListingRow[]): Promise<HiddenListing[]> {
  const hidings = await findHidingEvents(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toHiddenListing(row, hidings.get(row.id)));
}

const toHiddenListing = (row: HiddenListingRow, hiding: HidingEvent | undefined): HiddenListing => ({
  id: row.id,
  title: row.title,
  city: row.city,
  level: row.shown_level,
  owner: toAccountRef(row.owner_id, row.owner_username),
  hiddenAt: row.hidden_at.toISOString(),
  hiddenBy: hiding?.by ?? null,
  reason: toShownReason(row.hidden_reason),
});

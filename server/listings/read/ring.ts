import { type Kysely, sql } from 'kysely';
import { MAX_ROTATIONS } from '#contract/listings.ts';
import type { DB } from '#server/db/schema.ts';
import { createRotation } from '#server/http/rotation.ts';
import { type CursorPosition, encodeCursor, parseCursor } from './cursor.ts';
import { type ListingScope, publicRows } from './scopes.ts';

const EPOCH_MS = 60_000;
const deal = createRotation();

/**
 * Where a stretch of a list begins: right after a position, at the top without one. A list of featured listings is a ring:
 * with `from` it goes on at the top and ends where it began.
 */
export interface Start {
  after?: CursorPosition;
  from?: CursorPosition;
}

/** How a ring is begun: where, one of how many turns that is, and when it becomes wrong by itself. */
interface Begun {
  start?: Start;
  turns?: number;
  until: Date | null;
}

/**
 * Begins the featured listings of a scope at a turn, or with the one after. As many turns as there are listings put each of
 * them in each position once; where there are more than `MAX_ROTATIONS` all beginnings move on every minute.
 */
export async function beginRing(db: Kysely<DB>, scope: ListingScope, turn: number | undefined): Promise<Begun> {
  const { count, ends } = await ringQuery(db, scope).executeTakeFirstOrThrow();
  if (count < 2) return { until: ends };
  const turns = Math.min(count, MAX_ROTATIONS);
  const epoch = count > turns ? Math.floor(Date.now() / EPOCH_MS) : 0;
  const skipped = turn === undefined ? deal(count) : (Math.floor((turn * count) / turns) + epoch) % count;
  const first = await firstQuery(db, scope, skipped).executeTakeFirst();
  // A position lies between rows: this one right above the first.
  const from = first && { at: first.created_at, id: first.id + 1 };
  const moves = count > turns ? new Date((epoch + 1) * EPOCH_MS) : null;
  return { start: { after: from, from }, turns, until: moves && !(ends && ends < moves) ? moves : ends };
}

/** How many featured listings a scope has, and when the first of them stops being one. Exported for the test of its plan. */
export const ringQuery = (db: Kysely<DB>, scope: ListingScope) =>
  publicRows(db, scope, true).select([
    sql<number>`count(*)`.as('count'),
    sql<Date | null>`min(least(paid_until, expires_at))`.as('ends'),
  ]);

/** The featured listing after so many others. Exported for the test of its plan. */
export const firstQuery = (db: Kysely<DB>, scope: ListingScope, skipped: number) =>
  publicRows(db, scope, true)
    .select(['created_at', 'id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(skipped)
    .limit(sql.lit(1))
    .$castTo<{ created_at: Date; id: number }>();

/** Whether a stretch lies between the top of the list and the ring's beginning. */
export const isAround = ({ after, from }: Start) =>
  after !== undefined && from !== undefined && (after.at > from.at || (+after.at === +from.at && after.id > from.id));

/** The cursor of a ring's next page: where this page ended, and where the ring began. */
export const ringCursor = (cursor: string, from: CursorPosition) => `${cursor}-${encodeCursor(from)}`;

/** @throws {Invalid} when it is none that `cursorAfter` or `ringCursor` made */
export function startOf(cursor: string): Start {
  const [after = '', ...from] = cursor.split('-');
  return { after: parseCursor(after), ...(from.length > 0 && { from: parseCursor(from.join('-')) }) };
}

/** The address of an API list at a turn: the beginning of featured listings has turns, any other address stays as it is. */
export function atTurn(path: string, turn: number): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const isFeatured = pathname === '/api/ads/featured' || searchParams.get('featured') === 'true';
  if (!isFeatured || searchParams.has('cursor')) return path;
  return `${path}${searchParams.size > 0 ? '&' : '?'}turn=${turn}`;
}

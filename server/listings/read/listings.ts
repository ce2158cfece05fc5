import { type Kysely, sql } from 'kysely';
import type { Ad, AdPage, AdsQuery } from '#contract/listings.ts';
import type { DB } from '#server/db/schema.ts';
import { NotFound } from '#server/http/errors.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { cutPage, type Position } from './paging.ts';
import { CARD_COLUMNS, type CardRow, PAGE_COLUMNS, type PageRow, publicAd, publicAdPage } from './presenter.ts';
import { beginRing, isAround, ringCursor, type Start, startOf } from './ring.ts';
import { publicRows, type Scope } from './scopes.ts';

/** One page of a list, with what it depends on (`dependsOn`). */
export interface AdList {
  ads: Ad[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  keys: string[];
  until: Date | null;
  /** How many turns it has, where it does not always begin alike. */
  turns?: number;
}

/**
 * The public listings of a scope, newest first; `featured` picks all but the paid ones, or the paid ones, which begin at
 * `turn` (`beginRing`).
 * @param scope null where there can be no listings
 * @throws {Invalid} for a malformed cursor
 */
export async function listAds(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  scope: Scope | null,
  { limit, cursor, featured, turn }: AdsQuery,
): Promise<AdList> {
  if (!scope) return { ads: [], cursor: null, keys: ['gazetteer'], until: null };
  const begun = cursor === undefined && featured ? await beginRing(db, scope, turn) : undefined;
  const start = cursor === undefined ? begun?.start : startOf(cursor);
  const { page, cursor: next } = cutPage(await readRows(db, scope, { limit, featured, ...start }), limit);
  return {
    ads: page.map((row) => publicAd(row, gazetteer)),
    cursor: next && start?.from ? ringCursor(next, start.from) : next,
    keys: [scope.key, ...page.map(keyOf)],
    until: begun ? begun.until : firstChange(page),
    turns: begun?.turns,
  };
}

type Stretch = Pick<AdsQuery, 'limit' | 'featured'>;

/** One page of a list and a row more: down to its end, and of a ring then from the top down to where it began. */
async function readRows(db: Kysely<DB>, scope: Scope, { after, from, ...stretch }: Stretch & Start) {
  const around = isAround({ after, from });
  const rows = around ? [] : await listQuery(db, scope, { ...stretch, after }).execute();
  if (!from || rows.length > stretch.limit) return rows;
  const above = await listQuery(db, scope, { ...stretch, after: around ? after : undefined, downTo: from }).execute();
  return [...rows, ...above];
}

// A limit that is part of the statement lets PostgreSQL plan it once for all; a few of them keep the statements few.
const READ_ROWS = [5, 21, 101];

/** One page of a list and at least a row more, between two positions. Exported for the test that looks at its plan. */
export function listQuery(
  db: Kysely<DB>,
  scope: Scope,
  { limit, featured, after, downTo }: Stretch & { after?: Position; downTo?: Position },
) {
  let query = publicRows(db, scope, featured).select(CARD_COLUMNS);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`);
  if (downTo) query = query.where(sql<boolean>`(created_at, id) >= (${downTo.at}, ${downTo.id})`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(READ_ROWS.find((rows) => rows > limit) ?? limit + 1))
    .$castTo<CardRow>();
}

/** Those of some listings that visitors see, in the order of their numbers as given. */
export async function adsById(db: Kysely<DB>, gazetteer: Gazetteer, ids: number[]): Promise<Omit<AdList, 'cursor'>> {
  const rows = await adsByIdQuery(db, ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return { ads: found.map((row) => publicAd(row, gazetteer)), keys: found.map(keyOf), until: firstChange(found) };
}

/** What reads them. Exported for the test that looks at its plan. */
export const adsByIdQuery = (db: Kysely<DB>, ids: number[]) =>
  db
    .selectFrom('public_listings')
    .select(CARD_COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .$castTo<CardRow>();

/**
 * One listing as its page shows it.
 * @throws {NotFound} see `findRow`
 */
export async function findAd(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  id: number,
): Promise<{ ad: AdPage; until: Date | null }> {
  const row = await findRow(db, id);
  return { ad: publicAdPage(row, gazetteer), until: firstChange([row]) };
}

/**
 * The row of a listing that visitors may see.
 * @throws {NotFound} "The ad you're looking for doesn't exist or has been removed."
 */
export async function findRow(db: Kysely<DB>, id: number): Promise<PageRow> {
  const row = await db
    .selectFrom('public_listings')
    .select(PAGE_COLUMNS)
    .where('id', '=', id)
    .$castTo<PageRow>()
    .executeTakeFirst();
  if (!row) throw noSuchAd();
  return row;
}

/** What is said of a listing that is not there, and of one that the asker may not know of. */
export const noSuchAd = () => new NotFound("The ad you're looking for doesn't exist or has been removed.");

/** The surrogate key of a listing. */
export const keyOf = ({ id }: { id: number }) => `listing:${id}`;

/** When the first of these stops being shown, or being shown as paid; null for never. */
export function firstChange(rows: Pick<CardRow, 'shown_level' | 'paid_until' | 'expires_at'>[]): Date | null {
  const changes = rows.flatMap(({ shown_level, paid_until, expires_at }) => [
    expires_at,
    shown_level === 'free' ? null : paid_until,
  ]);
  return changes.reduce((first, change) => (change && (!first || change < first) ? change : first), null);
}

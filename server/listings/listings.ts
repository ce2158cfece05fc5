import { type Kysely, sql } from 'kysely';
import type { Ad, AdPage, AdsQuery } from '#contract/listings.ts';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { cutPage, parseCursor } from './paging.ts';
import { CARD_COLUMNS, type CardRow, PAGE_COLUMNS, type PageRow, publicAd, publicAdPage } from './public-ad.ts';
import type { Scope } from './scopes.ts';

/** One page of a list, with what it depends on (`dependsOn`). */
export interface AdList {
  ads: Ad[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  keys: string[];
  until: Date | null;
}

/**
 * The public listings of a scope, newest first; `featured` picks the paid ones, or all others.
 * @param scope null where there can be no listings
 * @throws {Invalid} for a malformed cursor
 */
export async function listAds(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  scope: Scope | null,
  { limit, cursor, featured }: AdsQuery,
): Promise<AdList> {
  if (!scope) return { ads: [], cursor: null, keys: ['gazetteer'], until: null };
  const { page, cursor: next } = cutPage(await listQuery(db, scope, { limit, cursor, featured }).execute(), limit);
  return {
    ads: page.map((row) => publicAd(row, gazetteer)),
    cursor: next,
    keys: [scope.key, ...page.map(keyOf)],
    until: firstChange(page),
  };
}

// A limit that is part of the statement lets PostgreSQL plan it once for all; a few of them keep the statements few.
const READ_ROWS = [5, 21, 101];

/** One page of a list and at least a row more. Exported for the test that looks at its plan. */
export function listQuery(db: Kysely<DB>, { where }: Scope, { limit, cursor, featured }: AdsQuery) {
  let query = db.selectFrom('public_listings').select(CARD_COLUMNS);
  for (const [column, value] of Object.entries(where)) query = query.where(sql.ref(column), '=', value);
  // `level <> 'free'` chooses the indexes of paid listings. Both conditions on `shown_level` are put so that the planner
  // expects them to hold for most rows: `= 'free'`, or `paid_until > now()`, make it collect all rows and sort them.
  if (featured === true) query = query.where(sql<boolean>`level <> 'free' and shown_level <> 'free'`);
  if (featured === false) query = query.where(sql<boolean>`shown_level not in ('enhanced', 'premium')`);
  if (cursor !== undefined) {
    const { at, id } = parseCursor(cursor);
    query = query.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
  }
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(READ_ROWS.find((rows) => rows > limit) ?? limit + 1))
    .$castTo<CardRow>();
}

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

import { type Kysely, type NotNull, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditEntry } from '#contract/admin.ts';
import type { ListQuery } from '#contract/api.ts';
import type { HiddenAd } from '#contract/reports.ts';
import { record } from '../accounts/audit.ts';
import type { DB, Listings } from '../db/schema.ts';
import type { LetterOwner } from '../listings/emails.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { transition } from '../listings/lifecycle/transition.ts';
import { shownLevel } from '../listings/read/own-listings.ts';
import { cursorAfter, parseCursor } from '../listings/read/paging.ts';
import type { Letter } from '../mail/mail.ts';
import { accountOf, closeReportsOf } from '../reports/reports.ts';
import { hiddenLetter, shownLetter } from './hiding-letters.ts';

/** What is hidden or shown again, and by which administrator's account. */
interface Hiding {
  /** Of the listing. */
  id: number;
  by: number;
}

/**
 * Hides a listing from visitors until {@link show}, whatever its owner does. Closes its open reports; its owner hears the
 * reason, and the record too.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when it is neither live nor paused
 */
export function hide(
  db: Kysely<DB>,
  { id, by, reason }: Hiding & { reason: string },
  parts: NoticeParts,
): Promise<HiddenAd> {
  return db.transaction().execute(async (trx) => {
    const set = { hidden_reason: reason };
    const listing = await transition(trx, 'hide', { id, by: 'administrator', set });
    await closeReportsOf(trx, { listingId: id, by });
    const letter = (owner: LetterOwner) => hiddenLetter(parts.site, owner, { listing, reason });
    await tell(trx, { kind: 'listing-hidden', listing, by, reason, letter }, parts);
    return hiddenAd(await hiddenRows(trx).where('listings.id', '=', id).executeTakeFirstOrThrow());
  });
}

/**
 * Lets a hidden listing be what it was before; its owner hears of it.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when it is not hidden
 */
export function show(db: Kysely<DB>, { id, by }: Hiding, parts: NoticeParts): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const listing = await transition(trx, 'show', { id, by: 'administrator' });
    const letter = (owner: LetterOwner) => shownLetter(parts.site, owner, listing);
    await tell(trx, { kind: 'listing-shown', listing, by, letter }, parts);
  });
}

/** What was done to a listing, and how its owner is told. */
interface Deed {
  kind: AuditEntry['kind'];
  listing: Selectable<Listings>;
  by: number;
  reason?: string;
  letter: (owner: LetterOwner) => Letter;
}

/** Writes it down, and to the owner if there is one. */
async function tell(trx: Transaction<DB>, { kind, listing, by, reason, letter }: Deed, { jobs }: NoticeParts) {
  const owner = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'email_confirmed_at'])
    .where('id', '=', listing.owner_id)
    .executeTakeFirst();
  await record(trx, {
    kind,
    accountId: owner?.id ?? null,
    username: owner?.username ?? null,
    actorId: by,
    reason,
    listingId: listing.id,
  });
  if (owner && owner.email !== null) await jobs.mail(trx, letter({ ...owner, email: owner.email }));
}

/** One page of hidden listings. */
export interface HiddenList {
  ads: HiddenAd[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  /** On all pages. */
  total: number;
}

/**
 * The hidden listings, the last hidden first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listHidden(db: Kysely<DB>, wanted: ListQuery): Promise<HiddenList> {
  const [rows, { total }] = await Promise.all([
    hiddenQuery(db, wanted).execute(),
    hiddenTotalQuery(db).executeTakeFirstOrThrow(),
  ]);
  const page = rows.slice(0, wanted.limit);
  const last = page.at(-1);
  const cursor = rows.length > wanted.limit && last ? cursorAfter({ at: last.hidden_at, id: last.id }) : null;
  return { ads: page.map(hiddenAd), cursor, total };
}

/** One page of them and a row more. Exported for the test that looks at its plan. */
export function hiddenQuery(db: Kysely<DB>, { cursor, limit }: ListQuery) {
  let query = hiddenRows(db);
  if (cursor !== undefined) {
    const { at, id } = parseCursor(cursor);
    query = query.where(sql<boolean>`(hidden_at, listings.id) < (${at}, ${id})`);
  }
  return query
    .orderBy('hidden_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1);
}

/** How many there are on all pages. Exported for the same test. */
export const hiddenTotalQuery = (db: Kysely<DB>) =>
  db.selectFrom('listings').select(sql<number>`count(*)::int`.as('total')).where('status', '=', sql.lit('hidden'));

const hiddenRows = (db: Kysely<DB>) =>
  db
    .selectFrom('listings')
    .leftJoin('accounts as owners', 'owners.id', 'listings.owner_id')
    .select(['listings.id', 'title', 'city', 'hidden_at', 'hidden_reason', shownLevel.as('shown_level')])
    .select(['owners.id as owner_id', 'owners.username as owner_username'])
    // A part of the statement, so that a plan for all its parameters uses the index of hidden listings.
    .where('status', '=', sql.lit('hidden'))
    // As the table's constraint says.
    .$narrowType<{ hidden_at: NotNull; hidden_reason: NotNull }>();

type HiddenRow = Awaited<ReturnType<ReturnType<typeof hiddenRows>['executeTakeFirstOrThrow']>>;

const hiddenAd = (row: HiddenRow): HiddenAd => ({
  id: row.id,
  title: row.title,
  city: row.city,
  level: row.shown_level,
  owner: accountOf(row.owner_id, row.owner_username),
  hiddenAt: row.hidden_at.toISOString(),
  reason: row.hidden_reason,
});

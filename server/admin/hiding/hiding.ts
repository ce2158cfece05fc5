import { type Kysely, type NotNull, type Selectable, sql, type Transaction } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { HiddenListing } from '#contract/reports/reports.ts';
import { type AuditEvent, recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB, Listings } from '../../db/schema.ts';
import { paginate, parseCursor, timePosition } from '../../http/cursor.ts';
import type { EmailRecipient } from '../../listings/emails.ts';
import type { NoticeDeps } from '../../listings/lifecycle/notices.ts';
import { transition } from '../../listings/lifecycle/transition.ts';
import { shownLevel } from '../../listings/read/owner-listings.ts';
import { toShownReason } from '../../listings/versions/composed-reasons.ts';
import type { Email } from '../../mail/mailer.ts';
import { writeEmail } from '../../mail/write-email.ts';
import { invalidate } from '../../page-cache/invalidate.ts';
import { toAccountRef } from '../../reports/list-reports.ts';
import { closeListingReports } from '../../reports/reports.ts';
import { acceptClosure } from '../../reports/suggested-edits/decide.ts';
import { SEARCH_KEY } from '../../search/cache-briefly.ts';
import { listingHiddenEmail, listingShownEmail } from './hiding-emails.ts';

/** A change of visibility by an administrator. */
interface VisibilityChange {
  /** The listing. */
  id: number;
  by: number;
}

/**
 * Hides a listing from visitors until {@link showListing}; its owner cannot undo it. Closes its open reports and what visitors say of its closure, notifies its
 * owner of the reason, and adds an entry to the audit log.
 * @throws {NotFound} when the listing does not exist
 * @throws {Conflict} when it is neither active nor paused
 */
export const hideListing = (
  db: Kysely<DB>,
  change: VisibilityChange & { reason: string },
  deps: NoticeDeps,
): Promise<HiddenListing> =>
  db.transaction().execute(async (trx) => {
    await hide(trx, change, deps);
    return toHiddenListing(await hiddenListingRows(trx).where('listings.id', '=', change.id).executeTakeFirstOrThrow());
  });

/** As {@link hideListing}, as a part of a transaction. */
export async function hide(
  trx: Transaction<DB>,
  { id, by, reason }: VisibilityChange & { reason: string },
  deps: NoticeDeps,
): Promise<Selectable<Listings>> {
  const listing = await hideSilently(trx, { id, by, reason });
  const toEmail = (owner: EmailRecipient) => listingHiddenEmail(deps.site, owner, { listing, reason });
  const facts = { before: { status: listing.hidden_from }, after: { status: listing.status } };
  await recordAndNotify(trx, { kind: 'listing-hidden', listing, by, reason, ...facts, toEmail }, deps);
  return listing;
}

/** Hides a listing, without an entry in the audit log and without an email. */
export async function hideSilently(
  trx: Transaction<DB>,
  { id, by, reason }: VisibilityChange & { reason: string },
): Promise<Selectable<Listings>> {
  const listing = await transition(trx, 'hide', { id, by: 'administrator', set: { hidden_reason: reason } });
  await invalidate(trx, [SEARCH_KEY]);
  await closeListingReports(trx, { listingId: id, by });
  await acceptClosure(trx, { listingId: id, by });
  return listing;
}

/**
 * Restores a hidden listing to its former status and notifies its owner.
 * @throws {NotFound} when the listing does not exist
 * @throws {Conflict} when it is not hidden
 */
export const showListing = (db: Kysely<DB>, change: VisibilityChange, deps: NoticeDeps): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await show(trx, change, deps);
  });

/** As {@link showListing}, as a part of a transaction, with a reason for the audit log. */
export async function show(
  trx: Transaction<DB>,
  { id, by, reason }: VisibilityChange & { reason?: string },
  deps: NoticeDeps,
): Promise<Selectable<Listings>> {
  const listing = await transition(trx, 'show', { id, by: 'administrator' });
  const toEmail = (owner: EmailRecipient) => listingShownEmail(deps.site, owner, listing);
  const facts = { before: { status: 'hidden' }, after: { status: listing.status } };
  await recordAndNotify(trx, { kind: 'listing-shown', listing, by, reason, ...facts, toEmail }, deps);
  return listing;
}

/** A change of a listing by the staff for the audit log, and the email to the owner. */
interface ListingEvent extends Pick<AuditEvent, 'kind' | 'before' | 'after'> {
  listing: Selectable<Listings>;
  by: number;
  reason?: string;
  toEmail: (owner: EmailRecipient) => Email;
}

/** Adds an entry to the audit log, and notifies the owner if there is one. */
export async function recordAndNotify(
  trx: Transaction<DB>,
  { kind, listing, by, reason, before, after, toEmail }: ListingEvent,
  { jobs }: NoticeDeps,
) {
  const owner = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'email_confirmed_at', 'language'])
    .where('id', '=', listing.owner_id)
    .executeTakeFirst();
  await recordAuditEvent(trx, {
    kind,
    accountId: owner?.id ?? null,
    username: owner?.username ?? null,
    actorId: by,
    reason,
    listingId: listing.id,
    before,
    after,
  });
  const to = owner?.email;
  if (to)
    await jobs.enqueueEmail(
      trx,
      writeEmail(owner.language, () => toEmail({ ...owner, email: to })),
    );
}

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
  return { listings: page.map(toHiddenListing), cursor, total };
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

const hiddenListingRows = (db: Kysely<DB>) =>
  db
    .selectFrom('listings')
    .leftJoin('accounts as owners', 'owners.id', 'listings.owner_id')
    .select(['listings.id', 'title', 'city', 'hidden_at', 'hidden_reason', shownLevel.as('shown_level')])
    .select(['owners.id as owner_id', 'owners.username as owner_username'])
    // A literal, so that a generic plan uses the partial index of hidden listings.
    .where('status', '=', sql.lit('hidden'))
    // Never null here, by a check constraint.
    .$narrowType<{ hidden_at: NotNull; hidden_reason: NotNull }>();

type HiddenListingRow = Awaited<ReturnType<ReturnType<typeof hiddenListingRows>['executeTakeFirstOrThrow']>>;

const toHiddenListing = (row: HiddenListingRow): HiddenListing => ({
  id: row.id,
  title: row.title,
  city: row.city,
  level: row.shown_level,
  owner: toAccountRef(row.owner_id, row.owner_username),
  hiddenAt: row.hidden_at.toISOString(),
  reason: toShownReason(row.hidden_reason),
});

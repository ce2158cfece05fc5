import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import { HIDING_NUMBER } from '#contract/admin/objections.ts';
import type { HiddenListing } from '#contract/reports/reports.ts';
import type { AuditEvent } from '#server/accounts/audit-log.ts';
import type { EmailRecipient } from '#server/listings/emails.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { closeListingReports } from '#server/reports/reports.ts';
import { acceptClosure } from '#server/reports/suggested-edits/decide.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { authorizeDecision, type Permit, recordDecision } from '#server/staff/decisions.ts';
import { listingHiddenEmail, listingShownEmail } from './hiding-emails.ts';
import { findHiddenListing } from './list-hidden.ts';

/** A change of visibility by an administrator. */
interface VisibilityChange {
  /** The id of the listing. */
  id: number;
  by: number;
}

/**
 * Hides a listing from visitors until {@link showListing}; its owner cannot undo it. Closes its open reports and what visitors say of its closure, notifies its
 * owner and who reported it of the reason, and adds an entry to the audit log.
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
    return findHiddenListing(trx, change.id);
  });

/** As {@link hideListing}, as a part of a transaction. */
export async function hide(
  trx: Transaction<DB>,
  { id, by, reason }: VisibilityChange & { reason: string },
  deps: NoticeDeps,
): Promise<Selectable<Listings>> {
  const { listing, permit, recipients } = await hideWithoutNotice(trx, { id, by, reason }, deps);
  const toEmail = (owner: EmailRecipient) => listingHiddenEmail(deps.site, owner, { listing, reason });
  const facts = { before: { status: listing.hidden_from }, after: { status: listing.status, ...recipients } };
  await recordAndNotify(trx, { kind: 'listing-hidden', listing, by, permit, reason, ...facts, toEmail }, deps);
  return listing;
}

/**
 * Hides a listing, without an entry in the audit log and without an email to its owner. Answers the fact for the entry: how many who reported
 * it are emailed, if any.
 */
export async function hideWithoutNotice(
  trx: Transaction<DB>,
  { id, by, reason }: VisibilityChange & { reason: string },
  deps: NoticeDeps,
): Promise<{ listing: Selectable<Listings>; permit: Permit; recipients: Pick<AuditFacts, 'recipients'> }> {
  const permit = await authorizeDecision(trx, {
    kind: 'listing-hidden',
    by,
    listings: [id],
    accounts: (await findWhoAsked(trx, [id])).get(id) ?? [],
  });
  const listing = await transition(trx, 'hide', { id, by: 'administrator', set: { hidden_reason: reason } });
  await invalidate(trx, [SEARCH_KEY]);
  const recipients = await closeListingReports(trx, deps, { listing, by, reason });
  await acceptClosure(trx, { listingId: id, by });
  return { listing, permit, recipients: recipients > 0 ? { recipients } : {} };
}

/** By listing: the accounts whose open reports, and words that the business closed, hiding it decides on. */
export async function findWhoAsked(db: Kysely<DB>, ids: number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ listingId: number; accountId: number }>`
    select listing_id as "listingId", reporter_id as "accountId" from reports
    where listing_id = any(${ids}::bigint[]) and closed_at is null and reporter_id is not null
    union select listing_id, account_id from suggested_edits
    where listing_id = any(${ids}::bigint[]) and kind = 'closed' and decided_at is null and account_id is not null`.execute(
    db,
  );
  const asked = Map.groupBy(rows, ({ listingId }) => listingId);
  return new Map([...asked].map(([id, own]) => [id, own.map(({ accountId }) => accountId)]));
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

/**
 * As {@link showListing}, as a part of a transaction, with a reason for the audit log. What its owner objects to the hiding is settled
 * with it; `answer` is quoted to the owner.
 */
export async function show(
  trx: Transaction<DB>,
  { id, by, reason, answer }: VisibilityChange & { reason?: string; answer?: string },
  deps: NoticeDeps,
): Promise<Selectable<Listings>> {
  const listing = await transition(trx, 'show', { id, by: 'administrator' });
  await trx
    .updateTable('listing_objections')
    .set({ outcome: 'restored', answer: reason || null, decided_at: sql`now()`, decided_by: by })
    .where('listing_id', '=', id)
    .where('number', '=', HIDING_NUMBER)
    .where('decided_at', 'is', null)
    .execute();
  const toEmail = (owner: EmailRecipient) => listingShownEmail(deps.site, owner, { listing, answer });
  const facts = { before: { status: 'hidden' }, after: { status: listing.status } };
  await recordAndNotify(trx, { kind: 'listing-shown', listing, by, reason, ...facts, toEmail }, deps);
  return listing;
}

/** A change of a listing by the staff for the audit log, and the email to the owner. */
interface ListingEvent extends Pick<AuditEvent, 'before' | 'after'> {
  kind: DecisionKind;
  listing: Selectable<Listings>;
  by: number;
  /** The permit of the decision; by default it is authorized now. */
  permit?: Permit;
  reason?: string;
  toEmail: (owner: EmailRecipient) => Email;
}

/** Adds an entry to the audit log, and notifies the owner if there is one. */
export async function recordAndNotify(
  trx: Transaction<DB>,
  { kind, listing, by, reason, before, after, toEmail, ...authorized }: ListingEvent,
  { jobs }: NoticeDeps,
) {
  const permit = authorized.permit ?? (await authorizeDecision(trx, { kind, by, listings: [listing.id] }));
  const owner = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'email_confirmed_at', 'language'])
    .where('id', '=', listing.owner_id)
    .executeTakeFirst();
  await recordDecision(trx, permit, {
    kind,
    accountId: owner?.id ?? null,
    username: owner?.username ?? null,
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

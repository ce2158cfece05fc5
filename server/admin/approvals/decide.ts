import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type EmailRecipient, publishedEmail } from '#server/listings/emails.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { FREE_TERM_END } from '#server/listings/write/posting.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { redeem } from '#server/payments/redemption.ts';
import { findWaitingPayments, lockWaitingPayments } from '#server/payments/waiting-payments.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict, HttpError } from '#server/platform/http/errors.ts';
import { recordAndNotify } from '#server/reports/hiding/hiding.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { listingDeclinedEmail } from './emails.ts';

/** A decision of a member of the staff on a listing that waits. */
interface Decision {
  /** The id of the listing. */
  id: number;
  by: number;
  /** The version that they looked at. */
  version: number;
}

// A payment can arrive between the moment in which the payments are locked and the one in which the listing is.
const ATTEMPTS = 3;

/**
 * Shows a listing that waits. What it was paid for begins now, and so does the term of a free one; an edited listing continues.
 * @throws {NotFound} when the listing does not exist
 * @throws {Conflict} when it does not wait, with the decision that somebody else made, or when it was edited since
 */
export async function approveListing(deps: PaymentDeps, decision: Decision): Promise<void> {
  for (let attempt = 1; !(await tryToApprove(deps, decision)); attempt++) {
    if (attempt === ATTEMPTS) throw new Conflict(t('A payment for this listing just arrived. Try again.'));
  }
}

/** @returns false if a payment for the listing has arrived meanwhile, after which nothing is done */
async function tryToApprove(deps: PaymentDeps, { id, by, version }: Decision): Promise<boolean> {
  const { db, cards } = deps;
  try {
    await db.transaction().execute(async (trx) => {
      // In the order of settlements: payments first.
      const payments = await lockWaitingPayments(trx, { id, mode: cards.mode });
      const listing = await decide(trx, 'approve', { id, by, version });
      const paid = await findWaitingPayments(trx, { id, mode: cards.mode });
      if (paid.length > payments.length) throw new PaymentArrived();
      for (const payment of payments) await redeem(trx, deps, payment);
      const shown = await trx.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const toEmail = (owner: EmailRecipient) => publishedEmail(deps.site, shown, owner);
      const facts = { before: { status: 'waiting' }, after: { status: shown.status } };
      await recordAndNotify(trx, { kind: 'listing-approved', listing, by, ...facts, toEmail }, deps);
    });
    return true;
  } catch (error) {
    if (error instanceof PaymentArrived) return false;
    throw await explain(db, id, error);
  }
}

class PaymentArrived extends Error {}

/**
 * Declines a listing that waits: it is hidden, its owner is notified of the reason, and what was paid for it is a credit.
 * @throws as `approveListing` does
 */
export async function declineListing(
  deps: PaymentDeps,
  { id, by, version, reason }: Decision & { reason: string },
): Promise<void> {
  try {
    await deps.db.transaction().execute(async (trx) => {
      const payments = await lockWaitingPayments(trx, { id, mode: deps.cards.mode });
      const listing = await decide(trx, 'decline', { id, by, version, reason });
      const toEmail = (owner: EmailRecipient) =>
        listingDeclinedEmail(deps.site, owner, { listing, reason, isPaid: payments.length > 0 });
      const facts = { before: { status: 'waiting' }, after: { status: listing.status } };
      await recordAndNotify(trx, { kind: 'listing-declined', listing, by, reason, ...facts, toEmail }, deps);
    });
  } catch (error) {
    throw await explain(deps.db, id, error);
  }
}

/** Carries a decision out. @throws {Conflict} when the listing was edited since it was looked at */
async function decide(
  trx: Transaction<DB>,
  name: 'approve' | 'decline',
  { id, version, reason }: Decision & { reason?: string },
): Promise<Selectable<Listings>> {
  const isNew = sql`waiting_from = 'draft'`;
  const listing = await transition(trx, name, {
    id,
    by: 'administrator',
    set: {
      ...(name === 'approve' && {
        created_at: sql`case when ${isNew} then now() else created_at end`,
        expires_at: sql`case when ${isNew} then ${FREE_TERM_END} else expires_at end`,
      }),
      // When a hidden listing is shown again, it is live.
      ...(reason !== undefined && { hidden_from: 'active', hidden_reason: reason }),
      waiting_from: null,
      waiting_since: null,
    },
  });
  if (listing.version !== version)
    throw new Conflict(t('This listing was changed since you opened it. Look at it again.'));
  await invalidate(trx, [SEARCH_KEY]);
  return listing;
}

/** Of a listing that no longer waits: who decided on it, and how. */
async function explain(db: Kysely<DB>, id: number, error: unknown): Promise<unknown> {
  if (!(error instanceof HttpError) || error.status !== 409) return error;
  const { rows } = await decisionQuery(id).execute(db);
  const [row] = rows;
  if (!row) return error;
  const who = row.username ?? t('Somebody');
  return new Conflict(
    row.kind === 'listing-approved'
      ? t('{who} has already approved this listing.', { who })
      : t('{who} has already declined this listing: {reason}', { who, reason: String(row.reason) }),
  );
}

/** The last decision on a listing that no longer waits. Exported for the test of its query plan. */
export const decisionQuery = (id: number) => sql<{
  kind: 'listing-approved' | 'listing-declined';
  reason: string | null;
  username: string | null;
}>`
  select a.kind, a.reason, by.username
  from audit a left join accounts by on by.id = a.actor_id
  where a.listing_id = ${id} and a.kind in ('listing-approved', 'listing-declined')
    and not exists (select from listings where id = ${id} and status = 'waiting')
  order by a.id desc limit 1`;

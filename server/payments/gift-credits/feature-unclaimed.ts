import { sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { FeatureForm } from '#contract/plans/gift-credits.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { isUnclaimed } from '#server/listings/read/presenter.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { updateLevel } from '#server/payments/redemption.ts';
import { startTerm } from '#server/payments/terms.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';

// The name of nobody, as in payments whose account was deleted.
const NOBODY = '—';

/**
 * Gives a public listing that nobody owns the term of a plan, which ends by itself: a gift credit that is used at once. Whoever claims the
 * listing has what is left of it.
 * @throws {NotFound} when there is no such listing
 * @throws {Conflict} when it has an owner, is not public, or has a term
 */
export function featureUnclaimed(
  { db, cards, queue }: Pick<PaymentDeps, 'db' | 'cards' | 'queue'>,
  { id, plan, reason, by }: FeatureForm & { id: number; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const listing = await trx.selectFrom('listings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!listing) throw listingNotFound();
    if (!isUnclaimed(listing) || listing.status !== 'active')
      throw new Conflict(t('Only a listing that is live and has no owner can be featured as a gift.'));
    if (listing.level !== 'free') throw new Conflict(t('It’s featured already.'));
    const permit = await authorizeDecision(trx, { kind: 'credit-given', by, listings: [id] });
    const { level, months } = PLANS[plan];
    const term = { mode: cards.mode, level, months } as const;
    const gift = await trx
      .insertInto('payments')
      .values({
        ...{ ...term, plan, account_id: null, username: NOBODY, listing_id: id },
        ...{ amount_cents: 0, is_gift: true, status: 'paid', paid_at: sql<Date>`now()`, redeemed_at: sql<Date>`now()` },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('gift_credits').values({ payment_id: gift.id, reason, given_by: by }).execute();
    await startTerm(trx, listing, { id: gift.id, ...term });
    await updateLevel(trx, { queue }, id, cards.mode);
    const after = { plans: plan, credits: 1 };
    await recordDecision(trx, permit, {
      ...{ kind: 'credit-given', accountId: null, username: null, listingId: id, reason, after },
    });
  });
}

import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { PaidPosting, PaidSubmission, PostedListing } from '#server/listings/paid-posting.ts';
import { findOwnerListing } from '#server/listings/read/owner-listings.ts';
import { getOutcome } from '#server/payments/intents/outcome.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { settle } from '#server/payments/settlement.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { postPaidListing } from './credits.ts';

/** Posting for money, for the listings' route. */
export const createPaidPosting = (deps: PaymentDeps): PaidPosting => ({
  postForCredit: async (form) => toPosted(await postPaidListing(deps, form)),
  postForPayment: (form) => postForPayment(deps, form),
});

async function postForPayment(
  deps: PaymentDeps,
  { ownerId, paymentIntent, fields, refusal, idempotencyKey }: PaidSubmission,
) {
  const outcome = await getOutcome(deps, await settle(deps, paymentIntent, ownerId));
  switch (outcome.outcome) {
    case 'waiting':
    case 'listed': {
      if (!outcome.ad) throw new Conflict(t('The listing for this payment was deleted.'));
      const ad = await findOwnerListing(deps.db, deps.gazetteer, { ownerId, id: outcome.ad.id });
      return { ad, message: outcome.message };
    }
    case 'credit':
      if (!fields) throw refusal ?? new Conflict(outcome.message);
      return toPosted(await postPaidListing(deps, { ownerId, fields, idempotencyKey, paymentId: outcome.paymentId }));
    case 'processing':
      return outcome;
    default:
      throw new Conflict(outcome.message);
  }
}

const toPosted = (ad: OwnerListing): PostedListing => ({
  ad,
  message:
    ad.status === 'waiting'
      ? translateDefined(WAITING_MESSAGE)
      : t('Your {level, select, enhanced {enhanced} other {premium}} listing is live.', { level: ad.level }),
});

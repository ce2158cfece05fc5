import type { Kysely } from 'kysely';
import { formatDollars, type PaidPlanId, PLANS, type PlanOffer } from '#contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import { Conflict } from '../../http/errors.ts';
import { findOffer } from './offers.ts';

/**
 * What a plan costs now. Called in the transaction that creates a payment, so that the payment has the price of that moment.
 * @param order.amountCents the price that the buyer was shown, if it is known
 * @throws {Conflict} when the plan is not sold, or the price is not the one that was shown
 */
export async function quoteOrder(
  db: Kysely<DB>,
  { plan, amountCents }: { plan: PaidPlanId; amountCents?: number },
): Promise<PlanOffer> {
  const offer = await findOffer(db, plan);
  if (!offer) throw new Conflict(`${PLANS[plan].name} isn’t on sale right now. You haven’t been charged.`);
  if (amountCents !== undefined && amountCents !== offer.priceCents) {
    throw new Conflict(
      `The price changed from ${formatDollars(amountCents)} to ${formatDollars(offer.priceCents)} since you opened this page. You haven’t been charged.`,
    );
  }
  return offer;
}

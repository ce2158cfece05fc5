import type Stripe from 'stripe';
import { z } from '#contract/zod.ts';
import { MAX_PAGE_SIZE } from './payment-intent.ts';
import type { Balance, BalanceMovement } from './payment-provider.ts';
import { withStripeErrors } from './stripe-errors.ts';
import { balanceTransactionSchema, getExpandableId } from './stripe-schemas.ts';

const CURRENCY = 'usd';

/** The movements of the dollar balance in a range of time, newest first (https://docs.stripe.com/api/balance_transactions). */
export async function* listBalanceMovements(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<BalanceMovement> {
  const created = { gte: toSeconds(from), lt: toSeconds(to) };
  const listed = stripe.balanceTransactions
    .list({ created, currency: CURRENCY, limit: MAX_PAGE_SIZE })
    [Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await withStripeErrors(() => listed.next());
    if (done) return;
    const movement = await withStripeErrors(async () => balanceTransactionSchema.parse(value));
    yield {
      id: movement.id,
      kind: movement.reporting_category,
      sourceId: getExpandableId(movement.source),
      amountCents: movement.amount,
      feeCents: movement.fee,
      netCents: movement.net,
      createdAt: new Date(movement.created * 1000),
      availableAt: new Date(movement.available_on * 1000),
      description: movement.description ?? '',
    };
  }
}

/** The dollar balance now (https://docs.stripe.com/api/balance). @throws {Unavailable} */
export const retrieveBalance = (stripe: Stripe): Promise<Balance> =>
  withStripeErrors(async () => {
    const { available, pending } = balanceSchema.parse(await stripe.balance.retrieve());
    return { availableCents: sumDollars(available), pendingCents: sumDollars(pending) };
  });

const amountsSchema = z.array(z.object({ amount: z.number().int(), currency: z.string() }));
const balanceSchema = z.object({ available: amountsSchema, pending: amountsSchema });

const sumDollars = (amounts: z.infer<typeof amountsSchema>) =>
  amounts.reduce((sum, { amount, currency }) => sum + (currency === CURRENCY ? amount : 0), 0);

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

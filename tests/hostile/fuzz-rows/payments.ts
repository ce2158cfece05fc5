import type { createTestApi } from '../support/api.ts';
import { confirmPaymentIntent, createPaymentIntent } from '../support/payments.ts';

type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** Two paid payments and an open one. The first has bought a term of the listing, and a refund of the second is requested. */
export async function createPayments({ db, signedInVisitor }: TestApi, accountId: number, listingId: number) {
  const owner = await signedInVisitor(accountId);
  const intents: string[] = [];
  for (const isPaid of [true, true, false]) {
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    intents.push(intent.intentId);
    if (!isPaid) continue;
    await confirmPaymentIntent(owner, intent);
    await owner.get(`/api/user/payment-intents/${intent.intentId}`);
  }
  await owner.post(`/api/user/ads/${listingId}/redeem`);
  const rows = await db.selectFrom('payments').where('account_id', '=', accountId).select('id').orderBy('id').execute();
  const payments = rows.map(({ id }) => id);
  await db
    .insertInto('refund_requests')
    .values({ payment_id: payments[1] as number, reason: 'It brought nobody' })
    .execute();
  return { payments, intents };
}

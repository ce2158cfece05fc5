import { randomUUID } from 'node:crypto';
import type { CreditNoteFacts } from '#server/payments/invoices/facts.ts';
import { formatDocumentNumber, nextNumber } from '#server/payments/invoices/numbers.ts';
import { confirmPaymentIntent, createPaymentIntent, makeCoupon } from '#tests/support/payments.ts';
import type { FuzzAccounts } from './people.ts';
import type { TestApi } from './rows.ts';
import { toIds } from './to-ids.ts';

const DAY_MS = 86_400_000;

/**
 * Two paid payments and an open one, a gift, and what the staff decides about money. The first payment has bought a term of the
 * listing and has a credit note, and a refund of the second is requested.
 */
export async function createPayments(api: TestApi, { owner: { id, username } }: FuzzAccounts, listingId: number) {
  const { db, signedInVisitor } = api;
  const planned = await createPlans(api);
  const owner = await signedInVisitor(id);
  const intents: string[] = [];
  for (const isPaid of [true, true, false]) {
    const intent = await createPaymentIntent(owner, { plan: 'monthly' });
    intents.push(intent.intentId);
    if (!isPaid) continue;
    await confirmPaymentIntent(owner, intent);
    await owner.get(`/api/user/payment-intents/${intent.intentId}`);
  }
  await owner.post(`/api/user/ads/${listingId}/redeem`);
  const rows = await db.selectFrom('payments').where('account_id', '=', id).select('id').orderBy('id').execute();
  const payments = toIds(rows);
  const [first = 0, second = 0, open = 0] = payments;
  await db.insertInto('refund_requests').values({ payment_id: second, reason: 'It brought nobody' }).execute();
  const gift = await createGift(api, { id, username });
  const coupons = [await makeCoupon(db, { code: newCode() }), await makeCoupon(db, { code: newCode() })];
  const terms = {
    ...{
      code: [newCode(), newCode(), newCode()],
      percentOff: [25, 25, 25, null],
      amountOffCents: [null, null, null, 10],
    },
    ...{ firstDay: ['2026-01-01'], lastDay: [toDay(0), toDay(30)] },
  };
  const number = await createCreditNote(api, first);
  const notes = ['/api/user/payments/', '/api/admin/payments/'].map(
    (start) => [start, { number: [number, number, 'CN-2026-999999'] }] as const,
  );
  return {
    intents,
    ids: {
      payments,
      creditNoted: [first],
      openPayments: [open, first],
      gifts: [gift],
      coupons: toIds(coupons),
      ...planned,
    },
    examples: [
      ['/api/admin/coupons', terms],
      ['/api/create-payment-intent', { code: [coupons[1]?.code, coupons[1]?.code, 'NONE-123'] }],
      ...notes,
    ] as const,
  };
}

const newCode = () => `FUZZ-${randomUUID().slice(0, 8).toUpperCase()}`;
const toDay = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** A price and a tax that do not hold yet. A price that holds, because an earlier request may have taken the plan off sale. */
async function createPlans({ db }: TestApi) {
  const holds_from = new Date(Date.now() + 300 * DAY_MS);
  const price = { months: 1, price_cents: 2999, reason: 'Costs rose' };
  await db
    .insertInto('plan_prices')
    .values({ ...price, plan: 'monthly', holds_from: new Date() })
    .execute();
  const prices = await db
    .insertInto('plan_prices')
    .values({ ...price, plan: 'monthly', holds_from })
    .returning('id')
    .execute();
  const taxes = await db
    .insertInto('tax_rates')
    .values({ name: 'Sales tax', rate: 7750, holds_from, reason: 'A new law' })
    .returning('id')
    .execute();
  return { prices: toIds(prices), taxes: toIds(taxes) };
}

/** @returns the id of the payment */
async function createGift({ db }: TestApi, { id, username }: { id: number; username: string }): Promise<number> {
  const gift = await db
    .insertInto('payments')
    .values({
      ...{ mode: 'simulated', account_id: id, username, plan: 'monthly', level: 'premium', months: 1 },
      ...{ amount_cents: 0, is_gift: true, status: 'paid', paid_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('gift_credits').values({ payment_id: gift.id, reason: 'An outage' }).execute();
  return gift.id;
}

/** @returns its number, as it is printed */
function createCreditNote({ db }: TestApi, payment_id: number): Promise<string> {
  const now = new Date().toISOString();
  const facts: CreditNoteFacts = {
    language: 'en',
    seller: { name: 'SoCal Local', site: 'localhost', address: '', email: 'hello@mail.example' },
    ...{ buyer: null, plan: 'monthly', listing: null, quantity: 1, card: null, tax: null },
    ...{ invoice: 'INV-2026-000001', invoicedAt: now, cause: 'dispute', refundedAt: now, amountCents: 2999 },
  };
  return db.transaction().execute(async (trx) => {
    const number = await nextNumber(trx, 'simulated', 'credit-note');
    const columns = { mode: 'simulated', payment_id, dispute_id: randomUUID(), facts: JSON.stringify(facts) } as const;
    await trx
      .insertInto('invoices')
      .values({ ...number, ...columns })
      .execute();
    return formatDocumentNumber(number);
  });
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Language } from '#contract/i18n/languages.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Visitor } from './api.ts';

/** Stripe's test cards (https://docs.stripe.com/testing). */
export const TEST_CARDS = {
  success: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authenticationRequired: '4000002500003155',
} as const;

/** The card details as typed in the form. */
export const toCardDetails = (number: string) => ({
  number,
  expMonth: 12,
  expYear: new Date().getUTCFullYear() + 3,
  cvc: '123',
  name: 'Casimira Quill',
});

/** Creates a payment intent. */
export async function createPaymentIntent(visitor: Visitor, request: object, language: Language = 'en') {
  const { status, body } = await visitor.post(`/api/create-payment-intent?lang=${language}`, request);
  if (status !== 201) throw new Error(`No intent: ${status} ${JSON.stringify(body)}`);
  return body as { clientSecret: string; intentId: string; listing: { id: number } | null };
}

/** Pays an intent by card, as the checkout page does. */
export function confirmPaymentIntent(
  visitor: Visitor,
  intent: { intentId: string; clientSecret: string },
  number: string = TEST_CARDS.success,
) {
  const path = `/simulated-stripe/payment_intents/${intent.intentId}/confirm`;
  return visitor.post(path, { clientSecret: intent.clientSecret, card: toCardDetails(number) });
}

/** The id of the payment of an intent. */
export const findPaymentId = async (visitor: Visitor, intentId: string): Promise<number> =>
  (await visitor.get(`/api/user/payment-intents/${intentId}`)).body.paymentId;

/** Posts the form stored in the browser after a payment, as `/payment-success` does. */
export function returnFromPayment(visitor: Visitor, intentId: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ paymentIntent: intentId, isPremium: 'true', ...fields })) {
    form.append(name, value);
  }
  return visitor.post('/api/ads', form);
}

let couponCount = 0;

/** A coupon of 33 % for every plan, from yesterday until tomorrow in Los Angeles, that 10,000 accounts can use. */
export async function makeCoupon(
  db: Kysely<DB>,
  terms: Partial<Record<'code' | 'percent_off' | 'amount_off_cents' | 'max_uses', string | number | null>> & {
    plans?: string[];
    first_day?: RawBuilder<Date>;
    last_day?: RawBuilder<Date>;
  } = {},
): Promise<{ id: number; code: string }> {
  const coupon = {
    code: `TEST-${String(++couponCount).padStart(5, '0')}`,
    percent_off: 33,
    amount_off_cents: null,
    plans: ['enhanced', 'monthly', 'quarterly', 'semiannual', 'annual'],
    first_day: daysFromNow(-1),
    last_day: daysFromNow(1),
    max_uses: 10_000,
    ...terms,
  };
  const { rows } = await sql<{ id: number; code: string }>`
    insert into coupons (code, percent_off, amount_off_cents, plans, first_day, last_day, max_uses)
    values (${coupon.code}, ${coupon.percent_off}, ${coupon.amount_off_cents}, ${coupon.plans}, ${coupon.first_day},
      ${coupon.last_day}, ${coupon.max_uses}) returning id, code`.execute(db);
  return rows[0] as { id: number; code: string };
}

/** A day in Los Angeles. */
export const daysFromNow = (days: number): RawBuilder<Date> =>
  sql<Date>`(now() at time zone 'America/Los_Angeles')::date + ${days}::int`;

/** Sets the price of a plan, by default the monthly one, from now on. */
export const setPrice = (administrator: Visitor, priceCents: number, plan = 'monthly') =>
  administrator.post(`/api/admin/plans/${plan}/prices`, { priceCents, reason: 'Costs rose' });

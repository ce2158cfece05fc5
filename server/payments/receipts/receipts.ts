import { sql, type Transaction } from 'kysely';
import { PLANS } from '#contract/plans/plans.ts';
import { isRenewing } from '#server/payments/auto-renewals/auto-renewals.ts';
import type { redeemAll } from '#server/payments/parts/parts.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { monthCentsOfPayment, toListCents } from '#server/payments/plans/offers.ts';
import type { PaymentRow } from '#server/payments/redemption.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Recipient, toRecipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { type Receipt, receiptEmail } from './receipt-email.ts';

/** A receipt number as it is shown: 'SL-000123'. */
export const formatReceiptNumber = (number: number) => `SL-${String(number).padStart(6, '0')}`;

/** Queues the email with the receipt, in the transaction that records the payment. */
export async function sendReceipt(
  trx: Transaction<DB>,
  { jobs, site }: PaymentDeps,
  payment: PaymentRow,
  redeemed: Awaited<ReturnType<typeof redeemAll>>,
): Promise<void> {
  if (payment.account_id === null || payment.receipt_number === null || payment.paid_at === null) return;
  const owner = await findPayer(trx, payment);
  if (!owner) return;
  const listings = redeemed.flatMap(({ listing }) => listing ?? []);
  const [listing = null] = payment.quantity === 1 ? listings : [];
  const receipt: Receipt = {
    id: payment.id,
    number: formatReceiptNumber(payment.receipt_number),
    plan: PLANS[payment.plan].name,
    ...(await findBreakdown(trx, payment)),
    paidAt: payment.paid_at,
    cardLast4: payment.card_last4,
    isWaiting: listing?.status === 'waiting',
    listing: listing?.paid_until
      ? { id: listing.id, level: listing.level, paidUntil: listing.paid_until, expiresAt: listing.expires_at }
      : null,
    renews: await isRenewing(
      trx,
      listings.map(({ id }) => id),
      payment.mode,
    ),
    parts: payment.quantity === 1 ? [] : await describeParts(trx, redeemed),
  };
  await jobs.enqueueEmail(
    trx,
    writeEmail(owner.language, () => receiptEmail(site, owner.email, receipt)),
  );
}

/** What was paid for each listing of a payment for several. */
async function describeParts(
  trx: Transaction<DB>,
  redeemed: Awaited<ReturnType<typeof redeemAll>>,
): Promise<Receipt['parts']> {
  const ids = redeemed.flatMap(({ part }) => part.listing_id ?? []);
  const known = await trx.selectFrom('listings').select(['id', 'title']).where('id', 'in', ids).execute();
  const titles = new Map(known.map(({ id, title }) => [id, title]));
  return redeemed.map(({ part, listing }) => ({
    title: titles.get(part.listing_id ?? 0) ?? null,
    level: part.level,
    paidUntil: listing?.paid_until ?? null,
    isWaiting: listing?.status === 'waiting',
  }));
}

/** Who paid, in the language of the purchase; null without an account or an email. */
export async function findPayer(
  trx: Transaction<DB>,
  { account_id, language }: Pick<PaymentRow, 'account_id' | 'language'>,
): Promise<Recipient | null> {
  const account = await trx.selectFrom('accounts').select('email').where('id', '=', account_id).executeTakeFirst();
  return account ? toRecipient({ ...account, language }) : null;
}

/** How the amount of a payment came about. */
async function findBreakdown(
  trx: Transaction<DB>,
  { id, months, amount_cents, discount_cents, tax_cents, tax_name }: PaymentRow,
): Promise<Pick<Receipt, 'amountCents' | 'months' | 'listCents' | 'discount' | 'tax'>> {
  const { rows } = await sql<{ monthCents: number | null }>`
    select ${monthCentsOfPayment} as "monthCents" from payments p where id = ${id}`.execute(trx);
  const priceCents = amount_cents + discount_cents - tax_cents;
  const coupon = await trx
    .selectFrom('coupon_uses')
    .innerJoin('coupons', 'coupons.id', 'coupon_id')
    .select('code')
    .where('payment_id', '=', id)
    .executeTakeFirst();
  return {
    amountCents: amount_cents,
    months,
    listCents: toListCents({ months, priceCents }, rows[0]?.monthCents),
    discount: coupon ? { code: coupon.code, cents: discount_cents } : null,
    tax: tax_name === null ? null : { name: tax_name, cents: tax_cents },
  };
}

const RECEIPT_COUNTERS = { live: 'receipts', simulated: 'simulated-receipts' };

/** Receipt numbers of a mode have no gaps, because the row of the counter is locked until the transaction commits. */
export async function nextReceiptNumber(trx: Transaction<DB>, { mode }: PaymentRow): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into settings (key, value) values (${RECEIPT_COUNTERS[mode]}, '1'::jsonb)
    on conflict (key) do update set value = to_jsonb((settings.value)::bigint + 1)
    returning (value)::bigint as number`.execute(trx);
  return (rows[0] as { number: number }).number;
}

import type { AdminPayment } from '#contract/admin/payments.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { formatDocumentNumber } from '#server/payments/invoices/numbers.ts';
import { toListCents } from '#server/payments/plans/offers.ts';
import { formatReceiptNumber } from '#server/payments/receipts/receipts.ts';
import { isCredit } from '#server/payments/redemption.ts';
import { toPercent } from '#server/payments/taxes/tax.ts';
import { type PaymentDetailsRow, REFUND_DAYS } from './payment-details.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A payment as its account sees it. */
export function toPayment(row: PaymentDetailsRow): Payment {
  const refundedCents = row.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const until = row.paid_at && row.returned_at === null ? new Date(row.paid_at.getTime() + REFUND_DAYS * DAY_MS) : null;
  return {
    id: row.id,
    plan: row.plan,
    planName: translateDefined(PLANS[row.plan].name),
    level: row.level,
    months: row.months,
    ...toBreakdown(row),
    refundedCents,
    status: row.status,
    isCredit: isCredit(row) && !row.is_waiting,
    isGift: row.is_gift,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    receiptNumber: row.receipt_number === null ? null : formatReceiptNumber(row.receipt_number),
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? 'card', last4: row.card_last4 },
    listing: row.listing,
    term: row.term,
    parts: row.parts,
    renewal: row.renewal,
    isRenewal: row.is_renewal,
    paidTimeWithout: row.paid_time_without,
    refunds: row.refunds.map(({ creditNote, ...refund }) => ({
      ...refund,
      reason: translateDefined(refund.reason),
      creditNote: creditNote && formatDocumentNumber(creditNote),
    })),
    chargebacks: row.chargebacks.map(({ creditNote, ...chargeback }) => ({
      ...chargeback,
      creditNote: formatDocumentNumber(creditNote),
    })),
    invoiceNumber: row.invoice && formatDocumentNumber(row.invoice),
    invoiceVersions: row.reissues + 1,
    refundableUntil: until && row.is_recent && refundedCents < row.amount_cents ? until.toISOString() : null,
    refundRequest: row.request && {
      ...row.request,
      reason: translateDefined(row.request.reason),
      decidedAt: row.request.decidedAt === null ? null : new Date(row.request.decidedAt).toISOString(),
    },
  };
}

const toBreakdown = ({
  months,
  month_cents,
  amount_cents,
  discount_cents,
  coupon_code,
  tax_cents,
  tax_name,
  tax_rate,
}: PaymentDetailsRow) => ({
  priceCents: amount_cents + discount_cents - tax_cents,
  listCents: toListCents({ months, priceCents: amount_cents + discount_cents - tax_cents }, month_cents),
  discount: coupon_code === null ? null : { code: coupon_code, cents: discount_cents },
  tax:
    tax_name === null || tax_rate === null ? null : { name: tax_name, percent: toPercent(tax_rate), cents: tax_cents },
  amountCents: amount_cents,
});

/** A payment as the administrator sees it. */
export const toAdminPayment = (row: PaymentDetailsRow): AdminPayment => ({
  ...toPayment(row),
  account: { id: row.account_id, username: row.username },
  intentId: row.intent_id,
  cardholder: row.cardholder,
  disputed: row.disputed_at !== null,
  refusal: row.refusal === null ? null : translateDefined(row.refusal),
});

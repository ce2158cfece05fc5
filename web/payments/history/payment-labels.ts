import type { Payment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans.ts';
import type { Badge } from '#web/ui/badge.tsx';

/** The label of a payment's status. The icon makes it recognizable without its color. */
export interface PaymentStatusLabel {
  label: string;
  icon: string;
  tone: Parameters<typeof Badge>[0]['tone'];
}

/** The status label of a payment, including refunds. */
export function getPaymentStatus({
  status,
  amountCents,
  refundedCents,
  isCredit,
}: Pick<Payment, 'status' | 'amountCents' | 'refundedCents' | 'isCredit'>): PaymentStatusLabel {
  if (status === 'open') return { label: 'Not paid', icon: 'clock', tone: 'neutral' };
  if (status === 'canceled') return { label: 'Canceled', icon: 'circle-x', tone: 'neutral' };
  if (status === 'refused') return { label: 'Rejected', icon: 'ban', tone: 'danger' };
  if (refundedCents >= amountCents) return { label: 'Refunded', icon: 'undo-2', tone: 'neutral' };
  if (refundedCents > 0) return { label: 'Partially refunded', icon: 'undo-2', tone: 'info' };
  if (isCredit) return { label: 'Saved as credit', icon: 'star', tone: 'accent' };
  return { label: 'Paid', icon: 'circle-check', tone: 'success' };
}

const BRAND_NAMES: { [brand: string]: string } = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending 4242'. */
export const formatCard = ({ brand, last4 }: NonNullable<Payment['card']>) =>
  `${BRAND_NAMES[brand] ?? 'Card'} ending ${last4}`;

/** '$33 off (SPRING25)'. */
export const formatDiscount = ({ code, cents }: NonNullable<Payment['discount']>) =>
  `${formatDollars(cents)} off (${code})`;

/** '3 months'. */
export const formatMonths = (months: number) => (months === 1 ? '1 month' : `${months} months`);

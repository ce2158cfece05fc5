import { t } from '#contract/i18n/t.ts';
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
  if (status === 'open') return { label: t('Not paid'), icon: 'clock', tone: 'neutral' };
  if (status === 'canceled') return { label: t('Canceled'), icon: 'circle-x', tone: 'neutral' };
  if (status === 'refused') return { label: t('Rejected'), icon: 'ban', tone: 'danger' };
  if (refundedCents >= amountCents) return { label: t('Refunded'), icon: 'undo-2', tone: 'neutral' };
  if (refundedCents > 0) return { label: t('Partially refunded'), icon: 'undo-2', tone: 'info' };
  if (isCredit) return { label: t('Saved as credit'), icon: 'star', tone: 'accent' };
  return { label: t('Paid'), icon: 'circle-check', tone: 'success' };
}

const BRAND_NAMES: { [brand: string]: string } = {
  amex: 'American Express',
  diners: t('Diners Club'),
  discover: t('Discover'),
  jcb: 'JCB',
  mastercard: t('Mastercard'),
  unionpay: 'UnionPay',
  visa: t('Visa'),
};

/** 'Visa ending 4242'. */
export const formatCard = ({ brand, last4 }: NonNullable<Payment['card']>) =>
  `${BRAND_NAMES[brand] ?? t('Card')} ending ${last4}`;

/** '$33 off (SPRING25)'. */
export const formatDiscount = ({ code, cents }: NonNullable<Payment['discount']>) =>
  `${formatDollars(cents)} off (${code})`;

/** '3 months'. */
export const formatMonths = (months: number) => (months === 1 ? '1 month' : `${months} months`);

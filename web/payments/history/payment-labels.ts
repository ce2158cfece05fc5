import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import type { Badge } from '#web/base/ui/badge.tsx';

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
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending 4242'. */
export function formatCard({ brand, last4 }: NonNullable<Payment['card']>): string {
  const name = BRAND_NAMES[brand];
  return name ? t('{brand} ending {last4}', { brand: name, last4 }) : t('Card ending {last4}', { last4 });
}

/** '$33 off (SPRING25)'. */
export const formatDiscount = ({ code, cents }: NonNullable<Payment['discount']>) =>
  t('{amount} off ({code})', { amount: formatDollars(cents), code });

/** '3 months'. */
export const formatMonths = (months: number) => t('{months, plural, one {# month} other {# months}}', { months });

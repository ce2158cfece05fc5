import type { Payment } from '#contract/payments.ts';
import type { Badge } from '#web/ui/badge.tsx';

/** How a payment stands, as people are told; each drawn with an icon, and never by its colour alone. */
export interface PaymentState {
  word: string;
  icon: string;
  tone: Parameters<typeof Badge>[0]['tone'];
}

/** What became of a payment, and of its money. */
export function stateOf({
  status,
  amountCents,
  refundedCents,
  isCredit,
}: Pick<Payment, 'status' | 'amountCents' | 'refundedCents' | 'isCredit'>): PaymentState {
  if (status === 'open') return { word: 'Not paid', icon: 'clock', tone: 'neutral' };
  if (status === 'canceled') return { word: 'Called off', icon: 'circle-x', tone: 'neutral' };
  if (status === 'refused') return { word: 'Refused', icon: 'ban', tone: 'danger' };
  if (refundedCents >= amountCents) return { word: 'Given back', icon: 'undo-2', tone: 'neutral' };
  if (refundedCents > 0) return { word: 'Part given back', icon: 'undo-2', tone: 'info' };
  if (isCredit) return { word: 'Kept as a credit', icon: 'star', tone: 'accent' };
  return { word: 'Paid', icon: 'circle-check', tone: 'success' };
}

const BRANDS: { [brand: string]: string } = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending 4242'. */
export const cardInWords = ({ brand, last4 }: NonNullable<Payment['card']>) =>
  `${BRANDS[brand] ?? 'Card'} ending ${last4}`;

/** '3 months'. */
export const monthsInWords = (months: number) => (months === 1 ? '1 month' : `${months} months`);

import { describe, expect, it } from 'vitest';
import { formatCard, formatMonths, getPaymentStatus } from './payment-labels.ts';

const paid = { status: 'paid', amountCents: 10_000, refundedCents: 0, isCredit: false } as const;

describe('The status label of a payment', () => {
  it.each([
    ['Paid', paid],
    ['Saved as credit', { ...paid, isCredit: true }],
    ['Partially refunded', { ...paid, refundedCents: 9_999 }],
    ['Partially refunded', { ...paid, refundedCents: 1, isCredit: true }],
    ['Refunded', { ...paid, refundedCents: 10_000 }],
    ['Not paid', { ...paid, status: 'open' }],
    ['Canceled', { ...paid, status: 'canceled' }],
    ['Rejected', { ...paid, status: 'refused' }],
    // A payment with a wrong amount is refused and refunded, but stays 'Rejected'.
    ['Rejected', { ...paid, status: 'refused', refundedCents: 10_000 }],
  ] as const)('is %s', (label, payment) => {
    expect(getPaymentStatus(payment).label).toBe(label);
  });
});

describe('Payment labels', () => {
  it("name the brand and last four digits of a card, or 'Card' for an unknown brand", () => {
    expect(formatCard({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242');
    expect(formatCard({ brand: 'eftpos_au', last4: '0001' })).toBe('Card ending 0001');
  });

  it('count the months', () => {
    expect([1, 12].map(formatMonths)).toEqual(['1 month', '12 months']);
  });
});

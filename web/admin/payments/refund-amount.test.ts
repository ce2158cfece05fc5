import { describe, expect, it } from 'vitest';
import { parseCents, validateRefundAmount } from './refund-amount.ts';

describe('parseCents', () => {
  it.each([
    ['40', 4_000],
    [' $40 ', 4_000],
    ['40.5', 4_050],
    ['40.50', 4_050],
    ['40.', 4_000],
    ['0.29', 29],
    ['19.99', 1_999],
    ['1,250.00', 125_000],
    ['0', 0],
  ])('reads %s to the cent', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents);
  });

  it.each(['', '-1', '40.505', '1e3', '40,50', '1,25', 'forty', '4 0', '٤٠', '$'])('rejects %s', (typed) => {
    expect(parseCents(typed)).toBeNull();
  });
});

describe('validateRefundAmount', () => {
  it('accepts more than zero, up to the amount that is not refunded yet', () => {
    expect(validateRefundAmount('', 10_000)).toMatch('Enter an amount');
    expect(validateRefundAmount('0.00', 10_000)).toBe('Enter an amount above zero');
    expect(validateRefundAmount('60.01', 6_000)).toBe('Enter $60.00 or less, the amount left on this payment');
    expect(validateRefundAmount('60', 6_000)).toBeNull();
    expect(validateRefundAmount('.01', 6_000)).toMatch('Enter an amount');
    expect(validateRefundAmount('0.01', 6_000)).toBeNull();
  });
});

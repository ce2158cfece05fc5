import { describe, expect, it } from 'vitest';
import { readPaymentSearch, readPaymentTerms } from './payment-terms.ts';

describe('What is typed into the search of payments', () => {
  it.each([
    ['SL-000123', { receiptNumber: 123 }],
    ['sl123', { receiptNumber: 123 }],
    ['INV-2026-000123', { invoice: { year: 2026, number: 123 } }],
    ['#77', { id: 77 }],
    ['ana@mail.example', { email: 'ana@mail.example' }],
    ['4242', { last4: '4242', id: 4242, receiptNumber: 4242, amountCents: 424_200 }],
    ['•••• 4242', { last4: '4242' }],
    ['card 4242', { last4: '4242' }],
    ['$49.99', { amountCents: 4999 }],
    ['49.99', { amountCents: 4999 }],
    ['$1,250', { amountCents: 125_000 }],
    ['100', { id: 100, receiptNumber: 100, amountCents: 10_000 }],
    ['11/24/2026', { day: '2026-11-24' }],
    ['2026-11-24', { day: '2026-11-24' }],
    ['Nov 24, 2026', { day: '2026-11-24' }],
    ['$1,000,000,000,000', { name: '$1,000,000,000,000' }],
    ['0000-01-01', { name: '0000-01-01' }],
    ['Maria Lopez', { name: 'Maria Lopez' }],
    ['999999999', { id: 999_999_999, receiptNumber: 999_999_999 }],
  ])('%s', (typed, terms) => {
    expect(readPaymentTerms(typed)).toEqual(terms);
  });
});

describe('Words of a search in any order', () => {
  const digits = { id: 54, receiptNumber: 54, amountCents: 5400 };
  it.each([
    ['Rosa Ruiz', [[{ name: 'Rosa Ruiz' }]]],
    ['$49.99 Rosa Ruiz', [[{ name: '$49.99 Rosa Ruiz' }], [{ amountCents: 4999 }, { name: 'Rosa Ruiz' }]]],
    ['Rosa Nov 24, 2026', [[{ name: 'Rosa Nov 24, 2026' }], [{ day: '2026-11-24' }, { name: 'Rosa' }]]],
    [
      'ana@mail.example SL-7',
      [[{ name: 'ana@mail.example SL-7' }], [{ email: 'ana@mail.example' }, { receiptNumber: 7 }]],
    ],
    ['Studio 54', [[{ name: 'Studio 54' }], [digits, { name: 'Studio' }]]],
    ['SL-7', [[{ receiptNumber: 7 }]]],
    ['ana@', [[{ email: 'ana@' }]]],
  ])('%s', (typed, meanings) => {
    expect(readPaymentSearch(typed)).toEqual(meanings);
  });
});

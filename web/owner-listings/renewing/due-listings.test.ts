import { describe, expect, it, test } from 'vitest';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { findDueListings, isRenewalDue } from './due-listings.ts';

const NOW = Date.parse('2026-12-01T20:00:00Z');
const inDays = (days: number) => new Date(NOW + days * 24 * 60 * 60 * 1000).toISOString();
const listing = (fields: Partial<OwnerListing>) =>
  ({ id: 1, status: 'active', paidLevel: 'premium', paidUntil: inDays(3), ...fields }) as OwnerListing;

describe('A listing', () => {
  test.each<[due: boolean, what: string, fields: Partial<OwnerListing>]>([
    [true, 'whose paid time ends in two weeks', { paidUntil: inDays(14) }],
    [false, 'whose paid time ends later', { paidUntil: inDays(14.1) }],
    [true, 'whose paid time ended 59 days ago', { paidUntil: inDays(-59) }],
    [false, 'whose paid time ended 60 days ago', { paidUntil: inDays(-60) }],
    [true, 'that is paused', { status: 'paused' }],
    [true, 'that is expired', { expired: true, paidUntil: inDays(-40) }],
    [false, 'that is hidden', { status: 'hidden' }],
    [false, 'that is deleted', { status: 'deleted' }],
    [false, 'that is a draft', { status: 'draft' }],
    [false, 'that was never paid for', { paidLevel: 'free', paidUntil: null }],
  ])('is due: %s, one %s', (due, _what, fields) => {
    expect(isRenewalDue(listing(fields), NOW)).toBe(due);
  });
});

it('finds those of each level, the first to end first', () => {
  const listings = [
    listing({ id: 1, paidUntil: inDays(5) }),
    listing({ id: 2, paidUntil: inDays(-5) }),
    listing({ id: 3, paidLevel: 'enhanced' }),
    listing({ id: 4, paidUntil: inDays(50) }),
  ];
  const found = findDueListings(listings, NOW).map(({ plan, listings }) => [plan, listings.map(({ id }) => id)]);
  expect(found).toEqual([
    ['monthly', [2, 1]],
    ['enhanced', [3]],
  ]);
});

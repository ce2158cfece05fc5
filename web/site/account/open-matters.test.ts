import { expect, test } from 'vitest';
import type { ConversationRow } from '#contract/conversations/conversations.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { findOpenMatters } from './open-matters.ts';

// Noon in Los Angeles.
const NOW = Date.parse('2026-12-13T20:00:00Z');
const LATER = '2027-03-01T20:00:00Z';

const listing = (id: number, fields: Partial<OwnerListing>) =>
  ({
    id,
    title: `Listing ${id}`,
    status: 'active',
    expired: false,
    level: 'free',
    paidLevel: 'free',
    paidUntil: null,
    expiresAt: LATER,
    ...fields,
  }) as OwnerListing;
const message = { id: 5, customer: 'Maria Lopez', excerpt: 'Our water heater leaks.' } as ConversationRow;

test.each<[what: string, fields: Partial<OwnerListing>, matter: object | null]>([
  ['is live', {}, null],
  ['is paused', { status: 'paused' }, null],
  ['waits for approval', { status: 'waiting' }, null],
  ['has no end', { expiresAt: null }, null],
  [
    'is refused',
    { status: 'hidden', hiddenReason: 'Not a business' },
    {
      href: '/account/ads/1/changes',
      icon: 'eye-off',
      text: 'We hid this listing: Not a business',
      ways: [
        { href: '/account/ads/1/edit', label: 'Edit it' },
        { href: '/account/ads/1/changes', label: 'Ask us to look again' },
      ],
    },
  ],
  [
    'has ended',
    { expired: true, expiresAt: '2026-12-10T20:00:00Z' },
    { href: '#listing-1', text: 'Expired on December 10' },
  ],
  [
    'ends in a week',
    { expiresAt: '2026-12-20T20:00:00Z' },
    { href: '#listing-1', text: 'Ends in 7 days, on December 20' },
  ],
  ['ends in eight days', { expiresAt: '2026-12-21T20:00:00Z' }, null],
  [
    'is paid for, for three days more',
    { level: 'premium', paidUntil: '2026-12-16T20:00:00Z' },
    { text: 'Paid until December 16, then 30 days as a free listing' },
  ],
  ['is paid for', { level: 'premium', paidUntil: LATER }, null],
  ['is not paid for', { status: 'draft' }, { href: '#listing-1', text: expect.stringContaining('pay for it') }],
])('a listing that %s', (_what, fields, matter) => {
  const found = findOpenMatters({ messages: [], listings: [listing(1, fields)] }, NOW);
  expect(found).toEqual(matter ? [expect.objectContaining(matter)] : []);
});

test('customers come first, then what was refused, and last what is not paid for', () => {
  const listings = [listing(1, { status: 'draft' }), listing(2, { expired: true }), listing(3, { status: 'hidden' })];
  const found = findOpenMatters({ messages: [message], listings }, NOW);
  expect(found.map(({ title }) => title)).toEqual(['Maria Lopez wrote to you', 'Listing 3', 'Listing 2', 'Listing 1']);
  expect(found[0]).toMatchObject({ href: '/conversations/5', text: 'Our water heater leaks.' });
});

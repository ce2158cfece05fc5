import { describe, expect, it } from 'vitest';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { endsSoon, expiryText, summarizeListings } from './status.ts';

// Noon in Los Angeles.
const NOW = Date.parse('2026-12-13T20:00:00Z');

const ownListing = (fields: Partial<OwnerListing> = {}): OwnerListing => ({
  id: 1,
  title: 'Salt & Sons',
  businessName: 'Salt & Sons',
  city: 'Irvine',
  zipCode: '92614',
  street: null,
  category: { name: 'Plumbers', icon: 'wrench', top: 'home-services' },
  county: { slug: 'orange-county' },
  imageUrl: null,
  imageSrc: null,
  status: 'active',
  expired: false,
  level: 'free',
  paidLevel: 'free',
  paidUntil: null,
  expiresAt: null,
  createdAt: '2026-12-01T20:00:00Z',
  updatedAt: '2026-12-01T20:00:00Z',
  undeletableUntil: null,
  hiddenReason: null,
  views: 0,
  recentViews: [],
  version: 1,
  acts: [],
  ...fields,
});

describe('The end of a listing', () => {
  it.each([
    ['No end date', {}],
    ['Live until December 28', { expiresAt: '2026-12-28T20:00:00Z' }],
    ['Live until January 5, 2027', { expiresAt: '2027-01-05T20:00:00Z' }],
    ['Ends in 7 days, on December 20', { expiresAt: '2026-12-20T20:00:00Z' }],
    ['Ends tomorrow, December 14', { expiresAt: '2026-12-15T07:59:00Z' }],
    ['Ends today', { expiresAt: '2026-12-14T07:59:00Z' }],
    ['Expired on December 12', { expired: true, expiresAt: '2026-12-13T07:59:00Z' }],
    ['Runs until December 14', { status: 'paused', expiresAt: '2026-12-14T20:00:00Z' }],
    ['Expired on December 12', { status: 'paused', expired: true, expiresAt: '2026-12-12T20:00:00Z' }],
    [
      'Paid until December 28, then 30 days as a free listing',
      { level: 'premium', paidUntil: '2026-12-28T20:00:00Z', expiresAt: '2027-01-27T20:00:00Z' },
    ],
    ['Paid until December 28', { level: 'enhanced', paidUntil: '2026-12-28T20:00:00Z' }],
    ['Live until December 28', { paidUntil: '2026-12-01T20:00:00Z', expiresAt: '2026-12-28T20:00:00Z' }],
    [
      'Paid until December 28, then 30 days as a free listing',
      { status: 'paused', level: 'premium', paidUntil: '2026-12-28T20:00:00Z', expiresAt: '2027-01-27T20:00:00Z' },
    ],
    ['Not published yet', { status: 'draft' }],
    ['Hidden from visitors', { status: 'hidden', expiresAt: '2026-12-28T20:00:00Z' }],
    ['Restore by January 2, 2027', { status: 'deleted', undeletableUntil: '2027-01-02T20:00:00Z' }],
  ] as const)('is shown as "%s", by the calendar of Los Angeles', (text, fields) => {
    expect(expiryText(ownListing(fields), NOW)).toBe(text);
  });

  it.each([
    [true, 'seven days on', { expiresAt: '2026-12-20T20:00:00Z' }],
    [false, 'eight days on', { expiresAt: '2026-12-21T20:00:00Z' }],
    [false, 'that has passed', { expired: true, expiresAt: '2026-12-12T20:00:00Z' }],
    [false, 'of one that is paused', { status: 'paused', expiresAt: '2026-12-14T20:00:00Z' }],
    [false, 'that does not exist', {}],
  ] as const)('is highlighted: %s for one %s', (soon, _which, fields) => {
    expect(endsSoon(ownListing(fields), NOW)).toBe(soon);
  });
});

describe('The summary of listings', () => {
  it('counts them by status, and their views together', () => {
    const listings = [
      ownListing({ views: 1100 }),
      ownListing({ views: 134 }),
      ownListing({ expired: true }),
      ownListing({ status: 'draft' }),
      ownListing({ status: 'draft' }),
    ];
    expect(summarizeListings(listings)).toBe('Two live, one expired, two drafts, 1,234 views');
  });

  it('writes numbers from ten on as digits', () => {
    expect(summarizeListings(Array.from({ length: 12 }, () => ownListing({ status: 'paused' })))).toBe(
      '12 paused, 0 views',
    );
  });

  it('writes one view in the singular', () => {
    expect(summarizeListings([ownListing({ views: 1 })])).toBe('One live, 1 view');
  });
});

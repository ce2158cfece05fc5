import { describe, expect, it } from 'vitest';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { endsSoon, expiryText, summarizeListings } from './status.ts';

// Noon in Los Angeles.
const NOW = Date.parse('2026-12-13T20:00:00Z');

const ownAd = (facts: Partial<OwnerListing> = {}): OwnerListing => ({
  id: 1,
  title: 'Salt & Sons',
  businessName: 'Salt & Sons',
  city: 'Irvine',
  category: { name: 'Plumbers', icon: 'wrench' },
  county: { slug: 'orange-county' },
  imageUrl: null,
  status: 'active',
  expired: false,
  level: 'free',
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
  ...facts,
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
    ['Its time runs until December 14', { status: 'paused', expiresAt: '2026-12-14T20:00:00Z' }],
    ['Its time ended on December 12', { status: 'paused', expired: true, expiresAt: '2026-12-12T20:00:00Z' }],
    ['Not published yet', { status: 'draft' }],
    ['Visitors do not see it', { status: 'hidden', expiresAt: '2026-12-28T20:00:00Z' }],
    ['Can be brought back until January 2, 2027', { status: 'deleted', undeletableUntil: '2027-01-02T20:00:00Z' }],
  ] as const)('is told as "%s", on the calendar of Los Angeles', (words, facts) => {
    expect(expiryText(ownAd(facts), NOW)).toBe(words);
  });

  it.each([
    [true, 'seven days on', { expiresAt: '2026-12-20T20:00:00Z' }],
    [false, 'eight days on', { expiresAt: '2026-12-21T20:00:00Z' }],
    [false, 'that has come', { expired: true, expiresAt: '2026-12-12T20:00:00Z' }],
    [false, 'of one that is paused', { status: 'paused', expiresAt: '2026-12-14T20:00:00Z' }],
    [false, 'that there is not', {}],
  ] as const)('stands out: %s for one %s', (soon, _which, facts) => {
    expect(endsSoon(ownAd(facts), NOW)).toBe(soon);
  });
});

describe('What an owner has', () => {
  it('is summed up by how it stands, with the views of all', () => {
    const ads = [
      ownAd({ views: 1100 }),
      ownAd({ views: 134 }),
      ownAd({ expired: true }),
      ownAd({ status: 'draft' }),
      ownAd({ status: 'draft' }),
    ];
    expect(summarizeListings(ads)).toBe('Two live, one expired, two drafts, 1,234 views');
  });

  it('is counted in figures from ten on', () => {
    expect(summarizeListings(Array.from({ length: 12 }, () => ownAd({ status: 'paused' })))).toBe('12 paused, 0 views');
  });

  it('has one view, not one views', () => {
    expect(summarizeListings([ownAd({ views: 1 })])).toBe('One live, 1 view');
  });
});

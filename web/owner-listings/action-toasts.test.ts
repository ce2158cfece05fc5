import { expect, it } from 'vitest';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { actionToast } from './action-toasts.ts';

// Noon in Los Angeles.
const NOW = Date.parse('2026-12-13T20:00:00Z');
const END = '2027-01-12T20:00:00Z';

it.each([
  ['publish', 'Your listing is live until January 12, 2027.', { expiresAt: END }],
  ['publish', 'Your listing is live.', {}],
  ['pause', 'Visitors no longer see it.', { status: 'paused', expiresAt: END }],
  ['resume', 'Visitors see it until January 12, 2027.', { expiresAt: END }],
  [
    'resume',
    'Its time ended on December 1. Renew it and visitors see it again.',
    { expired: true, expiresAt: '2026-12-01T20:00:00Z' },
  ],
  ['renew', 'Your listing is live until January 12, 2027.', { expiresAt: END }],
  ['renew', 'Its time runs until January 12, 2027. It stays paused.', { status: 'paused', expiresAt: END }],
  ['delete', 'You can bring it back until January 12, 2027.', { status: 'deleted', undeletableUntil: END }],
  ['undelete', 'It is live again.', {}],
  ['undelete', 'It is a draft, as before.', { status: 'draft' }],
  ['undelete', 'It is hidden, as before.', { status: 'hidden' }],
] as const)('after %s the owner reads: %s', (action, text, after) => {
  const listing = { status: 'active', expired: false, expiresAt: null, undeletableUntil: null, ...after };
  expect(actionToast(action, listing as OwnerListing, NOW).description).toBe(text);
});

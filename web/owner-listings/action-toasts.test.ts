import { expect, it } from 'vitest';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { actionToast } from './action-toasts.ts';

// Noon in Los Angeles.
const NOW = Date.parse('2026-12-13T20:00:00Z');
const END = '2027-01-12T20:00:00Z';

it.each([
  ['publish', 'Your listing is live until January 12, 2027.', { expiresAt: END }],
  ['publish', 'Your listing is live.', {}],
  [
    'resume',
    'Visitors can see it until December 28, then 30 days as a free listing.',
    { level: 'premium', paidUntil: '2026-12-28T20:00:00Z', expiresAt: END },
  ],
  ['pause', 'Visitors can’t see it anymore.', { status: 'paused', expiresAt: END }],
  ['resume', 'Visitors can see it until January 12, 2027.', { expiresAt: END }],
  [
    'resume',
    'It expired on December 1. Renew it to show it to visitors again.',
    { expired: true, expiresAt: '2026-12-01T20:00:00Z' },
  ],
  ['renew', 'Your listing is live until January 12, 2027.', { expiresAt: END }],
  ['renew', 'It runs until January 12, 2027. It’s still paused.', { status: 'paused', expiresAt: END }],
  ['delete', 'You can restore it until January 12, 2027.', { status: 'deleted', undeletableUntil: END }],
  ['undelete', 'It’s live again.', {}],
  ['undelete', 'It’s still a draft.', { status: 'draft' }],
  ['undelete', 'It’s still hidden.', { status: 'hidden' }],
] as const)('after %s the owner reads: %s', (action, text, after) => {
  const listing = {
    status: 'active',
    level: 'free',
    expired: false,
    expiresAt: null,
    undeletableUntil: null,
    ...after,
  };
  expect(actionToast(action, listing as OwnerListing, NOW).description).toBe(text);
});

import { defineMessage } from '#contract/i18n/t.ts';
import type { ListingStatus } from '#contract/owner-listings.ts';

/** Who executes a transition: the owner, the administrator, or the program itself. */
export type Actor = 'owner' | 'administrator' | 'program';

interface TransitionRule {
  by: Actor;
  /** The statuses that allow the transition. */
  from: readonly ListingStatus[];
  /**
   * The status afterwards: `same`, `former` (the one before it was hidden or deleted), `published` (active, or waiting where the rules of
   * approval say so), `reclaimable` (active, or hidden if the staff hid it), or `gone` when the row is removed.
   */
  to: ListingStatus | 'same' | 'former' | 'published' | 'reclaimable' | 'gone';
  /** The message in any other status. */
  refusal: string;
}

/**
 * Every transition of a listing: who may execute it, and from which status. The verbs and the `acts` of responses follow
 * this table; tests compare it with `docs/listing-states.md` and with expectations of their own. Two conditions are
 * independent of the status: a listing can have expired, and its owner can be suspended; `public_listings` excludes both.
 */
export const TRANSITIONS = {
  publish: {
    by: 'owner',
    from: ['draft'],
    to: 'published',
    refusal: defineMessage('This listing is already published.'),
  },
  edit: {
    by: 'owner',
    from: ['draft', 'waiting', 'active', 'paused', 'hidden'],
    to: 'same',
    refusal: defineMessage('This listing was deleted. Restore it to edit it.'),
  },
  pause: { by: 'owner', from: ['active'], to: 'paused', refusal: defineMessage('You can only pause a live listing.') },
  resume: {
    by: 'owner',
    from: ['paused'],
    to: 'active',
    refusal: defineMessage('You can only resume a paused listing.'),
  },
  renew: {
    by: 'owner',
    from: ['active', 'paused'],
    to: 'same',
    refusal: defineMessage('You can only renew a live or paused listing.'),
  },
  duplicate: {
    by: 'owner',
    from: ['draft', 'waiting', 'active', 'paused', 'hidden'],
    to: 'same',
    refusal: defineMessage('This listing was deleted. Restore it to copy it.'),
  },
  delete: {
    by: 'owner',
    from: ['draft', 'waiting', 'active', 'paused', 'hidden'],
    to: 'deleted',
    refusal: defineMessage('This listing is already deleted.'),
  },
  undelete: { by: 'owner', from: ['deleted'], to: 'former', refusal: defineMessage('This listing isn’t deleted.') },
  approve: {
    by: 'administrator',
    from: ['waiting'],
    to: 'active',
    refusal: defineMessage('This listing isn’t waiting for approval.'),
  },
  decline: {
    by: 'administrator',
    from: ['waiting'],
    to: 'hidden',
    refusal: defineMessage('This listing isn’t waiting for approval.'),
  },
  review: {
    by: 'program',
    from: ['active'],
    to: 'waiting',
    refusal: defineMessage('You can only review a live listing.'),
  },
  hide: {
    by: 'administrator',
    from: ['active', 'paused'],
    to: 'hidden',
    refusal: defineMessage('You can only hide a live or paused listing.'),
  },
  show: { by: 'administrator', from: ['hidden'], to: 'former', refusal: defineMessage('This listing isn’t hidden.') },
  correct: {
    by: 'administrator',
    from: ['waiting', 'active', 'paused', 'hidden'],
    to: 'same',
    refusal: defineMessage('You can only correct a live, paused, hidden or waiting listing.'),
  },
  remove: {
    by: 'administrator',
    from: ['hidden'],
    to: 'deleted',
    refusal: defineMessage('You can only delete a live, paused or hidden listing.'),
  },
  reinstate: {
    by: 'administrator',
    from: ['deleted'],
    to: 'former',
    refusal: defineMessage('This listing isn’t deleted.'),
  },
  claim: {
    by: 'program',
    from: ['active'],
    to: 'same',
    refusal: defineMessage('This listing can no longer be claimed.'),
  },
  takeBack: {
    by: 'administrator',
    from: ['waiting', 'active', 'paused', 'hidden', 'deleted'],
    to: 'reclaimable',
    refusal: defineMessage('This listing can’t be taken back.'),
  },
  transfer: {
    by: 'program',
    from: ['draft', 'active', 'paused', 'hidden'],
    to: 'same',
    refusal: defineMessage('A listing that was deleted or waits for approval can’t be handed over.'),
  },
  merge: {
    by: 'program',
    from: ['active'],
    to: 'deleted',
    refusal: defineMessage('You can only merge live listings.'),
  },
  unmerge: { by: 'program', from: ['deleted'], to: 'former', refusal: defineMessage('This listing isn’t merged.') },
  purge: { by: 'program', from: ['deleted'], to: 'gone', refusal: defineMessage('This listing isn’t deleted.') },
} as const satisfies Record<string, TransitionRule>;

export type TransitionName = keyof typeof TRANSITIONS;

/** The term of a free listing, and the time in which a deleted listing can be restored, in days. */
export const FREE_DAYS = 30;
export const UNDELETE_DAYS = 30;

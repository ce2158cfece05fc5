import type { ListingStatus } from '#contract/owner-listings.ts';

/** Who does something to a listing: its owner, the administrator, or the program itself. */
export type Actor = 'owner' | 'administrator' | 'program';

interface TransitionRule {
  by: Actor;
  /** The states that it may be done in. */
  from: readonly ListingStatus[];
  /** The state that it leads to: `same`, `former` (the one before it was hidden or deleted), or `gone` for good. */
  to: ListingStatus | 'same' | 'former' | 'gone';
  /** What is said when the state is another. */
  refusal: string;
}

/**
 * What may be done to a listing, by whom, and from which state: the only place that says so. The verbs, the answers'
 * `acts`, the tests and the table in `docs/listing-states.md` are made from it. Two conditions stand beside the state:
 * a listing can have expired, and its owner can be suspended; neither is shown to visitors (`public_listings`).
 */
export const TRANSITIONS = {
  publish: { by: 'owner', from: ['draft'], to: 'active', refusal: 'This listing is published already.' },
  edit: {
    by: 'owner',
    from: ['draft', 'active', 'paused', 'hidden'],
    to: 'same',
    refusal: 'This listing was deleted. Bring it back to edit it.',
  },
  pause: { by: 'owner', from: ['active'], to: 'paused', refusal: 'Only a listing that is live can be paused.' },
  resume: { by: 'owner', from: ['paused'], to: 'active', refusal: 'Only a paused listing can be resumed.' },
  renew: {
    by: 'owner',
    from: ['active', 'paused'],
    to: 'same',
    refusal: 'Only a listing that is live or paused can be renewed.',
  },
  duplicate: {
    by: 'owner',
    from: ['draft', 'active', 'paused', 'hidden'],
    to: 'same',
    refusal: 'This listing was deleted. Bring it back to copy it.',
  },
  delete: {
    by: 'owner',
    from: ['draft', 'active', 'paused', 'hidden'],
    to: 'deleted',
    refusal: 'This listing is deleted already.',
  },
  undelete: { by: 'owner', from: ['deleted'], to: 'former', refusal: 'This listing is not deleted.' },
  hide: {
    by: 'administrator',
    from: ['active', 'paused'],
    to: 'hidden',
    refusal: 'Only a listing that is live or paused can be hidden.',
  },
  show: { by: 'administrator', from: ['hidden'], to: 'former', refusal: 'This listing is not hidden.' },
  claim: {
    by: 'program',
    from: ['active'],
    to: 'same',
    refusal: 'This listing cannot be claimed any more.',
  },
  purge: { by: 'program', from: ['deleted'], to: 'gone', refusal: 'This listing is not deleted.' },
} as const satisfies Record<string, TransitionRule>;

export type TransitionName = keyof typeof TRANSITIONS;

/** The days that a free listing is shown for, and a deleted one is kept for. */
export const FREE_DAYS = 30;
export const UNDELETE_DAYS = 30;

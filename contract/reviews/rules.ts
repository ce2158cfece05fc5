import { defineMessage } from '#contract/i18n/t.ts';

/** Why a review is not shown: what the staff chooses from, and what pages and emails say. */
export const REVIEW_RULES = {
  'no-contact': defineMessage('no contact with the business'),
  'conflict-of-interest': defineMessage('conflict of interest'),
  insult: defineMessage('insult or threat'),
  hate: defineMessage('hate'),
  private: defineMessage('private information'),
  advertising: defineMessage('advertising'),
  illegal: defineMessage('illegal content'),
  'off-topic': defineMessage('not about the business'),
} as const;
export type ReviewRule = keyof typeof REVIEW_RULES;

/** From how many reviews on a listing has an average. */
export const MIN_RATED = 3;

/** Why a review is not shown: what the staff chooses from, and what pages and emails say. */
export const REVIEW_RULES = {
  'no-contact': 'no contact with the business',
  'conflict-of-interest': 'conflict of interest',
  insult: 'insult or threat',
  hate: 'hate',
  private: 'private information',
  advertising: 'advertising',
  illegal: 'illegal content',
  'off-topic': 'not about the business',
} as const;
export type ReviewRule = keyof typeof REVIEW_RULES;

/** From how many reviews on a listing has an average. */
export const MIN_RATED = 3;

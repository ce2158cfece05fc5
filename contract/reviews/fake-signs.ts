/** What makes a review look like a fake, as the staff reads it. No sign hides a review; a person decides. */
export const FAKE_SIGNS = {
  'one-network': 'another review of this business came from the same network',
  copied: 'much the same text as another review',
  burst: 'five or more reviews of this business within a day',
  'one-sided': 'four or more reviews by this person, all with the same stars',
  ring: 'the business has reviewed a business of this person',
} as const;
export type FakeSign = keyof typeof FAKE_SIGNS;

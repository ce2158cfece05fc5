import { defineMessage } from '#contract/i18n/t.ts';

/** What makes a review look like a fake, as the staff reads it, and how much it weighs. No sign hides a review; a person decides. */
export const FAKE_SIGNS = {
  'own-network': { weight: 2, text: defineMessage('came from the network of the business') },
  'own-device': {
    weight: 3,
    text: defineMessage('came from a browser in which somebody of the business has signed in'),
  },
  'one-network': { weight: 2, text: defineMessage('another review of this business came from the same network') },
  'one-device': { weight: 3, text: defineMessage('another person wrote a review in the same browser') },
  copied: { weight: 3, text: defineMessage('much the same text as another review') },
  burst: {
    weight: 2,
    text: defineMessage(
      'four or more reviews of this business within a day, or ten within a week, three times as many as usual',
    ),
  },
  campaign: {
    weight: 2,
    text: defineMessage('four or more reviews with one or two stars within a week, three times as many as usual'),
  },
  'one-sided': { weight: 2, text: defineMessage('four or more reviews by this person, all with the same stars') },
  ring: { weight: 3, text: defineMessage('the business has reviewed a business of this person') },
  owner: { weight: 2, text: defineMessage('this person runs a business here') },
  'withheld-before': { weight: 3, text: defineMessage('a review of this person was withheld before') },
  suspended: { weight: 3, text: defineMessage('the account of this person is suspended') },
  first: { weight: 2, text: defineMessage('no other review of this person has been shown for two weeks') },
  'new-person': { weight: 1, text: defineMessage('we first saw this person within two days before') },
  link: { weight: 2, text: defineMessage('has a link') },
  word: { weight: 2, text: defineMessage('has a word of the setting “Words that hold a message”') },
} as const;
export type FakeSign = keyof typeof FAKE_SIGNS;

/** From this score on a person reads a review before it is shown. */
export const HELD_FROM = 2;

/** The sum of the weights of signs. */
export const toScore = (signs: readonly FakeSign[]): number =>
  signs.reduce((sum, sign) => sum + FAKE_SIGNS[sign].weight, 0);

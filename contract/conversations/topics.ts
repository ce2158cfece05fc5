import { defineMessage } from '#contract/i18n/t.ts';

/** What a message to a business can be about, in the order of the form. */
export const TOPICS = {
  question: defineMessage('A question'),
  price: defineMessage('Prices or a quote'),
  appointment: defineMessage('An appointment or a booking'),
  order: defineMessage('An order or a job under way'),
  feedback: defineMessage('Feedback'),
  other: defineMessage('Something else'),
} as const;
export type Topic = keyof typeof TOPICS;

/** The most pictures of one message. */
export const MAX_MESSAGE_PICTURES = 3;

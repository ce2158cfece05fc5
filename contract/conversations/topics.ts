/** What a message to a business can be about, in the order of the form. */
export const TOPICS = {
  question: 'A question',
  price: 'Prices or a quote',
  appointment: 'An appointment or a booking',
  order: 'An order or a job under way',
  feedback: 'Feedback',
  other: 'Something else',
} as const;
export type Topic = keyof typeof TOPICS;

/** The most pictures of one message. */
export const MAX_MESSAGE_PICTURES = 3;

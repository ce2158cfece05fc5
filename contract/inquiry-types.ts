// Apart from the form's schema, so that who only reads messages can do without it.

/** What somebody writes to us about (specification, section 5), and how the form says it. */
export const INQUIRY_TYPES = {
  general: 'General',
  billing: 'Billing',
  account: 'Account',
  listing: 'Listing',
  feedback: 'Feedback',
  other: 'Other',
} as const;
export type InquiryType = keyof typeof INQUIRY_TYPES;

/** How long a message may be, and the administrator's reply, in characters. */
export const MAX_MESSAGE_LENGTH = 5000;

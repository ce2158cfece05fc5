// Without the form's schema: the page of messages for the administrator ships this file and no zod.

/** What a message is about, and its label in the contact form. */
export const INQUIRY_TYPES = {
  general: 'General',
  billing: 'Billing',
  account: 'Account',
  listing: 'Listing',
  feedback: 'Feedback',
  other: 'Other',
} as const;
export type InquiryType = keyof typeof INQUIRY_TYPES;

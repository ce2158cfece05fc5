// Without the form's schema: the page of messages for the administrator ships this file and no zod.

/** The kinds of inquiry with their labels in the form (docs/product.md, Contact). */
export const INQUIRY_TYPES = {
  general: 'General',
  billing: 'Billing',
  account: 'Account',
  listing: 'Listing',
  feedback: 'Feedback',
  other: 'Other',
} as const;
export type InquiryType = keyof typeof INQUIRY_TYPES;

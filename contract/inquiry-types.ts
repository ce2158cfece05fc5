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

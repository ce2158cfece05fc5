// Without the form's schema: the page of messages for the administrator ships this file and no zod.
import { defineMessage } from '#contract/i18n/t.ts';

/** The kinds of inquiry with their labels in the form (docs/product.md, Contact). */
export const INQUIRY_TYPES = {
  general: defineMessage('General'),
  billing: defineMessage('Billing'),
  account: defineMessage('Account'),
  listing: defineMessage('Listing'),
  feedback: defineMessage('Feedback'),
  other: defineMessage('Other'),
} as const;
export type InquiryType = keyof typeof INQUIRY_TYPES;

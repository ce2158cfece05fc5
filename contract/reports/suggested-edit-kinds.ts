// Without the form's schema: pages that list suggested edits ship this file and no zod.
import { defineMessage } from '#contract/i18n/t.ts';

/** What a visitor can say is wrong with a listing, and its label in the form. */
export const SUGGESTED_EDIT_KINDS = {
  closed: defineMessage('It’s closed for good'),
  phone: defineMessage('The phone number is wrong'),
  hours: defineMessage('The hours are wrong'),
  address: defineMessage('The address is wrong'),
  website: defineMessage('The website is wrong'),
  duplicate: defineMessage('It’s listed twice'),
} as const;
export type SuggestedEditKind = keyof typeof SUGGESTED_EDIT_KINDS;

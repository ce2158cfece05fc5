// Without the form's schema: pages that list suggested edits ship this file and no zod.

/** What a visitor can say is wrong with a listing, and its label in the form. */
export const SUGGESTED_EDIT_KINDS = {
  closed: 'It’s closed for good',
  phone: 'The phone number is wrong',
  hours: 'The hours are wrong',
  address: 'The address is wrong',
  website: 'The website is wrong',
  duplicate: 'It’s listed twice',
} as const;
export type SuggestedEditKind = keyof typeof SUGGESTED_EDIT_KINDS;

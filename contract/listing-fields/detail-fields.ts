import { defineMessage } from '#contract/i18n/t.ts';

/** A line of text about the business that its owner may fill in, and that its page and comparisons show at every level. */
interface DetailField {
  /** Its name in the form, on the listing's page and in comparisons. */
  label: string;
  /** What to enter, below the name in the form. */
  hint: string;
  column: string;
  max: number;
  tooLong: string;
}

/**
 * The details of a listing by their names in the API, in the order in which they are shown: CONTRIBUTING.md, 'A field of a
 * listing', says what else a further one needs. Without zod, because comparisons load it.
 */
export const DETAIL_FIELDS = {
  licenseNumber: {
    label: defineMessage('License number'),
    hint: defineMessage('As on your license, such as “CSLB 1012345.”'),
    column: 'license_number',
    max: 60,
    tooLong: defineMessage('License number must be at most 60 characters'),
  },
  priceNotes: {
    label: defineMessage('Price notes'),
    hint: defineMessage('What customers usually pay, such as “Service call $89, free estimates.”'),
    column: 'price_notes',
    max: 200,
    tooLong: defineMessage('Price notes must be at most 200 characters'),
  },
} as const satisfies Record<string, DetailField>;

export type DetailFieldName = keyof typeof DETAIL_FIELDS;
export const DETAIL_FIELD_NAMES = Object.keys(DETAIL_FIELDS) as DetailFieldName[];

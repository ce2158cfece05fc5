import { defineMessage } from '#contract/i18n/t.ts';
import { pickFromFields } from '#contract/listing-fields/listing-fields.ts';
import { z } from './zod.ts';

/** The message for a ZIP code that the directory does not cover. */
export const ZIP_OUTSIDE_AREA_MESSAGE = defineMessage(
  'We list businesses in eight counties of Southern California: Los Angeles, Orange, San Diego, Riverside, San Bernardino, Ventura, Imperial and Kern. This ZIP code is in none of them.',
);

/** The message for a pin that is not in California, or far from the ZIP code. */
export const PIN_TOO_FAR_MESSAGE = defineMessage('The pin is too far from the ZIP code. Move it, or remove it.');

/** The form that an owner fills in, with its messages. */
export const listingFormSchema = z.object({
  ...pickFromFields('input'),
  /** Part of the API, and not stored. */
  tagIds: z.array(z.string().max(50)).max(20).default([]),
});
/** What the form holds while it is filled in. */
export type ListingForm = z.input<typeof listingFormSchema>;
/** What is sent to the API and stored. */
export type ListingFields = z.output<typeof listingFormSchema>;

/** What the form of an existing listing holds: an imported or old listing need not satisfy `listingFormSchema`. */
export const listingFormValuesSchema = z.object(pickFromFields('value'));
export type ListingFormValues = z.infer<typeof listingFormValuesSchema>;

/** The form of a new listing before anything is entered. */
export const EMPTY_LISTING_FORM: ListingFormValues = pickFromFields('empty');

/** An edit names the version of the listing that it began from, so that it never overwrites another edit. */
export const listingEditSchema = listingFormSchema.extend({ version: z.number().int().min(1) });

/** The `Idempotency-Key` header of a new listing: one key per form. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{16,100}$/, defineMessage('Invalid Idempotency-Key'));

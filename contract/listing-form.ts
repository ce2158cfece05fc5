import { defineMessage } from '#contract/i18n/t.ts';
import { ADDRESS_LIMITS, LISTING_FIELDS, pickFromFields } from '#contract/listing-fields/listing-fields.ts';
import { hasVisible } from '#contract/values/visible-characters.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from './zod.ts';

/** The message for a ZIP code that the directory does not cover. */
export const ZIP_OUTSIDE_AREA_MESSAGE = defineMessage(
  'We list businesses in eight counties of Southern California: Los Angeles, Orange, San Diego, Riverside, San Bernardino, Ventura, Imperial and Kern. This ZIP code is in none of them.',
);

/** The message for a pin that is not in California, or far from the ZIP code. */
export const PIN_TOO_FAR_MESSAGE = defineMessage('The pin is too far from the ZIP code. Move it, or remove it.');

const { min, ...addressLimits } = ADDRESS_LIMITS;

const fieldsSchema = z.object({
  ...pickFromFields('input'),
  address: singleLine(addressLimits),
  /** Part of the API, and not stored. */
  tagIds: z.array(z.string().max(50)).max(20).default([]),
});

type Fields = z.output<typeof fieldsSchema>;

/** A street address is required, except of a business that goes to its customers. */
const hasNeededAddress = ({ serviceAreaOnly, address }: Partial<Fields>) =>
  serviceAreaOnly === true || typeof address !== 'string' || hasVisible(address, min);

const missingAddress = {
  path: ['address'],
  message: addressLimits.tooShort,
  // Reported together with the errors of other fields.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** The form that an owner fills in, with its messages. */
export const listingFormSchema = fieldsSchema.refine(hasNeededAddress, missingAddress);
/** What the form holds while it is filled in. */
export type ListingForm = z.input<typeof listingFormSchema>;
/** What is sent to the API and stored. */
export type ListingFields = z.output<typeof listingFormSchema>;

/** What the form of an existing listing holds: an imported or old listing need not satisfy `listingFormSchema`. */
export const listingFormValuesSchema = z.object(pickFromFields('value'));
export type ListingFormValues = z.infer<typeof listingFormValuesSchema>;

/** The form of a new listing before anything is entered. */
export const EMPTY_LISTING_FORM: ListingFormValues = pickFromFields('empty');

// Some claimed and imported listings have no email; notices go to the account.
const editSchema = fieldsSchema.extend({
  email: z.union([z.literal(''), LISTING_FIELDS.email.input], defineMessage('Invalid email address')),
});

/** The form of an existing listing, whose email may be missing. */
export const listingEditFormSchema = editSchema.refine(hasNeededAddress, missingAddress);

/** An edit names the version of the listing that it began from, so that it never overwrites another edit. */
export const listingEditSchema = editSchema
  .extend({ version: z.number().int().min(1) })
  .refine(hasNeededAddress, missingAddress);

/** The `Idempotency-Key` header of a new listing: one key per form. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{16,100}$/, defineMessage('Invalid Idempotency-Key'));

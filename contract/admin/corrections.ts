import { defineMessage } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import { multiLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** The reason for a change by the staff, of which the owner is notified. */
export const changeReasonSchema = multiLine({
  min: 1,
  tooShort: defineMessage('Reason is required'),
  max: 1000,
  tooLong: defineMessage('Reason is too long'),
});

const EDITABLE_FIELDS = Object.entries(LISTING_FIELDS).filter(([name]) => name !== 'premium');
// A field that is not sent stays as it is, so it has no default.
const withoutDefault = (input: z.ZodType) => (input instanceof z.ZodDefault ? (input.unwrap() as z.ZodType) : input);

/** What may be changed of a listing: any fields of its form, by the rules of the form. */
export const listingChangesSchema = z.object(
  Object.fromEntries(
    EDITABLE_FIELDS.map(([name, { input }]) => [name, withoutDefault(input).optional()]),
  ) as unknown as {
    [Name in Exclude<ListingFieldName, 'premium'>]: z.ZodOptional<z.ZodType<ListingFields[Name]>>;
  },
);
export type ListingChanges = z.output<typeof listingChangesSchema>;

const revisionSchema = z.number().int().min(0).max(2_147_483_647);

/** `PATCH /api/admin/ads/{id}`: the changed fields, the revision that they began from, and why. */
export const correctionSchema = z.object({
  changes: listingChangesSchema,
  revision: revisionSchema,
  reason: changeReasonSchema,
});
export type Correction = z.output<typeof correctionSchema>;

/** `POST /api/admin/ads/{id}/versions/{number}/restore`; 0 is the listing before its oldest version. */
export const restoreVersionSchema = z.object({ revision: revisionSchema, reason: changeReasonSchema });
export const versionNumberSchema = z.coerce.number().int().min(0).max(2_147_483_647);

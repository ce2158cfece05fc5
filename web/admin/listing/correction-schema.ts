import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingFields, ListingForm } from '#contract/listing-form.ts';
import { z } from '#contract/zod.ts';
import { diffFields } from '#web/owner-listings/form-diff.ts';

/**
 * The rules of the form for what is changed, and none for what stays as it is: an imported listing may have no email, and the staff can
 * still correct its phone.
 * @param base what the edit began from, which a conflict moves on
 */
export function createCorrectionSchema(base: { current: ListingForm }): z.ZodType<ListingFields, ListingForm> {
  const isUnchanged = (name: ListingFieldName, value: unknown) =>
    !diffFields(base.current, { ...base.current, [name]: value }).includes(name);
  const fields = Object.entries(LISTING_FIELDS).map(([name, { input }]) => [
    name,
    z.unknown().transform((value, context) => {
      if (isUnchanged(name as ListingFieldName, value)) return value;
      const parsed = input.safeParse(value);
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }),
  ]);
  // The same fields with the same values; only what is refused differs.
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodType<ListingFields, ListingForm>;
}

import { listingFormValuesSchema } from '#contract/listing-form.ts';
import { z } from '#contract/zod.ts';

/** How a version of a listing came about. */
export const VERSION_KINDS = [
  'edit',
  'suggestion',
  'restore',
  'import',
  'import-undo',
  'merge',
  'unmerge',
  'other',
] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

const changedFields = { before: listingFormValuesSchema.partial(), after: listingFormValuesSchema.partial() };

/** A change of what visitors see of a listing: who made it, why, and the changed fields of the form before and after. */
export const listingVersionSchema = z.object({
  number: z.number().int(),
  at: z.string(),
  kind: z.enum(VERSION_KINDS),
  /** Null for the program. The name is null when the account was deleted; the role is 'owner', or one of the staff where it is known. */
  by: z.object({ username: z.string().nullable(), role: z.string().nullable() }).nullable(),
  reason: z.string().nullable(),
  ...changedFields,
});
export type ListingVersion = z.infer<typeof listingVersionSchema>;

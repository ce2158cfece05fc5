import { listQuerySchema } from '#contract/api.ts';
import { listingStatusSchema } from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';

/** A listing whose license the state's list does not confirm, or that states none though its trade needs one. */
export const licenseDoubtSchema = z.object({
  /** That of the listing. */
  id: z.number().int(),
  listing: z.object({
    id: z.number().int(),
    title: z.string(),
    status: listingStatusSchema,
    owner: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  }),
  reason: z.enum(['suspended', 'expired', 'class', 'name', 'missing']),
  /** What the listing states; null where it is missing. */
  stated: z.string().nullable(),
  /** What the state's list has under that number; null where it is missing. */
  listed: z
    .object({ number: z.string(), name: z.string(), classes: z.array(z.string()), expiresOn: z.string().nullable() })
    .nullable(),
});
export type LicenseDoubt = z.infer<typeof licenseDoubtSchema>;

export const licenseDoubtsQuerySchema = listQuerySchema;

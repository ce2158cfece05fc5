import { z } from '#contract/zod.ts';

/** The license of a business whose trade California licenses, as its page shows it. */
export const shownLicenseSchema = z.object({
  number: z.string(),
  /** What the state's list says of it: that it is an active one of this business and trade, or not; null where the list lacks it. */
  check: z.enum(['confirmed', 'unconfirmed']).nullable(),
  /** Its classes of this trade, if it is confirmed: 'C-36 plumbing'. */
  classes: z.array(z.string()),
  /** The day of the list, 'YYYY-MM-DD'; null where the list lacks it. */
  listedOn: z.string().nullable(),
  /** The state's page of the number. */
  url: z.string().nullable(),
});
export type ShownLicense = z.infer<typeof shownLicenseSchema>;

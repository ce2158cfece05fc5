import { z } from '#contract/zod.ts';
import { specialHoursSchema, storedSpecialHoursSchema } from './special-hours.ts';
import { hoursOfDaysSchema, hoursSchema } from './weekly-hours.ts';

/** The hours of a listing: of the week, null if unknown, and of days that differ. */
export const listingHoursSchema = z.object({ hours: hoursSchema.nullable(), specialHours: storedSpecialHoursSchema });
export type ListingHours = z.infer<typeof listingHoursSchema>;

/**
 * `PUT /api/user/ads/{id}/hours`: what is left out stays, also a day of the week; null makes a day or the week unknown. The special days replace all
 * that there are.
 */
export const hoursChangeSchema = z.strictObject({
  hours: hoursOfDaysSchema.nullable().optional(),
  specialHours: specialHoursSchema.optional(),
});

/** The hours after a change, and the version of the listing, which rises with each edit. */
export const changedHoursSchema = listingHoursSchema.extend({ version: z.number().int() });
export type ChangedHours = z.infer<typeof changedHoursSchema>;

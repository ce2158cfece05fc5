import { z } from '#contract/zod.ts';
import { WEEKDAY_NAMES } from './weekday-names.ts';

/** `OpeningState` of `opening-hours.ts`; null where nothing is known of the day. */
const openingStateSchema = z
  .object({
    isOpen: z.boolean(),
    nextChange: z
      .union([
        z.literal('never'),
        z.object({
          time: z.string(),
          day: z.enum(WEEKDAY_NAMES),
          daysAhead: z.number().int(),
          isHoliday: z.boolean(),
        }),
      ])
      .nullable(),
    isHoliday: z.boolean(),
    reason: z
      .union([
        z.literal('appointment'),
        z.object({ from: z.string(), until: z.string().nullable(), isVacation: z.boolean() }),
      ])
      .optional(),
  })
  .nullable();

/** `GET /api/ads/{id}/opening`: whether a business is open now. */
export const openingSchema = z.object({ state: openingStateSchema });

import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { listingHoursSchema } from './hours-change.ts';
import { storedSpecialHoursSchema } from './special-hours.ts';
import { hoursSchema } from './weekly-hours.ts';

const MAX_URL_LENGTH = 2000;
const INVALID_URL = defineMessage('Enter an address that begins with https:// or webcal://');

/** `PUT /api/user/ads/{id}/hours-feed`: where the hours are. `webcal:` is how calendars write `https:`. */
export const hoursFeedFormSchema = z.strictObject({
  url: z
    .string(INVALID_URL)
    .overwrite((text) => text.trim().replace(/^webcal:/i, 'https:'))
    .max(MAX_URL_LENGTH, INVALID_URL)
    .refine(isHttpsUrl, INVALID_URL),
});

/** Only the usual port, so that no other kind of server can be spoken to. */
function isHttpsUrl(text: string): boolean {
  const url = /^https:\/\/[^\s\\\p{Cc}\p{Cs}]+$/iu.test(text) ? URL.parse(text) : null;
  return url !== null && url.port === '' && url.username === '' && url.password === '' && url.hostname.includes('.');
}

/**
 * Why something that the address says is not among the hours: its title says neither that the business is open nor that it is closed; it closes a part of
 * a day; it is longer than a day; its times overlap; the owner has that day every year; there are more days than a listing has; it is repeated too often.
 */
export const skippedReasonSchema = z.enum([
  ...['unclear', 'part-of-day', 'too-long', 'overlaps', 'every-year', 'too-many', 'too-often'],
] as const);
export type SkippedReason = z.infer<typeof skippedReasonSchema>;

const skippedSchema = z.object({ date: z.string(), title: z.string(), reason: skippedReasonSchema });
export type SkippedHours = z.infer<typeof skippedSchema>;

/** What an address says: the week, if it does, and special days. */
export const foundHoursSchema = z.object({
  format: z.enum(['calendar', 'json']),
  hours: hoursSchema.nullable(),
  specialHours: storedSpecialHoursSchema,
  skipped: z.array(skippedSchema),
});
export type FoundHours = z.infer<typeof foundHoursSchema>;

/** The address from which the hours of a listing are read, and what was read last. Times are ISO 8601 in UTC. */
export const hoursFeedSchema = z.object({
  url: z.string(),
  /** Whether the listing follows it, and is read daily. */
  enabled: z.boolean(),
  checkedAt: z.string().nullable(),
  /** When it was last read without an error. */
  readAt: z.string().nullable(),
  /** Why it could not be read the last time, for people. */
  error: z.string().nullable(),
  /** What it said, and the hours that the listing gets by it, or has; null before it was read. */
  found: foundHoursSchema.extend({ result: listingHoursSchema }).nullable(),
});
export type HoursFeed = z.infer<typeof hoursFeedSchema>;

/** `GET /api/user/ads/{id}/hours-feed`: null without one. */
export const hoursFeedResponseSchema = z.object({ feed: hoursFeedSchema.nullable() });
export type HoursFeedResponse = z.infer<typeof hoursFeedResponseSchema>;

import { idSchema, nullableIdSchema } from '#contract/api.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { daySchema, PRICE_LIMITS } from '#contract/plans/plan-prices.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { type AdSlotName, adSlotSchema, slotAdSchema } from './ad-slots.ts';

/** The sizes of the slots in px, on wide screens and on phones; null where the slot is left out. */
export const SLOT_SIZES: Record<AdSlotName, { wide: [number, number]; phone: [number, number] | null }> = {
  'home-1': { wide: [300, 250], phone: [320, 100] },
  'home-2': { wide: [300, 250], phone: [320, 100] },
  'home-3': { wide: [300, 250], phone: [320, 100] },
  'location-top': { wide: [728, 90], phone: [320, 100] },
  'location-bottom': { wide: [728, 90], phone: [320, 100] },
  'location-rectangle': { wide: [300, 250], phone: [300, 250] },
  'location-side': { wide: [300, 600], phone: null },
  'zip-banner': { wide: [728, 90], phone: [320, 100] },
  'place-bottom': { wide: [728, 90], phone: [320, 100] },
  'category-bottom': { wide: [728, 90], phone: [320, 100] },
};

/** Whether a slot is on pages of a county, and on those of a category. */
export const hasCounty = (slot: AdSlotName) => !slot.startsWith('home-');
export const hasCategory = (slot: AdSlotName) => slot === 'category-bottom';

/** The most bookings that are running or planned at a time. */
export const MAX_OPEN_BOOKINGS = 200;
export const MAX_AD_HTML_LENGTH = 20_000;
export const MAX_AD_WEIGHT = 10;
const MAX_SUBJECTS = 20;
const MAX_DAYS = 731;

const subjects = z
  .array(z.string().min(1).max(80))
  .max(MAX_SUBJECTS, defineMessage('Choose at most {max}', { max: MAX_SUBJECTS }));
const weightMessage = defineMessage('Enter a whole number from 1 to {max}', { max: MAX_AD_WEIGHT });

const isHttps = (link: string) => /^https:\/\//i.test(link) && URL.canParse(link);

const bookingSchema = z.object({
  slot: adSlotSchema,
  advertiser: singleLine({
    min: 1,
    tooShort: defineMessage('Enter who advertises'),
    max: 120,
    tooLong: defineMessage('Use at most {max} characters', { max: 120 }),
  }),
  link: singleLine({ max: 1000, tooLong: defineMessage('Use at most {max} characters', { max: 1000 }) }).refine(
    isHttps,
    defineMessage('Use an address that begins with https://'),
  ),
  description: singleLine({
    min: 1,
    tooShort: defineMessage('Describe the ad for people who can’t see it'),
    max: 300,
    tooLong: defineMessage('Use at most 300 characters'),
  }),
  /** Pictures of the library, or HTML instead. */
  pictureId: nullableIdSchema,
  phonePictureId: nullableIdSchema,
  html: multiLine({
    max: MAX_AD_HTML_LENGTH,
    tooLong: defineMessage('Use at most {max, number} characters', { max: MAX_AD_HTML_LENGTH }),
  }).nullable(),
  /** Slugs; none means everywhere. */
  counties: subjects,
  categories: subjects,
  /** Of the pages; null means all. */
  language: z.enum(LANGUAGES).nullable(),
  /** How often it is shown in comparison with others in the slot. */
  weight: z.number(weightMessage).int(weightMessage).min(1, weightMessage).max(MAX_AD_WEIGHT, weightMessage),
  /** What was paid elsewhere, in US cents; null if nobody says. */
  priceCents: z.number().int().min(0).max(PRICE_LIMITS.maxCents, defineMessage('Enter $100,000 or less')).nullable(),
  /** The first and the last day in Los Angeles. */
  firstDay: daySchema,
  lastDay: daySchema,
});

function checkBooking(booking: z.infer<typeof bookingSchema>, context: z.RefinementCtx) {
  const { slot, pictureId, phonePictureId, html, counties, categories, firstDay, lastDay } = booking;
  const fail = (field: keyof typeof booking, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (pictureId === null && !html) fail('pictureId', t('Add a picture, or HTML'));
  if (html && (pictureId ?? phonePictureId) !== null) fail('html', t('Use pictures or HTML, not both'));
  if (pictureId === null && phonePictureId !== null) fail('pictureId', t('Add a picture for wide screens too'));
  if (counties.length > 0 && !hasCounty(slot)) fail('counties', t('The home page is for all counties'));
  if (categories.length > 0 && !hasCategory(slot))
    fail('categories', t('Only the slot on pages of categories can be booked by category'));
  if (lastDay < firstDay) fail('lastDay', t('Choose the first day or a later one'));
  if (Date.parse(lastDay) - Date.parse(firstDay) > MAX_DAYS * 86_400_000)
    fail('lastDay', t('A booking lasts at most two years'));
}

/** `POST /api/admin/ad-bookings`. */
export const bookingFormSchema = bookingSchema.superRefine(checkBooking);
export type BookingForm = z.output<typeof bookingFormSchema>;

/** The version of a booking that an administrator has open. */
export const bookingVersionSchema = z.object({ version: z.number().int().min(1).max(2_000_000_000) });

/** `PUT /api/admin/ad-bookings/{id}`. */
export const bookingEditSchema = bookingFormSchema.safeExtend(bookingVersionSchema.shape);
export type BookingEdit = z.output<typeof bookingEditSchema>;

/** A booking as the staff sees it, with its totals. */
export const adBookingSchema = slotAdSchema.omit({ booking: true }).extend({
  id: z.number().int(),
  advertiser: z.string(),
  pictureId: z.number().int().nullable(),
  phonePictureId: z.number().int().nullable(),
  html: z.string().nullable(),
  counties: z.array(z.string()),
  categories: z.array(z.string()),
  language: z.enum(LANGUAGES).nullable(),
  weight: z.number().int(),
  priceCents: z.number().int().nullable(),
  firstDay: z.string(),
  lastDay: z.string(),
  state: z.enum(['running', 'planned', 'ended']),
  version: z.number().int(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
  impressions: z.number().int(),
  clicks: z.number().int(),
});
export type AdBooking = z.infer<typeof adBookingSchema>;

/** `GET /api/admin/ad-bookings`, and the response to every change: all that run or are planned, and those that ended last. */
export const adBookingsSchema = z.object({ bookings: z.array(adBookingSchema) });
export type AdBookings = z.infer<typeof adBookingsSchema>;

/** `GET /api/admin/ad-bookings/{id}/report`: the days on which it was shown, the last one first. */
export const adReportSchema = z.object({
  days: z.array(z.object({ day: z.string(), impressions: z.number().int(), clicks: z.number().int() })),
});
export type AdReport = z.infer<typeof adReportSchema>;

export const bookingIdSchema = z.object({ id: idSchema });

import { SOCIAL_PLATFORMS, type SocialPlatform } from './social-platforms.ts';
import { line, lines } from './text.ts';
import { z } from './zod.ts';

/** One line that may be left empty. */
const optionalLine = (most: number, tooLong: string) => line({ most, tooLong }).default('');

/** An address of the web that may be left empty. Only http and https: the others could run something. */
const optionalUrl = (message: string) =>
  z
    .string(message)
    // Phones begin what is typed with a capital.
    .overwrite((text) => text.trim().replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
    .max(2000, message)
    .refine((text) => text === '' || isWebAddress(text), message)
    .default('');

function isWebAddress(text: string): boolean {
  // Parsing forgives more than can be stored and shown as it is: blanks, backslashes, halves of characters.
  const url = /^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/u.test(text) ? URL.parse(text) : null;
  // A host without a dot is none of the public web.
  return url !== null && /^[^.]+(\.[^.]+)+$/.test(url.hostname);
}

/** A row's number in a form: selects hold strings. */
const chosen = (message: string) => z.string(message).regex(/^[1-9]\d{0,8}$/, message);

/** What is said of a ZIP code that the directory does not cover. */
export const ZIP_OUTSIDE = 'We list businesses in Southern California only. This ZIP code is not in our area.';

export { SOCIAL_PLATFORMS, type SocialPlatform };
export const socialPlatformSchema = z.enum(Object.keys(SOCIAL_PLATFORMS) as [SocialPlatform, ...SocialPlatform[]]);

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');

/** From when to when, on the clock of Los Angeles. A span that closes no later than it opens ends on the next day. */
const spanSchema = z
  .object({ opens: time, closes: time })
  .refine(({ opens, closes }) => opens !== closes, { path: ['closes'], message: 'Closes when it opens' });
export type Span = z.infer<typeof spanSchema>;

/** A day: closed, open around the clock, or spans in order that do not overlap. */
const daySchema = z.union([
  z.literal('closed'),
  z.literal('all-day'),
  z
    .array(spanSchema)
    .min(1, 'Enter a time')
    .max(4, 'At most four spans a day')
    .refine((spans) => spans.every(({ opens }, i) => i === 0 || isAfter(opens, spans[i - 1])), 'These times overlap'),
]);
export type DayHours = z.infer<typeof daySchema>;

const isAfter = (opens: string, former: Span | undefined) =>
  former !== undefined && former.opens < former.closes && former.closes <= opens;

/** When a business is open; null where it was not said. */
export const hoursSchema = z.object(
  Object.fromEntries(WEEKDAYS.map((day) => [day, daySchema.nullable().default(null)])) as Record<
    Weekday,
    z.ZodDefault<z.ZodNullable<typeof daySchema>>
  >,
);
export type Hours = z.infer<typeof hoursSchema>;

/** An uploaded picture that the listing is to show, by its number, and what it shows in words. */
const pictureSchema = z.object({
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  alt: optionalLine(200, 'Describe the picture in at most 200 characters'),
});
export type Picture = z.infer<typeof pictureSchema>;

/** Business images beside the logo (specification, section 9). */
export const MOST_PHOTOS = 3;

/**
 * What an owner fills in (specification, section 5), with its messages. The fields of the specification come first; the
 * others are optional.
 */
export const adFormSchema = z.object({
  title: line({
    least: 5,
    tooShort: 'Title must be at least 5 characters',
    most: 100,
    tooLong: 'Title must be less than 100 characters',
  }),
  description: lines({
    least: 20,
    tooShort: 'Description must be at least 20 characters',
    most: 1000,
    tooLong: 'Description must be less than 1000 characters',
  }),
  businessName: line({
    least: 2,
    tooShort: 'Business name is required',
    most: 200,
    tooLong: 'Business name must be at most 200 characters',
  }),
  address: line({
    least: 5,
    tooShort: 'Address is required',
    most: 300,
    tooLong: 'Address must be at most 300 characters',
  }),
  city: line({ least: 2, tooShort: 'City is required', most: 100, tooLong: 'City must be at most 100 characters' }),
  state: line({
    least: 2,
    tooShort: 'State is required',
    most: 50,
    tooLong: 'State must be at most 50 characters',
  }).default('CA'),
  zipCode: z
    .string('Zip code is required')
    .trim()
    .min(5, 'Zip code is required')
    .max(10, 'Invalid zip code format')
    .regex(/^\d{5}(-?\d{4})?$/, 'Invalid zip code format'),
  phone: line({
    least: 10,
    tooShort: 'Phone number is required',
    most: 40,
    tooLong: 'Phone number must be at most 40 characters',
  })
    // '(555) 010-0' has eleven characters and is no number yet. Letters count: '800-FLOWERS'.
    .refine((text) => text.length < 10 || text.replace(/[^\p{L}\p{N}]/gu, '').length >= 10, 'Phone number is required'),
  email: z
    .string('Invalid email address')
    .trim()
    .max(254, 'Invalid email address')
    .pipe(z.email('Invalid email address')),
  website: optionalUrl('Invalid website URL'),
  categoryId: chosen('Category is required'),
  locationId: chosen('Location is required'),
  tagIds: z.array(z.string().max(50)).max(20).default([]),
  imageUrl: optionalUrl('Invalid image URL'),
  premium: z.boolean().default(false),

  /** Addresses by platform; an empty one is none. */
  socialMedia: z.partialRecord(socialPlatformSchema, optionalUrl('Invalid address')).default({}),
  hours: hoursSchema.nullable().default(null),
  holidayNote: optionalLine(200, 'Holiday note must be at most 200 characters'),
  serviceArea: optionalLine(200, 'Service area must be at most 200 characters'),
  languages: z
    .array(line({ least: 2, tooShort: 'Enter a language', most: 40, tooLong: 'A language has at most 40 characters' }))
    .max(10, 'At most 10 languages')
    .default([]),
  yearFounded: z
    .number('Enter a year')
    .int('Enter a year')
    .min(1700, 'Enter a year from 1700 on')
    .max(2100, 'Enter a year that has begun')
    .nullable()
    .default(null),
  logo: pictureSchema.nullable().default(null),
  photos: z.array(pictureSchema).max(MOST_PHOTOS, `At most ${MOST_PHOTOS} images`).default([]),
});
/** What the form holds. */
export type AdForm = z.input<typeof adFormSchema>;
/** What is sent and stored. */
export type AdFields = z.output<typeof adFormSchema>;

/**
 * What the form of a listing holds that is there already. An imported or an older one need not satisfy the form: its
 * owner sees what is missing.
 */
export const adFormValuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  businessName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  categoryId: z.string(),
  locationId: z.string(),
  imageUrl: z.string(),
  premium: z.boolean(),
  socialMedia: z.partialRecord(socialPlatformSchema, z.string()),
  hours: hoursSchema.nullable(),
  holidayNote: z.string(),
  serviceArea: z.string(),
  languages: z.array(z.string()),
  yearFounded: z.number().nullable(),
  logo: z.object({ id: z.number().int(), alt: z.string() }).nullable(),
  photos: z.array(z.object({ id: z.number().int(), alt: z.string() })),
});
export type AdFormValues = z.infer<typeof adFormValuesSchema>;

/** An edit says which version of the listing it began from, so that it never overwrites another's. */
export const adEditSchema = adFormSchema.extend({ version: z.number().int().min(1) });

/** The `Idempotency-Key` header of a new listing: one per form that is filled in. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{16,100}$/, 'Invalid Idempotency-Key');

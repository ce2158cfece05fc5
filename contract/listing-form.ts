import { SOCIAL_PLATFORMS, type SocialPlatform } from './social-platforms.ts';
import { multiLine, singleLine } from './text.ts';
import { z } from './zod.ts';

/** One line that may be left empty. */
const optionalLine = (max: number, tooLong: string) => singleLine({ max, tooLong }).default('');

/** An address of the web that may be left empty. Only http and https: the others could run something. */
const optionalUrl = (message: string) =>
  z
    .string(message)
    // Phones begin what is typed with a capital.
    .overwrite((text) => text.trim().replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
    .max(2000, message)
    .refine((text) => text === '' || isPublicWebUrl(text), message)
    .default('');

function isPublicWebUrl(text: string): boolean {
  // Parsing forgives more than can be stored and shown as it is: blanks, backslashes, halves of characters.
  const url = /^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/u.test(text) ? URL.parse(text) : null;
  // A host without a dot is none of the public web.
  return url !== null && /^[^.]+(\.[^.]+)+$/.test(url.hostname);
}

/** A row's number in a form: selects hold strings. */
const selectedId = (message: string) => z.string(message).regex(/^[1-9]\d{0,8}$/, message);

/** What is said of a ZIP code that the directory does not cover. */
export const ZIP_OUTSIDE_AREA_MESSAGE =
  'We list businesses in Southern California only. This ZIP code is not in our area.';

export { SOCIAL_PLATFORMS, type SocialPlatform };
export const socialPlatformSchema = z.enum(Object.keys(SOCIAL_PLATFORMS) as [SocialPlatform, ...SocialPlatform[]]);

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');

/** From when to when, on the clock of Los Angeles. A span that closes no later than it opens ends on the next day. */
const spanSchema = z
  .object({ opens: timeSchema, closes: timeSchema })
  .refine(({ opens, closes }) => opens !== closes, { path: ['closes'], message: 'Closes when it opens' });
export type Span = z.infer<typeof spanSchema>;

/** A day: closed, open around the clock, or spans in order that do not overlap. */
const dayHoursSchema = z.union([
  z.literal('closed'),
  z.literal('all-day'),
  z
    .array(spanSchema)
    .min(1, 'Enter a time')
    .max(4, 'At most four spans a day')
    .refine(
      (spans) => spans.every(({ opens }, i) => i === 0 || startsAfter(opens, spans[i - 1])),
      'These times overlap',
    ),
]);
export type DayHours = z.infer<typeof dayHoursSchema>;

const startsAfter = (opens: string, previous: Span | undefined) =>
  previous !== undefined && previous.opens < previous.closes && previous.closes <= opens;

/** When a business is open; null where it was not said. */
export const hoursSchema = z.object(
  Object.fromEntries(WEEKDAYS.map((day) => [day, dayHoursSchema.nullable().default(null)])) as Record<
    Weekday,
    z.ZodDefault<z.ZodNullable<typeof dayHoursSchema>>
  >,
);
export type Hours = z.infer<typeof hoursSchema>;

/** An uploaded picture that the listing is to show, by its number, and what it shows in words. */
const formPhotoSchema = z.object({
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  alt: optionalLine(200, 'Describe the picture in at most 200 characters'),
});
export type FormPhoto = z.infer<typeof formPhotoSchema>;

/** Short words by which people look for the business: more would be none. */
export const MAX_TAGS = 10;
export const MAX_QUESTIONS = 5;

/** A question that customers ask, and its answer. */
const questionSchema = z.object({
  question: singleLine({
    min: 1,
    tooShort: 'Enter a question',
    max: 150,
    tooLong: 'A question has at most 150 characters',
  }),
  answer: multiLine({ min: 1, tooShort: 'Enter an answer', max: 500, tooLong: 'An answer has at most 500 characters' }),
});

/** What a customer said, as the owner chose it. */
const reviewSchema = z.object({
  quote: multiLine({
    min: 1,
    tooShort: 'Enter what was said',
    max: 300,
    tooLong: 'The words must be at most 300 characters',
  }),
  author: singleLine({
    min: 1,
    tooShort: 'Enter who said it',
    max: 60,
    tooLong: 'The name must be at most 60 characters',
  }),
});

/** Business images beside the logo (docs/product.md, Pictures). */
export const MAX_PHOTOS = 3;

/**
 * What an owner fills in (docs/product.md, Posting and editing), with its messages. The fields of the main form come first; the
 * others are optional.
 */
export const listingFormSchema = z.object({
  title: singleLine({
    min: 5,
    tooShort: 'Title must be at least 5 characters',
    max: 100,
    tooLong: 'Title must be less than 100 characters',
  }),
  description: multiLine({
    min: 20,
    tooShort: 'Description must be at least 20 characters',
    max: 1000,
    tooLong: 'Description must be less than 1000 characters',
  }),
  businessName: singleLine({
    min: 2,
    tooShort: 'Business name is required',
    max: 200,
    tooLong: 'Business name must be at most 200 characters',
  }),
  address: singleLine({
    min: 5,
    tooShort: 'Address is required',
    max: 300,
    tooLong: 'Address must be at most 300 characters',
  }),
  city: singleLine({ min: 2, tooShort: 'City is required', max: 100, tooLong: 'City must be at most 100 characters' }),
  state: singleLine({
    min: 2,
    tooShort: 'State is required',
    max: 50,
    tooLong: 'State must be at most 50 characters',
  }).default('CA'),
  zipCode: z
    .string('Zip code is required')
    .trim()
    .min(5, 'Zip code is required')
    .max(10, 'Invalid zip code format')
    .regex(/^\d{5}(-?\d{4})?$/, 'Invalid zip code format'),
  phone: singleLine({
    min: 10,
    tooShort: 'Phone number is required',
    max: 40,
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
  categoryId: selectedId('Category is required'),
  locationId: selectedId('Location is required'),
  tagIds: z.array(z.string().max(50)).max(20).default([]),
  imageUrl: optionalUrl('Invalid image URL'),
  premium: z.boolean().default(false),

  /** Addresses by platform; an empty one is none. */
  socialMedia: z.partialRecord(socialPlatformSchema, optionalUrl('Invalid address')).default({}),
  hours: hoursSchema.nullable().default(null),
  holidayNote: optionalLine(200, 'Holiday note must be at most 200 characters'),
  serviceArea: optionalLine(200, 'Service area must be at most 200 characters'),
  languages: z
    .array(
      singleLine({ min: 2, tooShort: 'Enter a language', max: 40, tooLong: 'A language has at most 40 characters' }),
    )
    .max(10, 'At most 10 languages')
    .default([]),
  yearFounded: z
    .number('Enter a year')
    .int('Enter a year')
    .min(1700, 'Enter a year from 1700 on')
    .max(2100, 'Enter a year that has begun')
    .nullable()
    .default(null),
  logo: formPhotoSchema.nullable().default(null),
  photos: z.array(formPhotoSchema).max(MAX_PHOTOS, `At most ${MAX_PHOTOS} images`).default([]),

  /** What premium listings say besides; kept, and not shown, at other levels. */
  headline: optionalLine(80, 'Headline must be at most 80 characters'),
  tags: z
    .array(
      singleLine({
        min: 2,
        tooShort: 'A tag has at least 2 characters',
        max: 30,
        tooLong: 'A tag has at most 30 characters',
      }),
    )
    .max(MAX_TAGS, `At most ${MAX_TAGS} tags`)
    .default([]),
  faq: z.array(questionSchema).max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`).default([]),
  review: reviewSchema.nullable().default(null),
});
/** What the form holds. */
export type ListingForm = z.input<typeof listingFormSchema>;
/** What is sent and stored. */
export type ListingFields = z.output<typeof listingFormSchema>;

/**
 * What the form of a listing holds that is there already. An imported or an older one need not satisfy the form: its
 * owner sees what is missing.
 */
export const listingFormValuesSchema = z.object({
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
  headline: z.string(),
  tags: z.array(z.string()),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  review: z.object({ quote: z.string(), author: z.string() }).nullable(),
});
export type ListingFormValues = z.infer<typeof listingFormValuesSchema>;

/** An edit says which version of the listing it began from, so that it never overwrites another's. */
export const listingEditSchema = listingFormSchema.extend({ version: z.number().int().min(1) });

/** The `Idempotency-Key` header of a new listing: one per form that is filled in. */
export const idempotencyKeySchema = z.string().regex(/^[\w-]{16,100}$/, 'Invalid Idempotency-Key');

// The one list of a listing's fields. Longer than other files because it is a table: one row per field.

import { specialHoursSchema, storedSpecialHoursSchema } from '#contract/hours/special-hours.ts';
import { hoursSchema } from '#contract/hours/weekly-hours.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import type { Plan } from '#contract/plans/plans.ts';
import { MAX_TYPED_PHONE_LENGTH, splitPhone } from '#contract/values/phone-parts.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { readZipCode } from '#contract/values/zip-code.ts';
import { z } from '#contract/zod.ts';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS, type DetailFieldName } from './detail-fields.ts';
import {
  categoryIdSchema,
  DESCRIPTION_LIMITS,
  formPhotoSchema,
  languageSchema,
  MAX_MORE_CATEGORIES,
  MAX_PHOTOS,
  MAX_QUESTIONS,
  MAX_TAGS,
  optionalLine,
  pinSchema,
  questionSchema,
  selectedId,
  TITLE_LIMITS,
  tagSchema,
  translationsSchema,
  translationsValueSchema,
} from './listing-field-schemas.ts';
import { PHONE_MESSAGES } from './phone-messages.ts';
import { socialLinksSchema, socialLinksValueSchema } from './social-links.ts';
import { reviewSchema, shownReviewSchema } from './testimonial-schemas.ts';
import { optionalUrl } from './web-address.ts';

/** How one field is entered, stored and shown. */
interface ListingField {
  /** Its name in the form and in the comparison of two versions. */
  label: string;
  /** What an owner may send, with the messages of the form. */
  input: z.ZodType;
  /** What the form of an existing listing holds. An imported listing need not satisfy `input`. */
  value: z.ZodType;
  /** The value in a form that nothing was entered into. */
  empty: z.output<ListingField['value']>;
  /** The column that holds the value as it is. Without one, `server/listings` computes its columns. */
  column?: string;
  /** The column is of type jsonb. */
  json?: true;
  /** The column and the listing's page hold null for an empty text. */
  nullable?: true;
  /** The lowest level at which the listing's page shows the field. Without one, the API never sends it by itself. */
  shownFrom?: Plan['level'];
}

/** A line of text that need not be filled in. */
const optionalText = <const Field extends { label: string; column: string; shownFrom: Plan['level'] }>({
  max,
  tooLong,
  ...field
}: Field & { max: number; tooLong: string }) => ({
  ...(field as unknown as Field),
  input: optionalLine(max, tooLong),
  value: z.string(),
  empty: '',
  nullable: true as const,
});

/** In miles; California is some 250 wide. */
const MAX_SERVICE_RADIUS = 200;
const serviceRadiusMessage = defineMessage('Enter 1 to {max} miles', { max: MAX_SERVICE_RADIUS });

const MIN_PHONE_DIGITS = 10;
const CALIFORNIA = /^(?:CA|Calif\.?|California)$/i;

/** Of a street address. That of a business with a service area only may be empty (`listingFormSchema`). */
export const ADDRESS_LIMITS = {
  min: 5,
  tooShort: defineMessage('Address is required'),
  max: 300,
  tooLong: defineMessage('Address must be at most 300 characters'),
};

const text = z.string();
const texts = z.array(z.string());
const photo = z.object({ id: z.number().int(), alt: z.string() });

type DetailField<Name extends DetailFieldName> = Omit<(typeof DETAIL_FIELDS)[Name], 'max' | 'tooLong'> & {
  shownFrom: 'free';
};

const detailFields = Object.fromEntries(
  DETAIL_FIELD_NAMES.map((name) => [name, optionalText({ ...DETAIL_FIELDS[name], shownFrom: 'free' })]),
) as unknown as { [Name in DetailFieldName]: ReturnType<typeof optionalText<DetailField<Name>>> };

/** Every field of a listing by its name in the API, in the order of the form. */
export const LISTING_FIELDS = {
  title: {
    label: defineMessage('Ad Title'),
    column: 'title',
    input: singleLine(TITLE_LIMITS),
    value: text,
    empty: '',
  },
  description: {
    label: defineMessage('Description'),
    column: 'description',
    input: multiLine(DESCRIPTION_LIMITS),
    value: text,
    empty: '',
  },
  /** In which the title and the description are written. */
  language: {
    label: defineMessage('Written in'),
    column: 'language',
    input: z.enum(LANGUAGES, defineMessage('Choose a language')).default(DEFAULT_LANGUAGE),
    value: z.enum(LANGUAGES),
    empty: DEFAULT_LANGUAGE as Language,
  },
  /** The same in other languages; the server drops the one that the listing is written in. */
  translations: {
    label: defineMessage('Translation'),
    column: 'translations',
    json: true,
    input: translationsSchema.default({}),
    value: translationsValueSchema,
    empty: {} as z.output<typeof translationsValueSchema>,
  },
  businessName: {
    label: defineMessage('Business Name'),
    column: 'business_name',
    input: singleLine({
      min: 2,
      tooShort: defineMessage('Business name is required'),
      max: 200,
      tooLong: defineMessage('Business name must be at most 200 characters'),
    }),
    value: text,
    empty: '',
  },
  address: {
    label: defineMessage('Street Address'),
    column: 'address',
    nullable: true,
    shownFrom: 'free',
    input: singleLine(ADDRESS_LIMITS),
    value: text,
    empty: '',
  },
  city: {
    label: defineMessage('City'),
    input: singleLine({
      min: 2,
      tooShort: defineMessage('City is required'),
      max: 100,
      tooLong: defineMessage('City must be at most 100 characters'),
    }),
    value: text,
    empty: '',
  },
  state: {
    label: defineMessage('State'),
    column: 'state',
    shownFrom: 'free',
    input: singleLine({
      min: 2,
      tooShort: defineMessage('State is required'),
      max: 50,
      tooLong: defineMessage('State must be at most 50 characters'),
    })
      .refine(
        (typed) => typed.length < 2 || CALIFORNIA.test(typed),
        defineMessage('We list businesses in eight counties of Southern California, so the state is CA'),
      )
      .transform(() => 'CA')
      .default('CA'),
    value: text,
    empty: 'CA',
  },
  zipCode: {
    label: defineMessage('ZIP Code'),
    input: z
      .string(defineMessage('Zip code is required'))
      .max(40, { error: defineMessage('Invalid zip code format'), abort: true })
      .overwrite((typed) => readZipCode(typed) ?? typed.trim())
      .min(5, defineMessage('Zip code is required'))
      .regex(/^\d{5}$/, defineMessage('Invalid zip code format')),
    value: text,
    empty: '',
  },
  /** The exact point, where the owner sets it; otherwise the server finds one. */
  pin: {
    label: defineMessage('Map pin'),
    input: pinSchema.nullable().default(null),
    value: pinSchema.nullable(),
    empty: null,
  },
  phone: {
    label: defineMessage('Phone Number'),
    column: 'phone',
    nullable: true,
    shownFrom: 'free',
    input: singleLine({
      min: MIN_PHONE_DIGITS,
      tooShort: PHONE_MESSAGES.none,
      max: MAX_TYPED_PHONE_LENGTH,
      tooLong: defineMessage('Phone number must be at most 100 characters'),
    })
      // '(555) 010-0' is long enough and yet incomplete. Whether anybody can have a number knows `readPhone`, with its metadata.
      .refine((typed) => typed.length < MIN_PHONE_DIGITS || splitPhone(typed).candidates.length > 0, {
        error: ({ input }) => PHONE_MESSAGES[splitPhone(String(input)).isScientific ? 'scientific' : 'incomplete'],
      }),
    value: text,
    empty: '',
  },
  /** The presenter decides who sees it: the address of an unclaimed open-data listing is not public. */
  email: {
    label: defineMessage('Email'),
    column: 'email',
    nullable: true,
    input: z
      .string(defineMessage('Invalid email address'))
      .trim()
      .max(254, defineMessage('Invalid email address'))
      .pipe(z.email(defineMessage('Invalid email address'))),
    value: text,
    empty: '',
  },
  /** Whether visitors see the email; null of a listing that showed it before there was a choice. */
  emailShown: {
    label: defineMessage('Email on the listing'),
    column: 'email_shown',
    input: z.boolean().default(false),
    value: z.boolean(),
    empty: false,
  },
  website: {
    label: defineMessage('Website'),
    column: 'website',
    nullable: true,
    input: optionalUrl(defineMessage('Invalid website URL')),
    value: text,
    empty: '',
  },
  categoryId: {
    label: defineMessage('Category'),
    input: selectedId(defineMessage('Category is required')),
    value: text,
    empty: '',
  },
  /** Further categories that list it and by which searches find it; the first one leads. */
  moreCategoryIds: {
    label: defineMessage('More categories'),
    column: 'more_category_ids',
    input: z
      .array(categoryIdSchema)
      .max(MAX_MORE_CATEGORIES, defineMessage('You can add up to {max} more categories', { max: MAX_MORE_CATEGORIES }))
      .default([]),
    value: z.array(z.number().int()),
    empty: [] as number[],
  },
  locationId: {
    label: defineMessage('Primary Location'),
    input: selectedId(defineMessage('Location is required')),
    value: text,
    empty: '',
  },
  imageUrl: {
    label: defineMessage('Business Image URL'),
    column: 'image_url',
    nullable: true,
    input: optionalUrl(defineMessage('Invalid image URL')),
    value: text,
    empty: '',
  },
  premium: {
    label: defineMessage('Premium Listing'),
    input: z.boolean().default(false),
    value: z.boolean(),
    empty: false,
  },
  logo: {
    label: defineMessage('Logo'),
    input: formPhotoSchema.nullable().default(null),
    value: photo.nullable(),
    empty: null,
  },
  photos: {
    label: defineMessage('Photos'),
    input: z
      .array(formPhotoSchema)
      .max(MAX_PHOTOS, defineMessage('You can add up to {max} photos', { max: MAX_PHOTOS }))
      .default([]),
    value: z.array(photo),
    empty: [] as z.output<typeof photo>[],
  },
  hours: {
    label: defineMessage('Opening hours'),
    column: 'hours',
    json: true,
    shownFrom: 'free',
    input: hoursSchema.nullable().default(null),
    value: hoursSchema.nullable(),
    empty: null,
  },
  specialHours: {
    label: defineMessage('Special hours'),
    column: 'special_hours',
    json: true,
    shownFrom: 'free',
    input: specialHoursSchema.default([]),
    value: storedSpecialHoursSchema,
    empty: [] as z.output<typeof storedSpecialHoursSchema>,
  },
  holidayNote: optionalText({
    label: defineMessage('Holiday note'),
    column: 'holiday_note',
    max: 200,
    tooLong: defineMessage('Holiday note must be at most 200 characters'),
    shownFrom: 'free',
  }),
  socialMedia: {
    label: defineMessage('Social links'),
    column: 'social_media',
    json: true,
    shownFrom: 'enhanced',
    input: socialLinksSchema.default({}),
    value: socialLinksValueSchema,
    empty: {},
  },
  /** A business that goes to its customers and publishes no street: the listing has neither an address nor an exact point. */
  serviceAreaOnly: {
    label: defineMessage('Goes to customers, without a street'),
    column: 'service_area_only',
    shownFrom: 'free',
    input: z.boolean().default(false),
    value: z.boolean(),
    empty: false,
  },
  /** In miles around its ZIP code. */
  serviceRadius: {
    label: defineMessage('Service radius'),
    column: 'service_radius',
    shownFrom: 'free',
    input: z
      .number(serviceRadiusMessage)
      .int(serviceRadiusMessage)
      .min(1, serviceRadiusMessage)
      .max(MAX_SERVICE_RADIUS, serviceRadiusMessage)
      .nullable()
      .default(null),
    value: z.number().int().nullable(),
    empty: null,
  },
  serviceArea: optionalText({
    label: defineMessage('Service area'),
    column: 'service_area',
    max: 200,
    tooLong: defineMessage('Service area must be at most 200 characters'),
    shownFrom: 'free',
  }),
  languages: {
    label: defineMessage('Languages'),
    column: 'languages',
    shownFrom: 'free',
    input: z.array(languageSchema).max(10, defineMessage('You can add up to 10 languages')).default([]),
    value: texts,
    empty: [] as string[],
  },
  yearFounded: {
    label: defineMessage('Year founded'),
    column: 'year_founded',
    shownFrom: 'free',
    input: z
      .number(defineMessage('Enter a year'))
      .int(defineMessage('Enter a year'))
      .min(1700, defineMessage('Enter 1700 or later'))
      .max(2100, defineMessage('Enter this year or earlier'))
      .nullable()
      .default(null),
    value: z.number().int().nullable(),
    empty: null,
  },
  ...detailFields,
  headline: optionalText({
    label: defineMessage('Headline'),
    column: 'headline',
    max: 80,
    tooLong: defineMessage('Headline must be at most 80 characters'),
    shownFrom: 'premium',
  }),
  tags: {
    label: defineMessage('Tags'),
    column: 'tags',
    shownFrom: 'premium',
    input: z
      .array(tagSchema)
      .max(MAX_TAGS, defineMessage('You can add up to {max} tags', { max: MAX_TAGS }))
      .default([]),
    value: texts,
    empty: [] as string[],
  },
  faq: {
    label: defineMessage('Questions and answers'),
    column: 'faq',
    json: true,
    shownFrom: 'premium',
    input: z
      .array(questionSchema)
      .max(MAX_QUESTIONS, defineMessage('You can add up to {max} questions', { max: MAX_QUESTIONS }))
      .default([]),
    value: z.array(z.object({ question: z.string(), answer: z.string() })),
    empty: [] as { question: string; answer: string }[],
  },
  review: {
    label: defineMessage('Customer quote'),
    column: 'review',
    json: true,
    shownFrom: 'premium',
    input: reviewSchema.nullable().default(null),
    value: shownReviewSchema.nullable(),
    empty: null,
  },
} as const satisfies Record<string, ListingField>;

type Fields = typeof LISTING_FIELDS;
export type ListingFieldName = keyof Fields;

/** The fields that a column holds as they are. */
export type StoredFieldName = {
  [Name in ListingFieldName]: Fields[Name] extends { column: string } ? Name : never;
}[ListingFieldName];

/** The fields that the listing's page shows, at some level. */
export type PageFieldName = {
  [Name in ListingFieldName]: Fields[Name] extends { column: string; shownFrom: string } ? Name : never;
}[ListingFieldName];

/** The names of the fields in the order of `LISTING_FIELDS`. */
export const LISTING_FIELD_NAMES = Object.keys(LISTING_FIELDS) as ListingFieldName[];
export const STORED_FIELD_NAMES = LISTING_FIELD_NAMES.filter(
  (name): name is StoredFieldName => 'column' in LISTING_FIELDS[name],
);
export const PAGE_FIELD_NAMES = LISTING_FIELD_NAMES.filter(
  (name): name is PageFieldName => 'shownFrom' in LISTING_FIELDS[name],
);

/** One property of every field: `pickFromFields('label').title` is 'Ad Title'. */
export const pickFromFields = <Key extends 'label' | 'input' | 'value' | 'empty'>(key: Key) =>
  Object.fromEntries(LISTING_FIELD_NAMES.map((name) => [name, LISTING_FIELDS[name][key]])) as {
    [Name in ListingFieldName]: Fields[Name][Key];
  };

/** The schema of each field of the listing's page. */
export const PAGE_FIELD_SCHEMAS = Object.fromEntries(
  PAGE_FIELD_NAMES.map((name) => [
    name,
    isNullable(name) ? LISTING_FIELDS[name].value.nullable() : LISTING_FIELDS[name].value,
  ]),
) as {
  [Name in PageFieldName]: Fields[Name] extends { nullable: true }
    ? z.ZodNullable<Fields[Name]['value']>
    : Fields[Name]['value'];
};

export type PageFields = { [Name in PageFieldName]: z.output<(typeof PAGE_FIELD_SCHEMAS)[Name]> };

/** The fields of the listing's page with nothing in them: what a level does not show looks like what was never entered. */
export const EMPTY_PAGE_FIELDS = Object.fromEntries(
  PAGE_FIELD_NAMES.map((name) => [name, isNullable(name) ? null : LISTING_FIELDS[name].empty]),
) as PageFields;

function isNullable(name: ListingFieldName): boolean {
  return 'nullable' in LISTING_FIELDS[name];
}

// The one list of a listing's fields. Longer than other files because it is a table: one row per field.

import { specialHoursSchema, storedSpecialHoursSchema } from '#contract/hours/special-hours.ts';
import { hoursSchema } from '#contract/hours/weekly-hours.ts';
import type { Plan } from '#contract/plans.ts';
import { multiLine, singleLine } from '#contract/text.ts';
import { z } from '#contract/zod.ts';
import {
  formPhotoSchema,
  languageSchema,
  MAX_PHOTOS,
  MAX_QUESTIONS,
  MAX_TAGS,
  optionalLine,
  optionalUrl,
  pinSchema,
  questionSchema,
  reviewSchema,
  selectedId,
  shownReviewSchema,
  socialLinksSchema,
  socialMediaSchema,
  tagSchema,
} from './listing-field-schemas.ts';
import { parsePhone } from './phone.ts';

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
  ...field
}: Field & { max: number }) => ({
  ...(field as unknown as Field),
  input: optionalLine(max, `${field.label} must be at most ${max} characters`),
  value: z.string(),
  empty: '',
  nullable: true as const,
});

const MIN_PHONE_DIGITS = 10;
const CALIFORNIA = /^(?:CA|Calif\.?|California)$/i;

const text = z.string();
const texts = z.array(z.string());
const photo = z.object({ id: z.number().int(), alt: z.string() });

/** Every field of a listing by its name in the API, in the order of the form. */
export const LISTING_FIELDS = {
  title: {
    label: 'Ad Title',
    column: 'title',
    input: singleLine({
      min: 5,
      tooShort: 'Title must be at least 5 characters',
      max: 100,
      tooLong: 'Title must be less than 100 characters',
    }),
    value: text,
    empty: '',
  },
  description: {
    label: 'Description',
    column: 'description',
    input: multiLine({
      min: 20,
      tooShort: 'Description must be at least 20 characters',
      max: 1000,
      tooLong: 'Description must be less than 1000 characters',
    }),
    value: text,
    empty: '',
  },
  businessName: {
    label: 'Business Name',
    column: 'business_name',
    input: singleLine({
      min: 2,
      tooShort: 'Business name is required',
      max: 200,
      tooLong: 'Business name must be at most 200 characters',
    }),
    value: text,
    empty: '',
  },
  address: {
    label: 'Street Address',
    column: 'address',
    nullable: true,
    shownFrom: 'free',
    input: singleLine({
      min: 5,
      tooShort: 'Address is required',
      max: 300,
      tooLong: 'Address must be at most 300 characters',
    }),
    value: text,
    empty: '',
  },
  city: {
    label: 'City',
    input: singleLine({
      min: 2,
      tooShort: 'City is required',
      max: 100,
      tooLong: 'City must be at most 100 characters',
    }),
    value: text,
    empty: '',
  },
  state: {
    label: 'State',
    column: 'state',
    shownFrom: 'free',
    input: singleLine({
      min: 2,
      tooShort: 'State is required',
      max: 50,
      tooLong: 'State must be at most 50 characters',
    })
      .refine((typed) => typed.length < 2 || CALIFORNIA.test(typed), 'We list businesses in California only')
      .transform(() => 'CA')
      .default('CA'),
    value: text,
    empty: 'CA',
  },
  zipCode: {
    label: 'ZIP Code',
    input: z
      .string('Zip code is required')
      .trim()
      .min(5, 'Zip code is required')
      .max(10, 'Invalid zip code format')
      .regex(/^\d{5}(-?\d{4})?$/, 'Invalid zip code format'),
    value: text,
    empty: '',
  },
  /** The exact point, where the owner sets it; otherwise the server finds one. */
  pin: { label: 'Map pin', input: pinSchema.nullable().default(null), value: pinSchema.nullable(), empty: null },
  phone: {
    label: 'Phone Number',
    column: 'phone',
    nullable: true,
    shownFrom: 'free',
    input: singleLine({
      min: MIN_PHONE_DIGITS,
      tooShort: 'Phone number is required',
      max: 40,
      tooLong: 'Phone number must be at most 40 characters',
    })
      // '(555) 010-0' is long enough and yet incomplete. Letters are dialed: '800-FLOWERS'.
      .refine(
        (typed) => typed.length < MIN_PHONE_DIGITS || parsePhone(typed).digits.length >= MIN_PHONE_DIGITS,
        'Phone number is required',
      ),
    value: text,
    empty: '',
  },
  /** The presenter decides who sees it: the address of an unclaimed open-data listing is not public. */
  email: {
    label: 'Email',
    column: 'email',
    nullable: true,
    input: z
      .string('Invalid email address')
      .trim()
      .max(254, 'Invalid email address')
      .pipe(z.email('Invalid email address')),
    value: text,
    empty: '',
  },
  website: {
    label: 'Website',
    column: 'website',
    nullable: true,
    input: optionalUrl('Invalid website URL'),
    value: text,
    empty: '',
  },
  categoryId: { label: 'Category', input: selectedId('Category is required'), value: text, empty: '' },
  locationId: { label: 'Primary Location', input: selectedId('Location is required'), value: text, empty: '' },
  imageUrl: {
    label: 'Business Image URL',
    column: 'image_url',
    nullable: true,
    input: optionalUrl('Invalid image URL'),
    value: text,
    empty: '',
  },
  premium: { label: 'Premium Listing', input: z.boolean().default(false), value: z.boolean(), empty: false },
  logo: { label: 'Logo', input: formPhotoSchema.nullable().default(null), value: photo.nullable(), empty: null },
  photos: {
    label: 'Photos',
    input: z.array(formPhotoSchema).max(MAX_PHOTOS, `You can add up to ${MAX_PHOTOS} photos`).default([]),
    value: z.array(photo),
    empty: [] as z.output<typeof photo>[],
  },
  hours: {
    label: 'Opening hours',
    column: 'hours',
    json: true,
    shownFrom: 'free',
    input: hoursSchema.nullable().default(null),
    value: hoursSchema.nullable(),
    empty: null,
  },
  specialHours: {
    label: 'Special hours',
    column: 'special_hours',
    json: true,
    shownFrom: 'free',
    input: specialHoursSchema.default([]),
    value: storedSpecialHoursSchema,
    empty: [] as z.output<typeof storedSpecialHoursSchema>,
  },
  holidayNote: optionalText({ label: 'Holiday note', column: 'holiday_note', max: 200, shownFrom: 'free' }),
  socialMedia: {
    label: 'Social links',
    column: 'social_media',
    json: true,
    shownFrom: 'enhanced',
    input: socialLinksSchema.default({}),
    value: socialMediaSchema(z.string()),
    empty: {},
  },
  serviceArea: optionalText({ label: 'Service area', column: 'service_area', max: 200, shownFrom: 'free' }),
  languages: {
    label: 'Languages',
    column: 'languages',
    shownFrom: 'free',
    input: z.array(languageSchema).max(10, 'You can add up to 10 languages').default([]),
    value: texts,
    empty: [] as string[],
  },
  yearFounded: {
    label: 'Year founded',
    column: 'year_founded',
    shownFrom: 'free',
    input: z
      .number('Enter a year')
      .int('Enter a year')
      .min(1700, 'Enter 1700 or later')
      .max(2100, 'Enter this year or earlier')
      .nullable()
      .default(null),
    value: z.number().int().nullable(),
    empty: null,
  },
  licenseNumber: optionalText({ label: 'License number', column: 'license_number', max: 60, shownFrom: 'free' }),
  priceNotes: optionalText({ label: 'Price notes', column: 'price_notes', max: 200, shownFrom: 'free' }),
  headline: optionalText({ label: 'Headline', column: 'headline', max: 80, shownFrom: 'premium' }),
  tags: {
    label: 'Tags',
    column: 'tags',
    shownFrom: 'premium',
    input: z.array(tagSchema).max(MAX_TAGS, `You can add up to ${MAX_TAGS} tags`).default([]),
    value: texts,
    empty: [] as string[],
  },
  faq: {
    label: 'Questions and answers',
    column: 'faq',
    json: true,
    shownFrom: 'premium',
    input: z.array(questionSchema).max(MAX_QUESTIONS, `You can add up to ${MAX_QUESTIONS} questions`).default([]),
    value: z.array(z.object({ question: z.string(), answer: z.string() })),
    empty: [] as { question: string; answer: string }[],
  },
  review: {
    label: 'Customer quote',
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

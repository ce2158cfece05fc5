import { LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { hasVisible } from '#contract/values/visible-characters.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** A line of text that may be empty. */
export const optionalLine = (max: number, tooLong: string) => singleLine({ max, tooLong }).default('');

export const TITLE_LIMITS = {
  min: 5,
  tooShort: defineMessage('Title must be at least 5 characters'),
  max: 100,
  tooLong: defineMessage('Title must be less than 100 characters'),
};

export const DESCRIPTION_LIMITS = {
  min: 20,
  tooShort: defineMessage('Description must be at least 20 characters'),
  max: 1000,
  tooLong: defineMessage('Description must be less than 1000 characters'),
};

/** A text that has to keep its limits only where there is one. */
const unlessEmpty = (text: typeof singleLine | typeof multiLine, { min, tooShort, ...limits }: typeof TITLE_LIMITS) =>
  text(limits)
    .refine((typed) => typed === '' || hasVisible(typed, min), tooShort)
    .optional();

/** The title and the description in other languages, each of them optional. Without those that are empty. */
export const translationsSchema = z
  .partialRecord(
    z.enum(LANGUAGES),
    z.object({
      title: unlessEmpty(singleLine, TITLE_LIMITS),
      description: unlessEmpty(multiLine, DESCRIPTION_LIMITS),
    }),
  )
  .overwrite((translations) => omitEmpty(translations, (texts) => omitEmpty(texts, (text) => text)));

/** Each part of an object as it becomes, except the empty ones: `''`, `{}` and what is missing. */
function omitEmpty<Parts extends object>(parts: Parts, convert: (part: NonNullable<Parts[keyof Parts]>) => unknown) {
  const kept = Object.entries(parts).map(([key, part]) => [key, part && convert(part)]);
  return Object.fromEntries(kept.filter(([, part]) => part && Object.keys(part).length > 0)) as Parts;
}

/** The translations as forms hold them. */
export const translationsValueSchema = z.partialRecord(
  z.enum(LANGUAGES),
  z.object({ title: z.string().optional(), description: z.string().optional() }),
);
export type Translations = z.output<typeof translationsValueSchema>;

/** The id of a row, as text: a select element holds text. */
export const selectedId = (message: string) => z.string(message).regex(/^[1-9]\d{0,8}$/, message);

/** The most categories besides the first one. */
export const MAX_MORE_CATEGORIES = 2;

/** The id of a further category. */
export const categoryIdSchema = z
  .number(defineMessage('Use the category’s id: a number without quotation marks'))
  .int(defineMessage('Choose a category'))
  .min(1, defineMessage('Choose a category'))
  .max(999_999_999, defineMessage('Choose a category'));

/** An uploaded picture of the listing: its id and its description. */
export const formPhotoSchema = z.object({
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  alt: optionalLine(200, defineMessage('Use 200 characters or fewer for the description')),
});
export type FormPhoto = z.infer<typeof formPhotoSchema>;

/** A language that a business speaks, by any name. */
export const languageSchema = singleLine({
  min: 2,
  tooShort: defineMessage('Enter a language'),
  max: 40,
  tooLong: defineMessage('Languages must be at most 40 characters'),
});

/** A term that a premium listing is found by. */
export const tagSchema = singleLine({
  min: 2,
  tooShort: defineMessage('Tags must be at least 2 characters'),
  max: 30,
  tooLong: defineMessage('Tags must be at most 30 characters'),
});

/** A question that customers ask, and its answer. */
export const questionSchema = z.object({
  question: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a question'),
    max: 150,
    tooLong: defineMessage('Questions must be at most 150 characters'),
  }),
  answer: multiLine({
    min: 1,
    tooShort: defineMessage('Enter an answer'),
    max: 500,
    tooLong: defineMessage('Answers must be at most 500 characters'),
  }),
});

/** The most tags and questions of a listing, and the most pictures beside its logo. */
export const MAX_TAGS = 10;
export const MAX_QUESTIONS = 5;
export const MAX_PHOTOS = 3;

/** A pin on the map, in degrees; the server checks that it is near the ZIP code. */
export const pinSchema = z.object({
  lat: z
    .number(defineMessage('Set the pin in California'))
    .min(32, defineMessage('Set the pin in California'))
    .max(37, defineMessage('Set the pin in California')),
  lng: z
    .number(defineMessage('Set the pin in California'))
    .min(-121, defineMessage('Set the pin in California'))
    .max(-114, defineMessage('Set the pin in California')),
});

import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** What a text is for; each kind has fields of its own. */
export const TEXT_KINDS = ['home', 'post', 'help', 'words', 'faq', 'policy', 'email'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export const line = (max: number, min = 1) =>
  singleLine({
    min,
    tooShort:
      min === 1
        ? defineMessage('Enter at least one character')
        : defineMessage('Use at least {min} characters', { min }),
    max,
    tooLong: defineMessage('Use at most {max} characters', { max }),
  });
/** The length of a sentence of an email, in characters. */
const MAX_SENTENCE_LENGTH = 1000;

const description = line(160, 50);

/** A day, or empty for the day on which the post is published. */
const postDate = z.union([
  z.literal(''),
  z.iso.date(defineMessage('Enter a date')).regex(/^20\d\d/, defineMessage('Choose a date in this century')),
]);

/** The fields of each kind, beside its Markdown. All of them are text. */
export const TEXT_FIELDS = {
  home: z.strictObject({
    headline: line(80),
    subline: line(200),
    sponsorTitle: line(80),
    sponsorText: line(200),
    listTitle: line(80),
    listText: line(200),
  }),
  post: z.strictObject({
    title: line(100),
    date: postDate.default(''),
    county: z.string().min(1, defineMessage('Choose a county')).max(60, defineMessage('Choose a county')),
    /** The number of a picture of the library, or empty. */
    cover: z
      .string()
      .regex(/^(?:[1-9]\d{0,14})?$/, defineMessage('Choose a picture of the library'))
      .default(''),
    excerpt: line(200, 50),
    description,
  }),
  help: z.strictObject({
    title: line(60),
    order: z.string().regex(/^\d{1,2}$/, defineMessage('Enter a whole number up to 99')),
  }),
  words: z.strictObject({}),
  faq: z.strictObject({ title: line(60) }),
  policy: z.strictObject({ title: line(60), description }),
  /** Its sentences by names that the release gives them. */
  email: z.record(z.string(), line(MAX_SENTENCE_LENGTH)),
} satisfies Record<TextKind, z.ZodType>;

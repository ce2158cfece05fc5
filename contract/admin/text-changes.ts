import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { line } from './text-fields.ts';
import { MAX_SLUG_LENGTH, textSourceSchema } from './texts.ts';
import { utcTimeSchema } from './utc-time.ts';

/** The version of the text that somebody has open; 0 for one that nobody has edited. */
const openedVersion = z.object({ version: z.number().int().min(0).max(2_000_000_000) });

const note = singleLine({ max: 300, tooLong: defineMessage('Use at most 300 characters') }).default('');

/** `PUT /api/admin/texts/{key}/draft`. */
export const textDraftSchema = textSourceSchema.extend(openedVersion.shape);

/** `POST /api/admin/texts/{key}/publish`: now, or at a time in UTC. */
export const textPublicationSchema = textDraftSchema.extend({
  publishAt: utcTimeSchema.nullable(),
  note,
});
export type TextPublication = z.output<typeof textPublicationSchema>;

/** The bodies of the other changes of a text. */
export const textChangeSchema = openedVersion.extend({ note });

/** `POST /api/admin/texts`: a new post in a language. Its address cannot be changed, and is that of its translations too. */
export const newPostSchema = z.object({
  language: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
  slug: z
    .string()
    .trim()
    .min(3, defineMessage('Use at least 3 characters'))
    .max(MAX_SLUG_LENGTH, defineMessage('Use at most {max} characters', { max: MAX_SLUG_LENGTH }))
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      defineMessage('Use lower-case letters, digits and single hyphens, such as a-new-post'),
    ),
  title: line(100),
});
export type NewPost = z.infer<typeof newPostSchema>;

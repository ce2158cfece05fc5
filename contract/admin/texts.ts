import { blogPostSchema, helpSectionSchema, homeTextsSchema, policySchema } from '#contract/content.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { TEXT_KINDS } from './text-fields.ts';

/** The length of a text, in characters. */
export const MAX_TEXT_LENGTH = 100_000;

/** The most posts of the blog, with those that are not published. */
export const MAX_POSTS = 300;

export const MAX_SLUG_LENGTH = 80;

const PREFIXES = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).join('|');

/** What a text is called in addresses of the API: `privacy-policy`, `blog/a-post`, `emails/receipt`, and in Spanish `es/blog/a-post`. */
export const textKeySchema = z
  .string()
  .max(MAX_SLUG_LENGTH + 10)
  .regex(
    new RegExp(`^(?:(?:${PREFIXES})/)?(?:(?:blog|help|emails)/)?[a-z0-9]+(?:-[a-z0-9]+)*$`),
    defineMessage('There’s no such text'),
  );

/** A text as it is written: its fields by name, and its Markdown. A draft may be incomplete. */
export const textSourceSchema = z.object({
  fields: z.record(
    z.string().regex(/^[A-Za-z]{1,30}$/, defineMessage('There’s no such field')),
    singleLine({ max: 1000, tooLong: defineMessage('Use at most 1,000 characters') }),
  ),
  markdown: multiLine({ max: MAX_TEXT_LENGTH, tooLong: defineMessage('Use at most 100,000 characters') }),
});
export type TextSource = z.infer<typeof textSourceSchema>;

const textSummarySchema = z.object({
  key: z.string(),
  language: z.enum(LANGUAGES),
  kind: z.enum(TEXT_KINDS),
  title: z.string(),
  /** The path of the page that shows the text. */
  path: z.string(),
  /**
   * What pages show: the text of the release, an edited one, or none, because it was removed, not published yet, or nobody began with its
   * translation.
   */
  state: z.enum(['release', 'edited', 'removed', 'unpublished', 'missing']),
  hasDraft: z.boolean(),
  /** When a version that waits appears; null if none does. */
  scheduledFor: z.string().nullable(),
  /** Whether the release has another text than the one from which the edited one was made. */
  hasNewerRelease: z.boolean(),
  /** Whether the text in the other language was published after this one. */
  isBehind: z.boolean(),
  /** Whether what pages show names what a plan costs in figures, which do not follow its price. */
  namesAmounts: z.boolean(),
  /** Whether what pages show has prices of plans that follow by themselves. */
  hasPrices: z.boolean(),
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable(),
});
export type TextSummary = z.infer<typeof textSummarySchema>;

/** `GET /api/admin/texts`. */
export const textSummariesSchema = z.object({ texts: z.array(textSummarySchema) });
export type TextSummaries = z.infer<typeof textSummariesSchema>;

/** A version that was published, or waits to be. */
const textVersionSchema = z.object({
  number: z.number().int(),
  /** 'release' went back to the text of the release, 'removed' took the page away. */
  kind: z.enum(['edited', 'release', 'removed']),
  publishAt: z.string(),
  state: z.enum(['waiting', 'published', 'canceled']),
  note: z.string(),
  by: z.string().nullable(),
});
export type TextVersion = z.infer<typeof textVersionSchema>;

/** `GET /api/admin/texts/{key}`, and the response to every change of it. */
export const adminTextSchema = textSummarySchema.extend({
  /** Counts the changes of the text. */
  version: z.number().int(),
  /** The text of the release; null for a post that was added here, and a translation of one. */
  release: textSourceSchema.nullable(),
  /** What pages in another language show, from which this one is translated. Its headings have their ids. */
  original: textSourceSchema.extend({ language: z.enum(LANGUAGES) }).nullable(),
  /** What pages show; null for none. */
  published: textSourceSchema.nullable(),
  draft: textSourceSchema.nullable(),
  scheduled: textSourceSchema.nullable(),
  /** The newest versions first, at most 100. */
  versions: z.array(textVersionSchema),
});
export type AdminText = z.infer<typeof adminTextSchema>;

/** `GET /api/admin/texts/{key}/versions/{number}`. */
export const versionNumberSchema = z.object({
  key: textKeySchema,
  number: z.coerce.number().int().min(1).max(1_000_000),
});

/** What is wrong with a text: in a field, or in a line of its Markdown. */
const textIssueSchema = z.object({
  path: z.string(),
  line: z.number().int().nullable(),
  message: z.string(),
});
export type TextIssue = z.infer<typeof textIssueSchema>;

/** `POST /api/admin/texts/{key}/preview`: the text as pages would have it, as far as it has no issues. */
export const textPreviewSchema = z.object({
  issues: z.array(textIssueSchema),
  /** Texts about what is allowed, but hardly meant. */
  warnings: z.array(z.string()),
  post: blogPostSchema.optional(),
  policy: policySchema.optional(),
  section: helpSectionSchema.optional(),
  home: homeTextsSchema.optional(),
  /** Emails with sample data, of a text of emails. */
  emails: z.array(z.object({ about: z.string(), subject: z.string(), text: z.string() })).optional(),
});
export type TextPreview = z.infer<typeof textPreviewSchema>;

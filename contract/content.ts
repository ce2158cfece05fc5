// The texts that authors write, as pages get them: from `content/`, or as the staff edited them.
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { photoSchema } from './photos.ts';
import { z } from './zod.ts';

/** Trusted HTML; `{site}` and `{operator}` in it are replaced by the configured names. */
const htmlSchema = z.string();
export type Html = z.infer<typeof htmlSchema>;

const headingSchema = z.object({ id: z.string(), title: z.string() });
export type Heading = z.infer<typeof headingSchema>;

/** The language of a text: another one than was asked for where it is not translated. */
const language = z.enum(LANGUAGES);

const blogPostSummarySchema = z.object({
  language,
  slug: z.string(),
  title: z.string(),
  /** The day on which it appeared: '2025-04-03'. */
  date: z.string(),
  excerpt: z.string(),
  /** The slug of the county whose picture is shown. */
  county: z.string(),
  /** The reading time in minutes. */
  minutes: z.number().int(),
});
export type BlogPostSummary = z.infer<typeof blogPostSummarySchema>;

/** `GET /api/texts/blog`: the posts, newest first. */
export const blogSchema = z.object({ posts: z.array(blogPostSummarySchema) });

/** A post with its text. */
export const blogPostSchema = blogPostSummarySchema.extend({
  description: z.string(),
  headings: z.array(headingSchema),
  html: htmlSchema,
  /** A picture above the text instead of the drawing of the county; what stays in view where it is cropped, in percent. */
  cover: photoSchema.extend({ focusX: z.number(), focusY: z.number() }).nullable(),
});
export type BlogPost = z.infer<typeof blogPostSchema>;

/** `GET /api/texts/blog/{slug}`: a post, and all languages in which it is. */
export const publicPostSchema = blogPostSchema.extend({ languages: z.array(language) });
export type PublicPost = z.infer<typeof publicPostSchema>;

/** `GET /api/texts/privacy-policy` and `GET /api/texts/terms-of-service`. */
export const policySchema = z.object({
  language,
  title: z.string(),
  /** The day of the last change: '2025-04-16'. */
  updated: z.string(),
  description: z.string(),
  headings: z.array(headingSchema),
  html: htmlSchema,
});
export type Policy = z.infer<typeof policySchema>;

/** A question and its answer; no two of the help have the same `id`, which is the same in all languages. */
const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  answer: htmlSchema,
  /** Words that people type for it (content/help-words.yaml). */
  words: z.string().optional(),
});
export type Question = z.infer<typeof questionSchema>;

/** Questions about one subject; `GET /api/texts/contact-faq`: those of the contact page. */
export const helpSectionSchema = z.object({
  language,
  id: z.string(),
  title: z.string(),
  questions: z.array(questionSchema),
});
export type HelpSection = z.infer<typeof helpSectionSchema>;

/** `GET /api/texts/help`. */
export const helpSchema = z.object({ sections: z.array(helpSectionSchema) });
export type Help = z.infer<typeof helpSchema>;

/** `GET /api/texts/home`: the words of the home page. */
export const homeTextsSchema = z.object({
  language,
  headline: z.string(),
  /** `{businesses}` in it is replaced by their number, or by 'Local businesses'. */
  subline: z.string(),
  /** The banner beside the ad slots. */
  sponsorTitle: z.string(),
  sponsorText: z.string(),
  /** The last banner. */
  listTitle: z.string(),
  listText: z.string(),
});
export type HomeTexts = z.infer<typeof homeTextsSchema>;

import { idSchema, nullableIdSchema } from '#contract/api.ts';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** The most categories that are shown at a time. */
export const MAX_CATEGORIES = 500;

/** The most words in one language by which searches find a category. */
export const MAX_CATEGORY_WORDS = 300;

const HAS_LETTER = /[\p{L}\p{N}]/u;

const wordsSchema = z
  .array(
    singleLine({
      min: 1,
      tooShort: defineMessage('Enter a word'),
      max: 60,
      tooLong: defineMessage('A word has at most 60 characters'),
    }).refine((word) => HAS_LETTER.test(word), defineMessage('A word needs a letter or digit')),
  )
  .max(MAX_CATEGORY_WORDS, defineMessage('Use at most {max} words', { max: MAX_CATEGORY_WORDS }));

const reasonSchema = multiLine({
  min: 1,
  tooShort: defineMessage('Reason is required'),
  max: 1000,
  tooLong: defineMessage('Use at most 1,000 characters'),
});

const NAME_LIMIT = { max: 60, tooLong: defineMessage('Use at most 60 characters') };
const NEEDS_LETTER = defineMessage('A name needs a letter or digit');

/** A name in another language; empty for none: then the English name is shown. */
const translatedNameSchema = singleLine(NAME_LIMIT).refine(
  (name) => name === '' || HAS_LETTER.test(name),
  NEEDS_LETTER,
);

const otherLanguageSchema = z.enum(OTHER_LANGUAGES);

/** `POST /api/admin/categories`. The address is the last part of `/category/{slug}`; without one it is made from the name. */
export const categoryFormSchema = z.object({
  name: singleLine({ min: 1, tooShort: defineMessage('Enter a name'), ...NAME_LIMIT }).refine(
    (name) => HAS_LETTER.test(name),
    NEEDS_LETTER,
  ),
  names: z.partialRecord(otherLanguageSchema, translatedNameSchema).default({}),
  slug: z
    .string()
    .trim()
    .max(NAME_LIMIT.max, NAME_LIMIT.tooLong)
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, defineMessage('Use lower-case letters, digits and single hyphens'))
    .default(''),
  icon: z.string(defineMessage('Choose an icon')).min(1, defineMessage('Choose an icon')).max(60),
  /** Null for a top category. */
  parentId: nullableIdSchema,
  /** The words by which searches find it, besides its name. */
  english: wordsSchema,
  spanish: wordsSchema,
  reason: reasonSchema,
});
export type CategoryForm = z.output<typeof categoryFormSchema>;

const versionSchema = z.number().int().min(1).max(2_000_000_000);

/** `PUT /api/admin/categories/{id}`: what is as it was stays, and so does the address if it is empty, and a name in a language that is left out. */
export const categoryEditSchema = categoryFormSchema.extend({ version: versionSchema });
export type CategoryEdit = z.output<typeof categoryEditSchema>;

const idsSchema = z.array(idSchema).max(MAX_CATEGORIES);

/** `PUT /api/admin/categories/order`: of the children of a category, or with null of the top categories. */
export const categoryOrderSchema = z
  .object({
    parentId: nullableIdSchema,
    /** The order that the staff saw before the change. */
    former: idsSchema,
    /** The same ids in the new order. */
    ids: idsSchema,
    reason: reasonSchema,
  })
  .refine(({ former, ids }) => isPermutation(former, ids), {
    path: ['ids'],
    message: defineMessage('Name each category once'),
  });
export type CategoryOrder = z.output<typeof categoryOrderSchema>;

const isPermutation = (former: number[], ids: number[]) =>
  new Set(ids).size === ids.length && ids.length === former.length && ids.every((id) => former.includes(id));

/** `GET /api/admin/categories/{id}/merge?into=`. */
export const mergeTargetSchema = z.object({ into: idSchema });

/** `POST /api/admin/categories/{id}/merge`. */
export const categoryMergeSchema = mergeTargetSchema.extend({ version: versionSchema, reason: reasonSchema });
export type CategoryMerge = z.output<typeof categoryMergeSchema>;

/** What a merge would touch. */
export const mergePreviewSchema = z.object({
  /** The listings of the merged category, in any state. */
  listings: z.number().int(),
  /** Pages that redirect: its own, and one for each city with listings of it. */
  pages: z.number().int(),
  notices: z.number().int(),
  savedSearches: z.number().int(),
  /** Whether its new listings wait for approval, as those of the other category then do. */
  needsApproval: z.boolean(),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;

/** Listings that follow a change of their category. */
const categoryChangeSchema = z.object({
  kind: z.enum(['merge', 'move', 'rename']),
  /** The name of the category into which it is merged. */
  into: z.string().nullable(),
  done: z.number().int(),
  total: z.number().int(),
});

/** A category as the staff sees it. */
const adminCategorySchema = z.object({
  id: z.number().int(),
  /** Counts the changes of the category. */
  version: z.number().int(),
  /** The English name. */
  name: z.string(),
  names: z.partialRecord(otherLanguageSchema, z.string()),
  slug: z.string(),
  icon: z.string(),
  parentId: z.number().int().nullable(),
  /** Its public listings, with those of its children. */
  count: z.number().int(),
  english: z.array(z.string()),
  spanish: z.array(z.string()),
  formerSlugs: z.array(z.string()),
  /** What its listings still have to follow; null if nothing. */
  change: categoryChangeSchema.nullable(),
});
export type AdminCategory = z.infer<typeof adminCategorySchema>;

/** `GET /api/admin/categories`, and the response to every change: each top category before its children. */
export const adminCategoriesSchema = z.object({
  categories: z.array(adminCategorySchema),
  icons: z.array(z.string()),
});
export type AdminCategories = z.infer<typeof adminCategoriesSchema>;

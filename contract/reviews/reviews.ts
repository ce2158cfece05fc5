import { listQuerySchema } from '#contract/api.ts';
import { LANGUAGE_CODES } from '#contract/i18n/language-codes.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { photoSchema } from '#contract/photos.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { REVIEW_RULES, type ReviewRule } from './rules.ts';

const rules = Object.keys(REVIEW_RULES) as [ReviewRule, ...ReviewRule[]];
export const reviewRuleSchema = z.enum(rules, defineMessage('Choose a rule.'));

/** A month: `2026-11`. */
const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, defineMessage('Choose the month of your visit.'));

/** The most pictures of a review. */
export const MAX_REVIEW_PICTURES = 4;

const pictureNameSchema = z.string().regex(/^review-[a-z0-9]{20,40}$/);

/** `PUT /api/{conversations,receipt-codes,ads}/{id}/review`: what a customer writes about a business. */
export const reviewFormSchema = z.object({
  stars: z.number(defineMessage('Choose from one to five stars.')).int().min(1).max(5),
  text: multiLine({
    min: 20,
    tooShort: defineMessage('Write at least 20 characters.'),
    max: 2000,
    tooLong: defineMessage('Use at most 2,000 characters.'),
  }),
  name: singleLine({
    min: 2,
    tooShort: defineMessage('Enter the name to show.'),
    max: 80,
    tooLong: defineMessage('Use at most 80 characters.'),
  }),
  visitedMonth: monthSchema,
  purchased: singleLine({ max: 200, tooLong: defineMessage('Use at most 200 characters.') }).default(''),
  /** The language of the review. */
  language: z.enum(LANGUAGE_CODES).default('en'),
  /** The names of uploaded pictures, in order. */
  pictures: z
    .array(pictureNameSchema)
    .max(MAX_REVIEW_PICTURES, defineMessage('Add at most {max} pictures.', { max: MAX_REVIEW_PICTURES }))
    .refine((names) => new Set(names).size === names.length, defineMessage('Add each picture once.'))
    .default([]),
  /** The upload with the receipt, for a review at `/api/ads/{id}/review`: only the staff sees it, and it is deleted with the decision. */
  document: pictureNameSchema.optional(),
  /** That one neither owns nor works for the business or a competitor, and was not paid for it. */
  declares: z.literal(true, defineMessage('Please confirm this.')),
  /** Made by the client for each review, so that repeating a request adds none. */
  key: z.uuid(),
});
export type ReviewForm = z.input<typeof reviewFormSchema>;
export type ReviewInput = z.output<typeof reviewFormSchema>;

/** A review as visitors read it. Times are ISO 8601 in UTC. */
export const reviewSchema = z.object({
  id: z.number().int(),
  author: z.string(),
  /** How we know that the author was a customer. */
  proof: z.enum(['conversation', 'receipt', 'document']),
  stars: z.number().int(),
  text: z.string(),
  visitedMonth: monthSchema,
  purchased: z.string().nullable(),
  /** The language as a tag of BCP 47. */
  language: z.string(),
  pictures: z.array(photoSchema),
  publishedAt: z.string(),
  editedAt: z.string().nullable(),
  reply: z.object({ text: z.string(), at: z.string(), editedAt: z.string().nullable() }).nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/** The orders of reviews: the newest first, or the most useful by `review_usefulness`. */
export const reviewSortSchema = z.enum(['newest', 'useful']);
export type ReviewSort = z.infer<typeof reviewSortSchema>;

/** `GET /api/ads/{id}/reviews`. */
export const reviewsQuerySchema = listQuerySchema.extend({
  sort: reviewSortSchema.default('newest'),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});

export type ReviewsQuery = z.output<typeof reviewsQuerySchema>;

export const listingReviewsSchema = z.object({
  /** The number of reviews that are shown; of each number of stars from 1 to 5, and their average, from 3 reviews on. */
  count: z.number().int(),
  average: z.number().nullable(),
  histogram: z.array(z.number().int()).length(5).nullable(),
  /** How many reviews are not shown, by rule. */
  withheld: z.array(z.object({ rule: reviewRuleSchema, count: z.number().int() })),
  reviews: z.array(reviewSchema),
});
export type ListingReviews = z.infer<typeof listingReviewsSchema>;

/** `GET /api/conversations/{id}/review` and `GET /api/receipt-codes/{id}/review`: what the customer may do, and their review if there is one. */
export const ownReviewSchema = z.object({
  business: z.string(),
  /** Whether they may write one now, or change theirs. */
  canWrite: z.boolean(),
  needsDocument: z.boolean(),
  review: reviewSchema
    .omit({ publishedAt: true })
    .extend({
      status: z.enum(['waiting', 'shown', 'withheld']),
      /** Whether visitors read an earlier text while this one waits. */
      hasEarlier: z.boolean(),
      /** The names of its pictures, to send them again with a change. */
      pictureNames: z.array(z.string()),
      /** Why the review is not shown. */
      withheld: z.object({ rule: reviewRuleSchema, reason: z.string(), canAppeal: z.boolean() }).nullable(),
    })
    .nullable(),
});
export type OwnReview = z.infer<typeof ownReviewSchema>;

/** `POST /api/conversations/{id}/review/appeal`. */
export const appealSchema = z.object({
  text: multiLine({
    min: 1,
    tooShort: defineMessage('Say why.'),
    max: 1000,
    tooLong: defineMessage('Use at most 1,000 characters.'),
  }),
});

/** `PUT /api/user/reviews/{id}/reply`: the one reply of the business. */
export const replyFormSchema = z.object({
  text: multiLine({
    min: 1,
    tooShort: defineMessage('Write a reply.'),
    max: 2000,
    tooLong: defineMessage('Use at most 2,000 characters.'),
  }),
});

/** `POST /api/user/reviews/{id}/report`: the business asks the staff to look at a review. */
export const reviewReportSchema = z.object({
  rule: reviewRuleSchema,
  text: multiLine({ max: 1000, tooLong: defineMessage('Use at most 1,000 characters.') }),
});

/** A review of one of the account's listings. */
export const ownersReviewSchema = reviewSchema.extend({
  listing: z.object({ id: z.number().int(), title: z.string() }),
  reported: z.boolean(),
});
export type OwnersReview = z.infer<typeof ownersReviewSchema>;

/** A review that the account wrote. */
export const writtenReviewSchema = reviewSchema.pick({ id: true, stars: true, text: true }).extend({
  listing: ownersReviewSchema.shape.listing,
  /** The page on which it is changed, if it can still be. */
  path: z.string().nullable(),
  status: z.enum(['waiting', 'shown', 'withheld']),
  createdAt: z.string(),
});
export type WrittenReview = z.infer<typeof writtenReviewSchema>;

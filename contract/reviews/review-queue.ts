import { defineMessage } from '#contract/i18n/t.ts';
import { photoSchema } from '#contract/photos.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { FAKE_SIGNS, type FakeSign } from './fake-signs.ts';
import { reviewRuleSchema, reviewSchema } from './reviews.ts';

/** A review that waits for the staff, is reported, or whose author appealed. */
export const waitingReviewSchema = reviewSchema.omit({ publishedAt: true, editedAt: true }).extend({
  status: z.enum(['waiting', 'shown', 'withheld']),
  listing: z.object({ id: z.number().int(), title: z.string() }),
  waitingSince: z.string(),
  /** What visitors read while a change of it waits. */
  earlier: z.object({ stars: z.number().int(), text: z.string() }).nullable(),
  /** The receipt that proves the purchase. */
  document: photoSchema.nullable(),
  /** The signs of a fake. */
  signs: z.array(z.enum(Object.keys(FAKE_SIGNS) as [FakeSign, ...FakeSign[]])),
  /** What it has of the list of words, as that is now. */
  words: z.array(z.string()),
  /** When it has to be decided: one business day after it was written or reported, two after an appeal. */
  dueAt: z.string(),
  report: z.object({ rule: reviewRuleSchema, text: z.string() }).nullable(),
  appeal: z.object({ text: z.string(), rule: reviewRuleSchema, reason: z.string() }).nullable(),
});
export type WaitingReview = z.infer<typeof waitingReviewSchema>;

/** `POST /api/admin/reviews/{id}/withhold`. */
export const withholdSchema = z.object({
  rule: reviewRuleSchema,
  reason: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a reason.'),
    max: 500,
    tooLong: defineMessage('Use at most 500 characters.'),
  }),
});

import { photoSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';

/** A question and its answer, as the form says them. */
export const quoteAnswerSchema = z.object({ question: z.string(), answer: z.string() });

/** What a customer asked several businesses, as each of them sees it. */
export const quoteDetailsSchema = z.object({
  /** The id of the request; null for the business. */
  id: z.number().int().nullable(),
  trade: z.string(),
  place: z.string(),
  timing: z.string(),
  answers: z.array(quoteAnswerSchema),
  pictures: z.array(photoSchema),
  /** How many businesses were asked, this one included; not who. */
  asked: z.number().int(),
});
export type QuoteDetails = z.infer<typeof quoteDetailsSchema>;

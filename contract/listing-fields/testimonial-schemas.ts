import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** What a quoted customer is to the business besides, which has to be said (16 CFR 255.5). */
const RELATIONSHIPS = ['none', 'rewarded', 'related', 'employed'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

// Missing in quotations from before they were asked for.
const declarations = { relationship: z.enum(RELATIONSHIPS).optional(), attested: z.boolean().optional() };

/** A testimonial: words of a customer that the owner chose and attests. */
export const reviewSchema = z
  .object({
    quote: multiLine({
      min: 1,
      tooShort: defineMessage('Enter the quote'),
      max: 300,
      tooLong: defineMessage('Quote must be at most 300 characters'),
    }),
    author: singleLine({
      min: 1,
      tooShort: defineMessage('Enter the customer’s name'),
      max: 60,
      tooLong: defineMessage('Name must be at most 60 characters'),
    }),
    ...declarations,
  })
  .refine(({ relationship }) => relationship, { path: ['relationship'], message: defineMessage('Choose one') })
  .refine(({ attested }) => attested, { path: ['attested'], message: defineMessage('Please confirm this') });

/** A testimonial as visitors read it. */
export const shownReviewSchema = z.object({ quote: z.string(), author: z.string(), ...declarations });

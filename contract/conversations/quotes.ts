import { idSchema } from '#contract/api.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { conversationSchema, firstMessageSchema, sentMessageSchema } from './conversations.ts';
import { quoteDetailsSchema } from './quote-details.ts';
import { TRADE_SLUGS } from './trade-slugs.ts';
import { TRADES, type TradeQuestion } from './trades.ts';

/** The most businesses of one request. */
export const MAX_QUOTE_BUSINESSES = 5;

/** When the work should be done, as the form says it. */
export const TIMINGS = {
  now: defineMessage('As soon as possible'),
  week: defineMessage('Within a week'),
  month: defineMessage('Within a month'),
  later: defineMessage('Later'),
  unsure: defineMessage('I don’t know yet'),
} as const;
export type Timing = keyof typeof TIMINGS;

const tradeSchema = z.enum(TRADE_SLUGS, defineMessage('Choose a kind of business.'));
const nearSchema = singleLine({
  min: 2,
  tooShort: defineMessage('Enter a ZIP code or a city.'),
  max: MAX_NEAR_LENGTH,
  tooLong: defineMessage('Use at most {max, number} characters.', { max: MAX_NEAR_LENGTH }),
});

/** `GET /api/quotes/businesses`: who can be asked. */
export const quoteBusinessesQuerySchema = z.object({
  trade: tradeSchema,
  near: nearSchema,
  /** Only those whose license the state's list has, as an active one of their name and trade. */
  licensed: z.stringbool().default(false),
});

export const quoteBusinessSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  city: z.string(),
  /** In miles from the place; null where only the ZIP code of the business is known. */
  miles: z.number().nullable(),
  licensed: z.boolean(),
});
export type QuoteBusiness = z.infer<typeof quoteBusinessSchema>;

export const quoteBusinessesSchema = z.object({
  /** The name of the place; null if it is unknown. */
  place: z.string().nullable(),
  /** The nearest ones that take messages, at most 20. Nobody pays for their order. */
  businesses: z.array(quoteBusinessSchema),
});
export type QuoteBusinesses = z.infer<typeof quoteBusinessesSchema>;

/** The form of `POST /api/quotes`. Signed-in people need no `email`. */
export const quoteRequestFormSchema = firstMessageSchema
  .pick({ name: true, email: true, phone: true, key: true, leaveEmpty: true, pictures: true })
  .extend({
    trade: tradeSchema,
    near: nearSchema,
    timing: z.enum(Object.keys(TIMINGS) as [Timing, ...Timing[]], defineMessage('Choose when.')),
    /** The id of the chosen option by that of the question; questions that are left out are not answered. */
    answers: z.record(z.string().max(20), z.string().max(100)).default({}),
    text: multiLine({
      min: 10,
      tooShort: defineMessage('Describe the job in a sentence or two.'),
      max: 3000,
      tooLong: defineMessage('Use at most 3,000 characters.'),
    }),
    listings: z
      .array(idSchema)
      .min(1, defineMessage('Pick at least one business.'))
      .max(MAX_QUOTE_BUSINESSES, defineMessage('Pick at most {max} businesses.', { max: MAX_QUOTE_BUSINESSES }))
      .refine((ids) => new Set(ids).size === ids.length, defineMessage('Pick each business once.')),
  })
  .superRefine(({ trade, answers }, context) => {
    const { questions } = TRADES[trade];
    for (const [id, answer] of Object.entries(answers)) {
      if (!Object.hasOwn(questions.find((question) => question.id === id)?.options ?? {}, answer))
        context.addIssue({ code: 'custom', path: ['answers', id], message: t('Choose one of the answers.') });
    }
  });
export type QuoteRequestForm = z.input<typeof quoteRequestFormSchema>;
export type QuoteRequestInput = z.output<typeof quoteRequestFormSchema>;

/** `POST /api/quotes`, with the answers in words. The server keeps them in English. */
export const quoteRequestSchema = quoteRequestFormSchema.transform(({ answers, ...request }) => ({
  ...request,
  answers: toTexts(TRADES[request.trade].questions, answers),
}));
export type QuoteRequest = z.output<typeof quoteRequestSchema>;

/** What became of a request; `id` as for a first message. */
export const sentQuoteSchema = sentMessageSchema.omit({ status: true }).extend({
  status: z.enum(['sent', 'unconfirmed']),
});
export type SentQuote = z.infer<typeof sentQuoteSchema>;

/** `GET /api/quotes/{id}`: a request with what each business has answered, for its customer. */
export const quoteSchema = quoteDetailsSchema.extend({
  id: z.number().int(),
  text: z.string(),
  sentAt: z.string(),
  /** In the order of their answers, those without one last. */
  conversations: z.array(
    conversationSchema.pick({ id: true, listing: true, status: true, stoppedBy: true, messages: true }),
  ),
});
export type Quote = z.infer<typeof quoteSchema>;

const toTexts = (questions: readonly TradeQuestion[], answers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap(({ id, options }) => {
      const text = options[answers[id] ?? ''];
      return text === undefined ? [] : [[id, text]];
    }),
  );

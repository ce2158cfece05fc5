import { listQuerySchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { moneyReasonSchema, planSchema } from './plan-prices.ts';

const MAX_GIVEN = 12;
const countMessage = defineMessage('Give 1 to {max} credits', { max: MAX_GIVEN });

/** `POST /api/admin/gift-credits`: prepaid credits of a plan for an account, which `username` or its email names. */
export const giftFormSchema = z.object({
  username: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a username or an email'),
    max: 100,
    tooLong: defineMessage('This is too long'),
  }),
  plan: planSchema,
  count: z.number(countMessage).int(countMessage).min(1, countMessage).max(MAX_GIVEN, countMessage),
  reason: moneyReasonSchema,
});
export type GiftForm = z.infer<typeof giftFormSchema>;

/** A credit that the staff gave. */
export const giftCreditSchema = z.object({
  id: z.number().int(),
  /** The id is null if the account is deleted. */
  account: z.object({ id: z.number().int().nullable(), username: z.string() }),
  planName: z.string(),
  /** `waiting`: its listing waits for approval. */
  state: z.enum(['unused', 'waiting', 'used', 'taken-back']),
  listing: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** When the term that it bought ends or ended; null while it is not used. */
  endsAt: z.string().nullable(),
  reason: z.string(),
  givenAt: z.string(),
  /** The username of who gave it; null if that account is deleted. */
  givenBy: z.string().nullable(),
  takenBack: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
});
export type GiftCredit = z.infer<typeof giftCreditSchema>;

/** `GET /api/admin/gift-credits`: newest first. */
export const giftCreditsQuerySchema = listQuerySchema;

/** `POST /api/admin/ads/{id}/feature`: the term of a plan as a gift, for a listing that nobody owns. */
export const featureFormSchema = z.object({ plan: planSchema, reason: moneyReasonSchema });
export type FeatureForm = z.infer<typeof featureFormSchema>;

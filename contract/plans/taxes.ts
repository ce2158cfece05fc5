import { defineMessage } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { daySchema, moneyReasonSchema } from './plan-prices.ts';

const percentMessage = defineMessage('Enter a percentage from 0.001 to 30, with up to three decimals');
const isThousandth = (percent: number) => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6;

/**
 * `POST /api/admin/taxes`: the sales tax from the first moment of a day in Los Angeles, or from now. Without a percentage nothing is
 * added from then on.
 */
export const taxOrderSchema = z.object({
  tax: z
    .object({
      name: singleLine({
        min: 1,
        tooShort: defineMessage('Name is required'),
        max: 40,
        tooLong: defineMessage('Use at most 40 characters'),
      }),
      percent: z
        .number(percentMessage)
        .min(0.001, percentMessage)
        .max(30, percentMessage)
        .refine(isThousandth, percentMessage),
    })
    .nullable(),
  holdsFrom: daySchema.optional(),
  reason: moneyReasonSchema,
});
export type TaxOrder = z.infer<typeof taxOrderSchema>;

const taxRateSchema = z.object({
  id: z.number().int(),
  /** Null where nothing is added. */
  tax: z.object({ name: z.string(), percent: z.number() }).nullable(),
  holdsFrom: z.string(),
  reason: z.string(),
});
export type AdminTaxRate = z.infer<typeof taxRateSchema>;

/** `GET /api/admin/taxes`, and what each change of it answers: what holds, what comes, the first first, and the last former ones. */
export const adminTaxesSchema = z.object({
  current: taxRateSchema.nullable(),
  coming: z.array(taxRateSchema),
  former: z.array(taxRateSchema),
});
export type AdminTaxes = z.infer<typeof adminTaxesSchema>;

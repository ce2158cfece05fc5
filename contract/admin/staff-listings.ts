import { messageResponseSchema } from '#contract/accounts.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { listingFormSchema } from '#contract/listing-form.ts';
import { z } from '#contract/zod.ts';
import { changeReasonSchema } from './corrections.ts';

/** `POST /api/admin/ads`: the owner's form, filled in on behalf of a business. It is free: paid terms are bought or given later. */
export const staffListingSchema = z.object({
  form: listingFormSchema.safeExtend({
    premium: z.literal(false, defineMessage('A listing that you post is free')).default(false),
  }),
  reason: changeReasonSchema,
});

/** The response names the listing. */
export const postedForBusinessSchema = messageResponseSchema.extend({ id: z.number().int() });
export type PostedForBusiness = z.infer<typeof postedForBusinessSchema>;

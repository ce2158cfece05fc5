import { defineMessage } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

const MAX_LINES = 6;

/**
 * `GET` and `PUT /api/user/billing`: what the owner wants on invoices; `POST /api/user/payments/{id}/invoice-versions`: on this one. Empty
 * texts are left out.
 */
export const billingSchema = z.object({
  companyName: singleLine({ max: 100, tooLong: defineMessage('Use at most 100 characters') }),
  address: multiLine({ max: 300, tooLong: defineMessage('Use at most 300 characters') }).refine(
    (text) => text.split('\n').length <= MAX_LINES,
    defineMessage('Use at most {max} lines', { max: MAX_LINES }),
  ),
  /** Such as an EIN: '12-3456789'. */
  taxId: singleLine({ max: 40, tooLong: defineMessage('Use at most 40 characters') }).optional(),
});
export type Billing = z.infer<typeof billingSchema>;

/** An invoice can be reissued so often. */
export const MAX_INVOICE_VERSIONS = 20;

import { t } from '#contract/i18n/t.ts';
import { type Coupon, type CouponForm, couponFormSchema } from '#contract/plans/coupons.ts';
import type { PaidPlanId } from '#contract/plans/plans.ts';
import { toPlainText } from '#contract/values/plain-text.ts';
import { z } from '#contract/zod.ts';
import { parseCents } from '#web/admin/payments/refund-amount.ts';

const NO_AMOUNT = t('Enter an amount in dollars, such as 20 or 19.50');

/** What is typed about a coupon: a percentage or dollars, and a number of uses, as text. */
const inputSchema = z.object({
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  off: z.string().max(20),
  plans: z.array(z.string()),
  firstDay: z.string(),
  lastDay: z.string(),
  maxUses: z.string().max(10),
  reason: z.string(),
});
export type CouponInput = z.input<typeof inputSchema>;

/** The form of a coupon, which yields what the API takes. */
export const formSchema = inputSchema.transform(({ kind, off, maxUses, plans, ...rest }, context): CouponForm => {
  const amountOffCents = kind === 'amount' ? parseCents(off) : null;
  if (kind === 'amount' && amountOffCents === null) {
    context.addIssue({ code: 'custom', path: ['off'], message: NO_AMOUNT });
    return z.NEVER;
  }
  const form = couponFormSchema.safeParse({
    ...rest,
    plans: plans as PaidPlanId[],
    percentOff: kind === 'percent' ? toNumber(off) : null,
    amountOffCents,
    maxUses: toNumber(maxUses),
  });
  if (form.success) return form.data;
  for (const { path, message } of form.error.issues)
    context.addIssue({ code: 'custom', path: [toField(String(path[0]))], message });
  return z.NEVER;
});

/** Of '10', '1,000' and '１０'; NaN for other text. */
function toNumber(typed: string): number {
  const text = toPlainText(typed);
  return /^\d[\d,]*$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** The field of a path of the API. */
export const toField = (path: string): keyof CouponInput =>
  path === 'percentOff' || path === 'amountOffCents' ? 'off' : (path.split('.')[0] as keyof CouponInput);

/** What the form begins with: a coupon, or a new one with a code that nobody guesses. */
export function toInput(coupon: Coupon | null): CouponInput {
  const { code, percentOff, amountOffCents, plans, firstDay, lastDay, maxUses } = coupon ?? {};
  return {
    code: code ?? generateCode(),
    kind: typeof amountOffCents === 'number' ? 'amount' : 'percent',
    off: typeof amountOffCents === 'number' ? (amountOffCents / 100).toFixed(2) : String(percentOff ?? ''),
    plans: plans ?? [],
    firstDay: firstDay ?? '',
    lastDay: lastDay ?? '',
    maxUses: String(maxUses ?? ''),
    reason: '',
  };
}

// Without letters and digits that look alike. 32 of them, so that each byte chooses evenly.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 10;

const generateCode = () =>
  [...crypto.getRandomValues(new Uint8Array(CODE_LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join('');

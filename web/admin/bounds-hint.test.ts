import { describe, expect, it } from 'vitest';
import { SETTING_SCHEMAS } from '#contract/admin/settings.ts';
import { couponFormSchema } from '#contract/plans/coupons.ts';
import { giftFormSchema } from '#contract/plans/gift-credits.ts';
import { z } from '#contract/zod.ts';
import { boundsHint } from './bounds-hint.ts';

describe('The bounds of a number are said before they are missed', () => {
  const numbers = Object.entries(SETTING_SCHEMAS).filter(([, schema]) => schema instanceof z.ZodNumber);

  it.each([
    ...numbers,
    ['uses of a coupon', couponFormSchema.shape.maxUses],
    ['gift credits', giftFormSchema.shape.count],
  ] as [string, z.ZodType][])('of %s', (_name, schema) => {
    const hint = boundsHint(schema);
    expect(hint).toMatch(/^From [\d,]+ to [\d,]+$/);
    const [min = 0, max = 0] = String(hint)
      .split(' ')
      .map((text) => Number(text.replaceAll(',', '')))
      .filter(Number.isFinite);
    expect([min - 1, min, max, max + 1].map((value) => schema.safeParse(value).success)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('of nothing else', () => {
    expect(boundsHint(z.string())).toBeUndefined();
    expect(boundsHint(z.number())).toBeUndefined();
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDiscountCents } from '#server/payments/coupons/discount.ts';
import { splitCents } from '#server/payments/parts/parts.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { toTaxCents } from './tax.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const rate = fc.integer({ min: 0, max: 30_000 });
const runs = { numRuns: repetitions(200, 100_000) };

it('a tax is within half a cent of the exact one, and half a cent more', () =>
  fc.assert(
    fc.property(cents, rate, (net, thousandths) => {
      // In thousandths of a percent of a cent, which are whole numbers.
      const excess = toTaxCents(net, { name: 'Tax', rate: thousandths }) * 100_000 - net * thousandths;
      expect(excess).toBeGreaterThan(-50_000);
      expect(excess).toBeLessThanOrEqual(50_000);
    }),
    runs,
  ));

it('a discount is within half a cent of the exact percentage, in favor of the buyer, and never above the price', () =>
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 100 }), (price, percent_off) => {
      const discount = toDiscountCents(price, { percent_off, amount_off_cents: null });
      const excess = discount * 100 - price * percent_off;
      expect(excess).toBeGreaterThan(-50);
      expect(excess).toBeLessThanOrEqual(50);
      expect(discount).toBeLessThanOrEqual(price);
    }),
    runs,
  ));

it('the parts of an amount add up to it, and differ by a cent at most, the larger ones first', () =>
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 100 }), (amount, count) => {
      const parts = splitCents(amount, count);
      expect(parts).toHaveLength(count);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      expect((parts[0] ?? 0) - (parts.at(-1) ?? 0)).toBeLessThanOrEqual(1);
      expect(parts).toEqual(parts.toSorted((a, b) => b - a));
    }),
    runs,
  ));

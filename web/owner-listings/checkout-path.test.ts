import { expect, it } from 'vitest';
import { checkoutPath } from './checkout-path.ts';

it('leads to the checkout of a plan, for a listing or for none yet', () => {
  expect(checkoutPath({ plan: 'annual', listing: { id: 7 } })).toBe('/checkout?plan=annual&listing=7');
  expect(checkoutPath({ plan: 'annual', listing: null, listings: [{ id: 7 }, { id: 8 }] })).toBe(
    '/checkout?plan=annual&ads=7,8',
  );
  expect(checkoutPath({ plan: 'enhanced', listing: null })).toBe('/checkout?plan=enhanced');
});

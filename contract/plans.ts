// No zod here: public pages ship this file.

/** What is sold or given: the level a listing gets, for how long, and the price. */
export interface Plan {
  id: string;
  name: string;
  level: 'free' | 'enhanced' | 'premium';
  /** The whole price of the term, in US cents. */
  priceCents: number;
  /** The length of the term that is paid; 0 for free listings. */
  months: number;
  /** What is saved against paying by the month, in percent. */
  discountPercent: number;
}

/** What there is to choose from, by id (specification, section 9). The home page's Premium is the annual one. */
export const PLANS = {
  basic: { id: 'basic', name: 'Basic', level: 'free', priceCents: 0, months: 0, discountPercent: 0 },
  enhanced: { id: 'enhanced', name: 'Enhanced', level: 'enhanced', priceCents: 5_000, months: 1, discountPercent: 0 },
  monthly: {
    id: 'monthly',
    name: 'Premium Monthly',
    level: 'premium',
    priceCents: 10_000,
    months: 1,
    discountPercent: 0,
  },
  quarterly: {
    id: 'quarterly',
    name: 'Premium Quarterly',
    level: 'premium',
    priceCents: 27_000,
    months: 3,
    discountPercent: 10,
  },
  semiannual: {
    id: 'semiannual',
    name: 'Premium Semiannual',
    level: 'premium',
    priceCents: 51_000,
    months: 6,
    discountPercent: 15,
  },
  annual: {
    id: 'annual',
    name: 'Premium Annual',
    level: 'premium',
    priceCents: 90_000,
    months: 12,
    discountPercent: 25,
  },
} as const satisfies Record<string, Plan>;

/** What being a featured advertiser costs for a month, in US cents. */
export const FEATURED_PRICE_CENTS = 10_000;

/** A price in dollars as pages show it: '$100', '$22.50'. */
export function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}

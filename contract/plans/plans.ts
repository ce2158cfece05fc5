// No zod here: public pages ship this file. Prices are data (`GET /api/plans`); the first ones are at the end.
import { defineMessage } from '#contract/i18n/t.ts';

/** A plan: the level of a listing and the length of the term. */
export interface Plan {
  id: string;
  name: string;
  level: 'free' | 'enhanced' | 'premium';
  /** The length of the paid term in calendar months; 0 for free listings. */
  months: number;
}

/** Every plan by its id (docs/product.md, Plans and prices). Terms are fixed, and renew only if the buyer asks for it. */
export const PLANS = {
  basic: {
    id: 'basic',
    name: defineMessage('Free'),
    level: 'free',
    months: 0,
  },
  enhanced: {
    id: 'enhanced',
    name: defineMessage('Enhanced'),
    level: 'enhanced',
    months: 1,
  },
  monthly: {
    id: 'monthly',
    name: defineMessage('Premium Monthly'),
    level: 'premium',
    months: 1,
  },
  quarterly: {
    id: 'quarterly',
    name: defineMessage('Premium Quarterly'),
    level: 'premium',
    months: 3,
  },
  semiannual: {
    id: 'semiannual',
    name: defineMessage('Premium Semiannual'),
    level: 'premium',
    months: 6,
  },
  annual: {
    id: 'annual',
    name: defineMessage('Premium Annual'),
    level: 'premium',
    months: 12,
  },
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;
/** The plans that are paid for. */
export type PaidPlanId = Exclude<PlanId, 'basic'>;
export const PAID_PLANS = Object.values(PLANS).filter(({ level }) => level !== 'free') as readonly (Plan & {
  id: PaidPlanId;
  level: 'enhanced' | 'premium';
})[];

/** A plan that is on sale, with its price now. */
export interface PlanOffer extends Plan {
  id: PaidPlanId;
  level: 'enhanced' | 'premium';
  /** The price of the whole term, in US cents. */
  priceCents: number;
  /** The discount against the price of single months at the same level, in percent. */
  discountPercent: number;
}

/** The prices that a new database begins with, in US cents for the whole term (docs/product.md, Plans and prices). */
export const FIRST_PRICES_CENTS: Record<PaidPlanId, number> = {
  enhanced: 5_000,
  monthly: 10_000,
  quarterly: 27_000,
  semiannual: 51_000,
  annual: 90_000,
};

/** The plan that `/checkout?plan=` selects: the monthly one for `premium` and for unknown ids. */
export function getPaidPlan(id: string | null | undefined): (typeof PAID_PLANS)[number] {
  return PAID_PLANS.find((plan) => plan.id === id) ?? PLANS.monthly;
}

/**
 * The price of a featured listing for a month, in US cents: that of the monthly premium plan, or of the cheapest premium plan while
 * that one is not sold; null if none is.
 */
export function getFeaturedPriceCents(offers: readonly PlanOffer[]): number | null {
  const premium = offers.filter(({ level }) => level === 'premium');
  const monthly = premium.find(({ id }) => id === 'monthly');
  if (monthly) return monthly.priceCents;
  return premium.length === 0 ? null : Math.min(...premium.map(({ priceCents, months }) => priceCents / months));
}

/** What follows a paid level, said beside its end: 30 days are `FREE_DAYS` of the server. */
export const THEN_FREE = defineMessage('then 30 days as a free listing');

/** A price in dollars: '$1,200', '$22.50'. */
export const formatDollars = (cents: number): string => formatDollarsAndCents(cents).replace(/\.00$/, '');

/** An amount to the cent, for charges and receipts: '$1,200.00', as both languages write it in the United States. */
export const formatDollarsAndCents = (cents: number): string =>
  `$${(cents / 100).toFixed(2).replace(/\d(?=(?:\d{3})+\.)/g, '$&,')}`;

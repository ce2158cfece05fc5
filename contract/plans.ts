// No zod here: public pages ship this file. All prices are defined here.

/** A plan: the level of a listing, the length of the term and its price. */
export interface Plan {
  id: string;
  name: string;
  level: 'free' | 'enhanced' | 'premium';
  /** The price of the whole term, in US cents. */
  priceCents: number;
  /** The length of the paid term in calendar months; 0 for free listings. */
  months: number;
  /** The discount against the monthly price, in percent. */
  discountPercent: number;
}

/** Every plan by its id (docs/product.md, Plans and prices). Terms are fixed: nothing renews automatically. */
export const PLANS = {
  basic: {
    id: 'basic',
    name: 'Free',
    level: 'free',
    priceCents: 0,
    months: 0,
    discountPercent: 0,
  },
  enhanced: {
    id: 'enhanced',
    name: 'Enhanced',
    level: 'enhanced',
    priceCents: 5_000,
    months: 1,
    discountPercent: 0,
  },
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

export type PlanId = keyof typeof PLANS;
/** The plans that are paid for. */
export type PaidPlanId = Exclude<PlanId, 'basic'>;
export const PAID_PLANS = Object.values(PLANS).filter(({ priceCents }) => priceCents > 0) as readonly (Plan & {
  id: PaidPlanId;
})[];

/** The plan that `/checkout?plan=` selects: the monthly one for `premium` and for unknown ids. */
export function getPaidPlan(id: string | null | undefined): Plan & { id: PaidPlanId } {
  return PAID_PLANS.find((plan) => plan.id === id) ?? PLANS.monthly;
}

/** The monthly price of a featured listing, in US cents. */
export const FEATURED_PRICE_CENTS = PLANS.monthly.priceCents;

/** What follows a paid level, said beside its end: 30 days are `FREE_DAYS` of the server. */
export const THEN_FREE = 'then 30 days as a free listing';

/** A price in dollars: '$100', '$22.50'. */
export function formatDollars(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : formatDollarsAndCents(cents);
}

/** An amount to the cent, for charges and receipts: '$100.00'. */
export const formatDollarsAndCents = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const FREE_FEATURES = ['Basic listing', 'Contact information'];

const ENHANCED_FEATURES = [
  'Featured placement in your city, ZIP code and category',
  'Your logo and up to 3 business images',
  'A link to your website',
  'Map pin',
  'Social links',
  'Basic analytics',
];

const PREMIUM_FEATURES = [
  'Top placement',
  'DoFollow link',
  'Map pin',
  'Promotional headline',
  'Schema and FAQ voice search',
  'Tags',
  'Review snippet',
  'Social links',
  'Basic analytics',
  'Logo and up to 3 business images',
];

/** What a listing gets at each level, as the checkout and the rates page list it. */
export const PLAN_FEATURES: Record<Plan['level'], readonly string[]> = {
  free: FREE_FEATURES,
  enhanced: ENHANCED_FEATURES,
  premium: PREMIUM_FEATURES,
};

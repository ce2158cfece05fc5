import { FIRST_PRICES_CENTS, PAID_PLANS, type PaidPlanId, type PlanOffer } from '#contract/plans/plans.ts';

const DISCOUNTS: Record<PaidPlanId, number> = { enhanced: 0, monthly: 0, quarterly: 10, semiannual: 15, annual: 25 };

/** What `GET /api/plans` answers in a new database (docs/product.md, Plans and prices). */
export const planOffers: { plans: PlanOffer[]; changedAt: string } = {
  changedAt: '2025-04-01T07:00:00.000Z',
  plans: PAID_PLANS.map((plan) => ({
    ...plan,
    priceCents: FIRST_PRICES_CENTS[plan.id],
    discountPercent: DISCOUNTS[plan.id],
  })),
};

import { useQuery } from '@tanstack/react-query';
import { getFeaturedPriceCents, type PaidPlanId, type PlanOffer } from '#contract/plans/plans.ts';
import { queries } from './queries.ts';

/** The plans on sale, with the prices of now; none until they are `loaded`. A page that uses it reads `queries.plans()`. */
export function usePlans() {
  const { data } = useQuery(queries.plans());
  const offers: PlanOffer[] = data?.plans ?? [];
  return {
    loaded: data !== undefined,
    offers,
    /** Undefined while the plan is not sold. */
    find: (id: PaidPlanId) => offers.find((offer) => offer.id === id),
    /** See `getFeaturedPriceCents`. */
    featuredPriceCents: getFeaturedPriceCents(offers),
  };
}

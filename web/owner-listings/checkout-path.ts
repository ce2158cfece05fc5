import type { PaidPlanId } from '#contract/plans/plans.ts';

/** The URL of the checkout of a plan, for a listing where there is one. */
export function checkoutPath({ plan, listing }: { plan: PaidPlanId; listing: { id: number } | null }): string {
  const query = new URLSearchParams({ plan, ...(listing && { listing: String(listing.id) }) });
  return `/checkout?${query}`;
}

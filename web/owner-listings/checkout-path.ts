import type { PaidPlanId } from '#contract/plans.ts';

/** The checkout of a plan, for the listing that it is for, if it is for one. */
export function checkoutPath({ plan, listing }: { plan: PaidPlanId; listing: { id: number } | null }): string {
  const query = new URLSearchParams({ plan, ...(listing && { listing: String(listing.id) }) });
  return `/checkout?${query}`;
}

import type { PaidPlanId } from '#contract/plans/plans.ts';

/** The URL of the checkout of a plan, for a listing or several where there are any; an empty list asks which. */
export function checkoutPath({
  plan,
  listing,
  listings,
}: {
  plan: PaidPlanId;
  listing: { id: number } | null;
  listings?: { id: number }[];
}): string {
  if (listings) return `/checkout?plan=${plan}&ads=${listings.map(({ id }) => id).join()}`;
  const query = new URLSearchParams({ plan, ...(listing && { listing: String(listing.id) }) });
  return `/checkout?${query}`;
}

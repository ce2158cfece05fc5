import type { OwnerListing } from '#contract/owner-listings.ts';

/** Paid time is offered to be renewed together this many days before its end. */
const DAYS_BEFORE_END = 14;
/** And this many days after it: as long as an ended listing says that it has ended. */
const DAYS_AFTER_END = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether the paid time of a listing ends soon or has ended lately, so that its owner may renew it.
 * @param now milliseconds since the epoch
 */
export function isRenewalDue({ status, paidLevel, paidUntil }: DueFields, now: number): boolean {
  if ((status !== 'active' && status !== 'paused') || paidLevel === 'free' || paidUntil === null) return false;
  const daysLeft = (Date.parse(paidUntil) - now) / DAY_MS;
  return daysLeft <= DAYS_BEFORE_END && daysLeft > -DAYS_AFTER_END;
}

type DueFields = Pick<OwnerListing, 'status' | 'paidLevel' | 'paidUntil'>;

/** The paid levels with their plan, and the listings of each that are due, those that end first before the others. */
export const findDueListings = (listings: OwnerListing[], now: number) =>
  [['premium', 'monthly'] as const, ['enhanced', 'enhanced'] as const].map(([level, plan]) => ({
    level,
    plan,
    listings: listings
      .filter((listing) => listing.paidLevel === level && isRenewalDue(listing, now))
      .sort((one, other) => Date.parse(one.paidUntil ?? '') - Date.parse(other.paidUntil ?? '')),
  }));

import type { ListedBusiness, OwnerListing } from '#contract/owner-listings.ts';

/**
 * What is asked before a form is posted: whether it is one more listing of a business that the user has listed or could claim, or of a form that
 * was posted.
 */
export type Question =
  | { kind: 'similar'; listing: OwnerListing }
  | { kind: 'unclaimed'; listing: ListedBusiness }
  | { kind: 'posted' };

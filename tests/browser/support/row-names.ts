import type { Listing } from '#contract/listings.ts';

/** The name of the link of a row, which ends with the street. */
export const detailsOf = ({ title }: Pick<Listing, 'title'>): RegExp =>
  new RegExp(`^View Details of ${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:,|$)`);

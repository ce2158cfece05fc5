import type { OwnerListing } from '#contract/owner-listings.ts';

type Named = Pick<OwnerListing, 'title' | 'city' | 'street' | 'zipCode'>;

/** Where a listing is, in a few words: '18 Main St, Irvine', or without a street 'Irvine 92614'. */
export const toPlaceLine = ({ city, street, zipCode }: Named): string =>
  street ? `${street}, ${city}` : [city, zipCode].filter(Boolean).join(' ');

/** The title of a listing as an option among others, with its place if another one has the same title. */
export const toOptionLabel = (listing: Named, all: readonly Named[]): string =>
  all.filter(({ title }) => isSame(title, listing.title)).length > 1
    ? `${listing.title} (${toPlaceLine(listing)})`
    : listing.title;

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

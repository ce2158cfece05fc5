import type { Listing } from '#contract/listings.ts';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';

/** The name of the city of a listing, which may be a county outside of all cities, as it follows a preposition. */
export const cityInSentence = ({ name, slug }: Listing['city']): string =>
  placeInSentence({ name, slug: slug ?? undefined });

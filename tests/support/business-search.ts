import type { FoundListing } from '#contract/search.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { SAMPLE_LISTINGS } from '#server/site/seed/sample-listings.ts';
import { createTestApi } from './api.ts';
import { createSampleDirectory } from './sample-directory.ts';

/** The API on the open business data. Close it in `afterAll`. */
export async function createBusinessSearch() {
  const database = await createSampleDirectory();
  // Samples are not searched. The same businesses as real ones fill some of the categories that the open data lacks.
  for (const listing of SAMPLE_LISTINGS) await makeListing(database.db, listing);
  const api = await createTestApi({ database });
  return {
    api,
    async close() {
      await api.close();
      await database.drop();
    },
  };
}

/** The expected properties of a listing. */
export interface ExpectedListing {
  name?: RegExp;
  city?: string;
  zip?: string;
  category?: string;
  tel?: RegExp;
  /** The maximum distance in miles. */
  miles?: number;
}

/** Whether a listing has the expected properties. */
export const matchesListing = (
  listing: FoundListing,
  { name, city, zip, category, tel, miles }: ExpectedListing,
): boolean =>
  (!name || name.test(listing.title)) &&
  (!city || listing.city.name === city) &&
  (!zip || listing.zipCode === zip) &&
  (!category || listing.category.slug === category) &&
  (!tel || tel.test(listing.tel ?? '')) &&
  (miles === undefined || (listing.miles !== null && listing.miles <= miles));

/** The listings as lines of text, for the message of a failed expectation. */
export const formatListings = (listings: FoundListing[]): string =>
  listings.map(({ title, city, zipCode }) => `${title}, ${city.name} ${zipCode}`).join('\n');

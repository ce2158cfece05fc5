import { type Page, test } from '@playwright/test';
import type { Category } from '#contract/categories.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Listing } from '#contract/listings.ts';
import type { OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import { post } from './accounts.ts';
import { getJson } from './fixtures.ts';

/** Posts a free listing of the signed-in account by the API, by default a plumber in Irvine. */
export async function postListing(page: Page, overrides: Partial<ListingForm> = {}): Promise<OwnerListing> {
  const categories = await getJson<Category[]>(page, '/api/categories');
  const plumbers = categories.find(({ slug }) => slug === 'plumbers');
  const form: ListingForm = {
    // An identical listing would count as the same.
    title: `Golden Hour Plumbing ${crypto.randomUUID().slice(0, 8)}`,
    description: 'Leaks, drains and water heaters, seen to the same day.',
    businessName: 'Golden Hour Plumbing',
    address: '100 Main St',
    city: 'Irvine',
    zipCode: '92614',
    phone: '(949) 555-0100',
    email: 'hello@golden-hour.example',
    categoryId: String(plumbers?.id),
    locationId: '3',
    ...overrides,
  };
  return (await post<PostedListing>(page, '/api/ads', form)).ad;
}

/** Finds a paid listing with a website that no test changes. Whether a page features it depends on the minute. */
export async function findSampleListing(page: Page): Promise<Listing> {
  const ad = (await getJson<Listing[]>(page, '/api/category/hotels-motels/ads')).find(({ sample }) => sample);
  if (!ad) throw new Error('There is no such sample.');
  return ad;
}

/** Finds a random unclaimed listing of open data, a different one for each worker. */
export async function findUnclaimedListing(
  page: Page,
  predicate: (ad: Listing) => boolean = () => true,
): Promise<Listing> {
  const listings = await getJson<Listing[]>(page, '/api/category/breweries-wineries/ads?limit=100');
  const { parallelIndex, config } = test.info();
  const matching = listings.filter((ad) => ad.unclaimed && ad.id % config.workers === parallelIndex && predicate(ad));
  const ad = matching[Math.floor(Math.random() * matching.length)];
  if (!ad) throw new Error('There is no such unclaimed listing.');
  return ad;
}

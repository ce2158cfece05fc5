import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, request, test } from '@playwright/test';
import type { Category } from '#contract/categories.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Listing, ListingPage } from '#contract/listings.ts';
import type { OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import { createOwner, post, signIn } from './accounts.ts';
import { getJson } from './fixtures.ts';
import { payForPlan } from './payments.ts';

/** Posts a free listing of the signed-in account by the API, by default a plumber in Irvine. */
export async function postListing(
  page: Pick<Page, 'request'>,
  overrides: Partial<ListingForm> = {},
): Promise<OwnerListing> {
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

/** Posts a premium listing with a website for a new account, which is not signed in to the browser. */
export async function postPaidListing(page: Page): Promise<ListingPage & { businessUrl: string }> {
  const { SITE_ORIGIN: baseURL } = process.env;
  const owner = { request: await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL ?? '' } }) };
  await signIn(owner, await createOwner(owner));
  const hotels = (await getJson<Category[]>(page, '/api/categories')).find(({ slug }) => slug === 'hotels-motels');
  const { id } = await postListing(owner, { categoryId: String(hotels?.id), website: 'https://hotel.example' });
  await payForPlan(owner, { plan: 'monthly', listingId: id });
  await owner.request.dispose();
  const ad = await getJson<ListingPage>(page, `/api/ads/${id}`);
  if (!ad.businessUrl) throw new Error('The listing is not paid for.');
  return { ...ad, businessUrl: ad.businessUrl };
}

/** Returns a sample: the first start creates them before all other listings. */
export async function getSampleListing(page: Page): Promise<ListingPage> {
  const listing = await getJson<ListingPage>(page, '/api/ads/1');
  if (!listing.sample) throw new Error('Listing 1 is no sample.');
  return listing;
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

const PHOTO_PATH = join(import.meta.dirname, '../../../web/public/icon-192.png');

/** Uploads a picture for each of these, and returns them with the new ids. */
export async function uploadPhotos(page: Page, pictures: NonNullable<ListingForm['photos']>) {
  const { SITE_ORIGIN = '' } = process.env;
  return Promise.all(
    pictures.map(async ({ alt }) => {
      const response = await page.request.post('/api/photos', {
        headers: { origin: SITE_ORIGIN },
        multipart: { file: { name: 'icon.png', mimeType: 'image/png', buffer: readFileSync(PHOTO_PATH) } },
      });
      return { id: (await response.json()).id as number, alt };
    }),
  );
}

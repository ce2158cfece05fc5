import { type Page, test } from '@playwright/test';
import type { Category } from '#contract/categories.ts';
import type { AdForm } from '#contract/listing-form.ts';
import type { Ad } from '#contract/listings.ts';
import type { OwnAd, Posted } from '#contract/own-listings.ts';
import { post } from './accounts.ts';
import { ask } from './site.ts';

/** Posts a free listing by the API for who is signed in: a plumber in Irvine, unless told. */
export async function postAd(page: Page, overrides: Partial<AdForm> = {}): Promise<OwnAd> {
  const categories = await ask<Category[]>(page, '/api/categories');
  const plumbers = categories.find(({ slug }) => slug === 'plumbers');
  const form: AdForm = {
    // The same listing twice would be one.
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
  return (await post<Posted>(page, '/api/ads', form)).ad;
}

/** A paid listing with a website, which no test changes. Whether it is among the few that a page features is left to turns. */
export async function someSample(page: Page): Promise<Ad> {
  const ad = (await ask<Ad[]>(page, '/api/category/hotels-motels/ads')).find(({ sample }) => sample);
  if (!ad) throw new Error('There is no such sample.');
  return ad;
}

/** A listing of open data that nobody has claimed: some other one each time, and never one that another worker is given. */
export async function someUnclaimedAd(page: Page, fits: (ad: Ad) => boolean = () => true): Promise<Ad> {
  const ads = await ask<Ad[]>(page, '/api/category/breweries-wineries/ads?limit=100');
  const { parallelIndex, config } = test.info();
  const found = ads.filter((ad) => ad.unclaimed && ad.id % config.workers === parallelIndex && fits(ad));
  const ad = found[Math.floor(Math.random() * found.length)];
  if (!ad) throw new Error('There is no such unclaimed listing.');
  return ad;
}

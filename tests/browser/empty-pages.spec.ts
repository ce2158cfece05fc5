import type { Category } from '#contract/categories.ts';
import type { City } from '#contract/places.ts';
import { expect, getJson, open, test } from '#tests/browser/support/fixtures.ts';

// A ZIP code of PO boxes, without businesses.
const EMPTY_ZIP = '90009';

test('a ZIP code without businesses has an empty state', async ({ page }) => {
  await open(page, `/zip/${EMPTY_ZIP}`);
  await expect(page.getByText('No featured businesses in this zip code yet.')).toBeVisible();
  await expect(page.getByText('No businesses available in this zip code yet.')).toBeVisible();
});

test('a city without businesses has an empty state, as a location too', async ({ page }) => {
  const city = (await getJson<City[]>(page, '/api/cities')).find(({ count }) => count === 0);
  await open(page, `/city/${city?.slug}`);
  await expect(page.getByText('No featured ads available at the moment.')).toBeVisible();
  await expect(page.getByText('No recent ads available at the moment.')).toBeVisible();
  await open(page, `/${city?.slug}`);
  await expect(page.getByText('No featured ads in this location yet.')).toBeVisible();
  await expect(page.getByText('No ads available in this location yet.')).toBeVisible();
});

test('a category without businesses has an empty state', async ({ page }) => {
  const category = (await getJson<Category[]>(page, '/api/categories')).find(({ count }) => count === 0);
  await open(page, `/category/${category?.slug}`);
  await expect(page.getByText('No featured ads in this category yet.')).toBeVisible();
  await expect(page.getByText('No ads available in this category yet.')).toBeVisible();
});

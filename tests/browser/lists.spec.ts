import type { Page } from '@playwright/test';
import type { Category, CategoryPage } from '#contract/categories.ts';
import type { Listing } from '#contract/listings.ts';
import { expect, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

// Where the first listing of a page stands at most, in CSS pixels.
const MAX_TOP = 700;

const titles = (page: Page) => page.locator('#all h3').allTextContents();

test('on a phone the first listing of a list of listings stands on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of selectEveryNth(7, [
    '/city/irvine',
    '/city/irvine/grocery-stores',
    '/category/grocery-stores',
    '/zip/92614',
    '/county/orange-county',
    '/los-angeles',
    '/search?q=market&near=Irvine',
  ])) {
    await open(page, path);
    const row = page
      .getByRole('main')
      .locator('li')
      .filter({ has: page.locator('a[href^="/ads/"]') });
    const { y } = (await row.first().boundingBox()) ?? {};
    expect(y, path).toBeLessThan(MAX_TOP);
  }
});

test('a list is ordered by relevance, and newest first on request', async ({ page }) => {
  const byRelevance = await getJson<Listing[]>(page, '/api/location/orange-county/ads?featured=false');
  const newest = await getJson<Listing[]>(page, '/api/location/orange-county/ads?featured=false&sort=newest');
  await open(page, '/orange-county');
  expect(await titles(page)).toEqual(byRelevance.map(({ title }) => title));
  await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Newest' }).click();
  await expect(page).toHaveURL(/\?sort=newest#all$/);
  await expect.poll(() => titles(page)).toEqual(newest.map(({ title }) => title));
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.locator('#all').getByRole('link', { name: /More/ }).click();
  await expect(page.locator('#all h3')).toHaveCount(40);
  expect(await page.locator('#all').getByRole('link', { name: /More/ }).getAttribute('href')).toContain('sort=newest');
});

test('a category without businesses names its children and neighbors, and the nearest with businesses', async ({
  page,
}) => {
  const categories = await getJson<Category[]>(page, '/api/categories');
  const empty = categories.find(({ count, parentId }) => count === 0 && parentId === null);
  const { related, neighbors } = await getJson<CategoryPage>(page, `/api/category/${empty?.slug}`);
  await open(page, `/category/${empty?.slug}`);
  const links = (title: string) => page.getByRole('region', { name: title }).getByRole('listitem');
  await expect(links('Related Categories')).toHaveCount(related.length);
  await expect(links('More categories')).toHaveText(neighbors.map(({ name }) => name));
  expect(await links('Close to').count()).toBeGreaterThan(0);
});

test('a filtered list says nothing of sponsors when there are none', async ({ page }) => {
  // Of no listing that is paid for in these tests the hours are known.
  await open(page, '/city/irvine?open=24h');
  await expect(page.getByRole('main')).not.toContainText(/sponsor|paid placement/i);
});

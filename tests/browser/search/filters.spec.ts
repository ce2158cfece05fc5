import type { Page } from '@playwright/test';
import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { createOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { selectCases } from '#tests/support/long-run.ts';

const BREWERIES = '/category/breweries-wineries';
const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const rows = (page: Page) => page.getByRole('link', { name: /^View Details/ });
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
const active = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });

test('a filter applies immediately, by keyboard: to the URL, the listings and the announcement', async ({ page }) => {
  await open(page, BREWERIES);
  await expect(heading(page)).toHaveText(/^(Featured|All) Ads$/);
  const city = filters(page).getByLabel('City');
  await city.focus();
  // A single key, because each letter of a name would select another city, and the page would follow.
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(new RegExp(`\\?place=${await city.locator('option').nth(1).getAttribute('value')}$`));
  await expect(heading(page)).toHaveText(/^\d+ Breweries, Wineries & Distilleries in /);
  await expect(city).toBeFocused();
  const count = (await heading(page).textContent())?.match(/^\d+/)?.[0];
  await expect(rows(page)).toHaveCount(Math.min(Number(count), 20));
  await expect(filters(page).getByRole('status')).toHaveText(count === '1' ? '1 result' : `${count} results`);
  await expect(page.getByRole('heading', { name: 'Featured Ads' })).toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('opening hours replace one another, and a language is added', { tag: LONG }, async ({ page }) => {
  // Filters that no listing meets are not offered.
  await signIn(page, await createOwner(page));
  const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, 'all-day' as const])) as ListingForm['hours'];
  await postListing(page, { zipCode: '92618', hours, languages: ['Spanish'] });
  await open(page, '/zip/92618');
  await filters(page).getByLabel('Open late').check();
  await expect(page).toHaveURL('/zip/92618?open=late');
  await filters(page).getByLabel('Open 24 hours').check();
  await expect(page).toHaveURL('/zip/92618?open=24h');
  await expect(filters(page).getByLabel('Open late')).not.toBeChecked();
  await filters(page).getByLabel('Language').selectOption('es');
  await expect(page).toHaveURL('/zip/92618?open=24h&language=es');
  await expect(active(page).getByRole('listitem')).toHaveCount(3);
  await filters(page).getByLabel('Open 24 hours').uncheck();
  await expect(page).toHaveURL('/zip/92618?language=es');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/zip\/92618$/);
});

test('the sort order changes in place, and further rows have it', async ({ page }) => {
  await open(page, `${BREWERIES}?place=san-diego`);
  await filters(page).getByLabel('Sort by').selectOption('Name, A to Z');
  await expect(page).toHaveURL(`${BREWERIES}?place=san-diego&sort=name`);
  // Until then the link leads to more of the former order.
  await expectSortedByName(page);
  await page.getByRole('link', { name: 'More results' }).click();
  await expect(rows(page)).toHaveCount(40);
  await expectSortedByName(page);
});

test('the nearest come first, from a typed place or the current position', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 33.684567, longitude: -117.826543 });
  await open(page, BREWERIES);
  await filters(page).getByLabel('Sort by').selectOption('Nearest first');
  await expect(page).toHaveURL(`${BREWERIES}?sort=nearest`);
  await filters(page).getByLabel('Near').fill('92101');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${BREWERIES}?near=92101`);
  await expect(filters(page).getByLabel('Near')).toBeFocused();
  await expect(heading(page)).toContainText('near 92101');
  await expect(filters(page).getByLabel('Sort by')).toHaveValue('nearest');
  const miles = page.getByText(/^[\d.]+ mi from 92101$/);
  // Of some only the ZIP code is known.
  await expect.poll(() => miles.count()).toBeGreaterThan(10);
  const far = (await miles.allTextContents()).map(Number.parseFloat);
  expect(far).toEqual([...far].sort((a, b) => a - b));

  await filters(page).getByLabel('Distance').selectOption('5');
  await expect(page).toHaveURL(`${BREWERIES}?near=92101&within=5`);
  await filters(page).getByRole('button', { name: 'Use my location' }).click();
  await expect(page).toHaveURL(`${BREWERIES}?near=33.685%2C-117.827&within=5`);
  await expect(filters(page).getByLabel('Near')).toHaveValue('Pinned location');
});

test('an unknown place has an error at its field', { tag: LONG }, async ({ page }) => {
  await open(page, `${BREWERIES}?near=Atlantis`);
  await expect(filters(page).getByLabel('Near')).toHaveAccessibleDescription(
    'We couldn’t find that place. Try a city or ZIP code.',
  );
  await expectAccessible(page);
});

test('back and forward restore the filters', { tag: LONG }, async ({ page }) => {
  await open(page, '/city/los-angeles');
  await filters(page).getByLabel('Category').selectOption('breweries-wineries');
  await expect(heading(page)).toHaveText(/^\d+ .* in Los Angeles$/);
  const first = await heading(page).textContent();
  await filters(page).getByLabel('Has a website').check();
  await expect(heading(page)).not.toHaveText(first ?? '');
  await page.goBack();
  await expect(heading(page)).toHaveText(first ?? '');
  await expect(filters(page).getByLabel('Has a website')).not.toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL('/city/los-angeles');
  await expect(heading(page)).toHaveText('All businesses in Los Angeles');
  await expect(filters(page).getByLabel('Category')).toHaveValue('');
  await page.goForward();
  await expect(heading(page)).toHaveText(first ?? '');
});

test('results of one page are not shown on another while it is loading', { tag: LONG }, async ({ page }) => {
  await open(page, `${BREWERIES}?place=san-diego`);
  await page.getByRole('link', { name: /^Bars & Nightlife/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bars & Nightlife');
  const released = Promise.withResolvers<void>();
  await page.route('**/api/search?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await filters(page).getByLabel('Has a website').check();
  await expect(page.getByRole('status').filter({ hasText: 'Loading businesses…' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  released.resolve();
  await expect(page.getByRole('status').filter({ hasText: 'Loading businesses…' })).toHaveCount(0);
});

test('without results, one click removes a filter or widens the area', async ({ page }) => {
  // Listings from open data have no photos.
  const path = '/city/vista/breweries-wineries';
  await open(page, `${path}?photos=true`);
  await expect(heading(page)).toHaveText('No results');
  await expect(page.getByText('No exact matches')).toBeVisible();
  await expect(page.getByRole('link', { name: /^With or without photos/ })).toHaveAttribute('href', path);
  await expectAccessible(page);
  await active(page).getByRole('link', { name: 'Has photos' }).press('Enter');
  await expect(page).toHaveURL(path);
  await expect(filters(page).getByLabel('Sort by')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'All Breweries, Wineries & Distilleries in Vista' })).toBeVisible();
});

test('only the unfiltered page is indexed; filtered pages are noindex with a canonical URL', async ({
  request,
  baseURL,
}) => {
  const canonical = `<link rel="canonical" href="${baseURL}${BREWERIES}"/>`;
  const robots = '<meta name="robots" content="noindex"/>';
  const all = await (await request.get(BREWERIES)).text();
  const some = await (await request.get(`${BREWERIES}?place=san-diego`)).text();
  expect([all.includes(canonical), all.includes(robots)]).toEqual([true, false]);
  expect([some.includes(canonical), some.includes(robots)]).toEqual([true, true]);
  expect([all, some].map((html) => html.includes('"ItemList"'))).toEqual([true, false]);
  // Unknown parameters do not make another page.
  expect(await (await request.get(`${BREWERIES}?q=tacos&utm_source=x`)).text()).toBe(all);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const path of selectCases(1, [
    `${BREWERIES}?near=92101&website=true`,
    BREWERIES,
    '/city/irvine',
    '/city/los-angeles/grocery-stores',
  ])) {
    test(`the filters of ${path} do not overflow, and have large touch targets`, async ({ page }) => {
      await open(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expectAccessible(page);
    });
  }
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a button applies them, and pagination keeps them', { tag: LONG }, async ({ page }) => {
    await page.goto(BREWERIES);
    await filters(page).getByLabel('City').selectOption('san-diego');
    await filters(page).getByLabel('Sort by').selectOption('Name, A to Z');
    await filters(page).getByRole('button', { name: 'Apply' }).click();
    await expect(heading(page)).toContainText('in San Diego');
    const first = await titles(page).first().textContent();
    await page.getByRole('link', { name: 'More results' }).click();
    await expect(page).toHaveURL(/place=san-diego.*sort=name.*cursor=|sort=name.*place=san-diego.*cursor=/);
    await expect(titles(page).first()).not.toHaveText(first ?? '');
    await page.getByRole('link', { name: 'Back to the first results' }).click();
    await expect(titles(page).first()).toHaveText(first ?? '');
    await active(page).getByRole('link', { name: 'In San Diego' }).click();
    await expect(filters(page).getByLabel('City')).toHaveValue('');
    await expect(filters(page).getByLabel('Sort by')).toHaveValue('name');
  });
});

const expectSortedByName = (page: Page) =>
  expect(async () => {
    const names = (await titles(page).allTextContents()).map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
    expect(names).toEqual(names.toSorted());
  }).toPass();

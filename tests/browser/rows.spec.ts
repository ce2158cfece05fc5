import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';

const NINE_TO_NINE = [{ opens: '09:00', closes: '21:00' }];
const HOURS: Listing['hours'] = {
  monday: NINE_TO_NINE,
  tuesday: NINE_TO_NINE,
  wednesday: NINE_TO_NINE,
  thursday: NINE_TO_NINE,
  friday: NINE_TO_NINE,
  saturday: null,
  sunday: null,
};

const chain = {
  title: 'Golden Taco',
  tel: 'tel:+19495550100',
  hours: HOURS,
  posted: true,
  unclaimed: false,
  miles: 0.8,
  distanceUnknown: false,
};
// Two of a chain, one with the longest facts, one that is known by its ZIP code only and cannot be called.
const ROWS: Partial<FoundListing>[] = [
  { ...chain, street: '4255 Campus Dr' },
  { ...chain, street: '17655 Harvard Ave', intro: 'Tacos al pastor until late.' },
  {
    ...chain,
    title: 'The Very Long Name of a Restaurant That Never Fits One Line, nor Two of Them on a Phone',
    street: '12345 Avenida de la Constitución de los Estados Unidos, Suite 1200',
    category: { name: 'Breweries, Wineries & Distilleries', slug: 'x', icon: 'hop', top: 'nightlife' },
    intro: 'A long story. '.repeat(12).trim(),
    posted: false,
    unclaimed: true,
  },
  {
    tel: null,
    hours: null,
    intro: null,
    posted: false,
    unclaimed: true,
    miles: null,
    distanceUnknown: true,
    zipCode: '92614',
  },
];

test.describe('Rows', () => {
  test.beforeEach(async ({ page }) => {
    const found = await getJson<FoundListing[]>(page, '/api/search?q=market&near=92614&limit=8');
    const about = await getJson<SearchSummary>(page, '/api/search/about?q=market&near=92614');
    const json = found.map((listing, index) => ({ ...listing, sponsored: false, ...ROWS[index] }));
    await page.route('**/api/search?*', (route) => route.fulfill({ json }));
    await page.route('**/api/search/about?*', (route) => route.fulfill({ json: about }));
    await page.clock.setFixedTime('2026-11-16T10:30:00-08:00');
    await open(page, '/categories');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/search?q=market&near=92614';
      document.querySelector('main')?.append(link);
      link.click();
      link.remove();
    });
    await expect(page).toHaveURL('/search?q=market&near=92614');
  });

  const rowsOf = (page: Page) => page.getByRole('region', { name: 'Results', exact: true }).getByRole('listitem');

  test('on a phone are 96 to 112 px high, so that seven fit a screen, with the facts to decide and to call', async ({
    page,
  }) => {
    await page.setViewportSize(VIEWPORTS.phone);
    const rows = rowsOf(page);
    await expect(rows.first()).toContainText('Open till 9 PM');
    await expect(rows).toHaveCount(8);
    const facts = rows.locator('.facts');
    await expect(facts.nth(0)).toHaveText(/^Open till 9 PM\s+0\.8 mi from 92614\s+4255 Campus Dr$/);
    await expect(facts.nth(1)).toHaveText(/17655 Harvard Ave$/);
    await expect(facts.nth(3)).toHaveText(/^in 92614/);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(96);
    expect(Math.max(...heights)).toBeLessThanOrEqual(112);
    expect(heights.slice(0, 7).reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(844);

    const call = rows.first().getByRole('link', { name: 'Call Golden Taco' });
    await expect(call).toHaveAttribute('href', 'tel:+19495550100');
    const { width = 0, height = 0 } = (await call.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await expect(rows.first().getByRole('link', { name: /^Directions/ })).toBeHidden();
    // Without a number, directions take the place of the call.
    await expect(rows.nth(3).getByRole('link', { name: /^Call/ })).toHaveCount(0);
    await expect(rows.nth(3).getByRole('link', { name: /^Directions/ })).toBeVisible();
    await expect(rows.nth(3)).toContainText('Unclaimed listing');
    await expect(rows.locator('.intro').first()).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(VIEWPORTS.phone.width);
    await expectAccessible(page);

    // On a slow machine events of before are sent on their own.
    const told = page.waitForRequest(
      (request) => request.url().endsWith('/api/events') && request.postData()?.includes('"kind":"phone"') === true,
    );
    await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await call.click();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await told;
  });

  test('in a wide list have directions too, and the owner’s first sentence; not beside a map', { tag: LONG }, async ({
    page,
  }) => {
    const rows = rowsOf(page);
    await expect(rows.first().getByRole('link', { name: 'Call Golden Taco' })).toBeVisible();
    await expect(rows.first().getByRole('link', { name: /^Directions/ })).toBeHidden();
    await expect(rows.nth(1).getByText('Tacos al pastor until late.')).toBeHidden();
    // The map is above the list.
    await page.setViewportSize({ width: 1200, height: 720 });
    await expect(rows.first().getByRole('link', { name: 'Directions to Golden Taco' })).toBeVisible();
    await expect(rows.nth(1).getByText('Tacos al pastor until late.')).toBeVisible();
    await expect(rows.nth(3).locator('.intro')).toHaveCount(0);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(112);
  });
});

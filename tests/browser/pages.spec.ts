import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import { isLongRun } from '../support/long-run.ts';
import { type ExpectedPage, expectedPages } from './support/expected-pages.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from './support/fixtures.ts';
import { expectNoLayoutShift, expectNoOverflow, VIEWPORTS } from './support/layout.ts';
import { getSampleListing } from './support/listings.ts';

for (const expected of expectedPages) {
  const details = expected.isVariant ? { tag: LONG } : {};
  test(
    `${expected.path} is complete, accessible in both themes, and has no overflow or layout shift at three widths`,
    details,
    async ({ page }) => {
      await expectSoundLayout(page, expected.path);
      await expectComplete(page, expected);
    },
  );
}

test('a free listing shows its details without a map', async ({ page }) => {
  // Other tests claim breweries, and post so many listings that none of these is among the newest.
  const listings = await getJson<Listing[]>(page, '/api/category/grocery-stores/ads');
  const listing = listings.find(({ unclaimed }) => unclaimed);
  if (!listing) throw new Error('There is no such listing.');
  const path = `/ads/${listing.id}`;
  await expectSoundLayout(page, path);
  await expectComplete(page, {
    path,
    heading: listing.title,
    sections: [`About ${listing.businessName}`, 'More like this nearby'],
    data: ['BreadcrumbList', 'GroceryStore'],
  });
  await expect(page.getByText('Unclaimed listing').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toHaveCount(0);
});

test('a paid listing is labelled and has a map', async ({ page }) => {
  const listing = await getSampleListing(page);
  await expectSoundLayout(page, `/ads/${listing.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title);
  await expect(page.getByText('Featured', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible();
});

for (const [path, name, details] of [
  ['/search', 'What are you looking for?', { tag: LONG }],
  ['/search?q=market&near=Irvine&within=10', /^[\d,]+ results for “market” near Irvine$/, {}],
  ['/search?q=market&view=map', /^[\d,]+ results for “market” in Southern California$/, { tag: LONG }],
  ['/saved', 'Saved listings', {}],
] as const) {
  test(
    `${path} is accessible in both themes, has no overflow or layout shift at three widths, and is noindex`,
    details,
    async ({ page }) => {
      await expectSoundLayout(page, path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    },
  );
}

test('the checkout shows an anonymous visitor the plan and its price, and a link to sign in', async ({ page }) => {
  await expectSoundLayout(page, '/checkout?plan=quarterly');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  for (const name of ['Premium Quarterly', 'Sign in to pay', 'Included in Premium Quarterly']) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  }
  await expect(page.getByText('$270.00')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test.describe('A page that does not exist', () => {
  // The browser logs the status of the document itself.
  test.use({ tolerated: /status of 404/ });

  for (const [path, heading, details] of [
    ['/nowhere/at/all', '404 Page Not Found', {}],
    ['/no-such-place', 'Location Not Found', { tag: LONG }],
    ['/city/no-such-city', 'Location Not Found', { tag: LONG }],
    ['/county/no-such-county', 'County Not Found', { tag: LONG }],
    ['/category/no-such-category', 'Category Not Found', { tag: LONG }],
    ['/zip/99999', 'Zip Code Not Found', {}],
    ['/ads/999999999', 'Ad Not Found', {}],
    ['/blog/no-such-post', 'Post not found', { tag: LONG }],
  ] as const) {
    test(`${path} is answered with status 404, '${heading}' and a link home`, details, async ({ page }) => {
      const response = await open(page, path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('main').getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute(
        'href',
        '/',
      );
      // They are laid out alike.
      if (path !== '/zip/99999' && !isLongRun) return;
      await expectNoLayoutShift(page);
      for (const viewport of Object.values(VIEWPORTS)) {
        await page.setViewportSize(viewport);
        await expectNoOverflow(page);
      }
      await expectAccessible(page);
    });
  }
});

/**
 * Expects that a page has no overflow from a phone in dark mode to a desktop in light mode, no layout shift, and is accessible in both
 * themes. The long run also reloads it on the desktop, where it stays open.
 */
async function expectSoundLayout(page: Page, path: string) {
  for (const [viewport, colorScheme, reducedMotion] of [
    [VIEWPORTS.phone, 'dark', 'reduce'],
    [VIEWPORTS.desktop, 'light', 'no-preference'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
    if (isLongRun || viewport === VIEWPORTS.phone) {
      const response = await open(page, path);
      expect(response?.status()).toBe(200);
      await expectNoLayoutShift(page);
    }
    await expectNoOverflow(page);
    // The footer is the same on all pages.
    await expectAccessible(page, isLongRun || path === '/' ? 'all' : 'without footer');
    await page.setViewportSize(VIEWPORTS.tablet);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
}

/** Expects the page's headings, metadata and structured data. */
async function expectComplete(page: Page, { path, heading, sections, title = heading, data }: ExpectedPage) {
  const headings = page.getByRole('heading', { level: 1 });
  await expect(headings).toHaveCount(1);
  await expect(headings).toHaveText(heading);
  // A count may follow the text of a heading.
  const parts = (await page.getByRole('heading', { level: 2 }).allTextContents()).map((text) => text.trim());
  const found = sections.map((section) => parts.findIndex((part) => part.startsWith(section)));
  expect(found, `${sections.join(', ')} in ${parts.join(', ')}`).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);

  if (path !== '/') expect(await page.title()).toContain(title);
  const description = await page.locator('meta[name=description]').getAttribute('content');
  expect(description?.length).toBeGreaterThan(10);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(new URL(path, page.url()).href);
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
  expect(await readStructuredDataTypes(page)).toEqual(expect.arrayContaining(data));
}

/** The `@type`s of the JSON-LD of the page. */
async function readStructuredDataTypes(page: Page): Promise<string[]> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.flatMap((text) => {
    const value = JSON.parse(text);
    return [value, ...(value['@graph'] ?? [])].map((thing) => thing['@type']);
  });
}

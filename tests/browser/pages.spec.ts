import type { Page } from '@playwright/test';
import type { Listing, ListingPage } from '#contract/listings.ts';
import { type ExpectedPage, expectedPages } from '#tests/browser/support/expected-pages.ts';
import { expect, expectAccessible, getJson, LONG, test } from '#tests/browser/support/fixtures.ts';
import { expectNoOverflow, VIEWPORTS } from '#tests/browser/support/layout.ts';
import { expectNoLayoutShift, openWithFonts } from '#tests/browser/support/layout-shift.ts';
import { getSampleListing } from '#tests/browser/support/listings.ts';
import { expectSoundLayout } from '#tests/browser/support/sound-layout.ts';
import { readStructuredData, toTypes } from '#tests/browser/support/structured-data.ts';
import { isLongRun } from '#tests/support/long-run.ts';

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

test('a free listing shows its details, and where it is if that is known', async ({ page }) => {
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
  const { point } = await getJson<ListingPage>(page, `/api/ads/${listing.id}`);
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toHaveCount(point ? 1 : 0);
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
    ['/nowhere/at/all', '404 Page Not Found', { tag: LONG }],
    ['/no-such-place', 'Location Not Found', { tag: LONG }],
    ['/city/no-such-city', 'Location Not Found', { tag: LONG }],
    ['/county/no-such-county', 'County Not Found', { tag: LONG }],
    ['/category/no-such-category', 'Category Not Found', { tag: LONG }],
    ['/zip/99999', 'Zip Code Not Found', {}],
    ['/ads/999999999', 'Ad Not Found', { tag: LONG }],
    ['/blog/no-such-post', 'Post not found', { tag: LONG }],
  ] as const) {
    test(`${path} is answered with status 404, '${heading}' and a link home`, details, async ({ page }) => {
      const response = await openWithFonts(page, path);
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

/** Expects the page's headings, metadata and structured data. */
async function expectComplete(page: Page, { path, heading, sections, title = heading, data }: ExpectedPage) {
  const headings = page.getByRole('heading', { level: 1 });
  await expect(headings).toHaveCount(1);
  await expect(headings).toHaveText(heading);
  // A count may follow the text of a heading.
  const parts = (await page.getByRole('heading', { level: 2 }).allTextContents()).map((text) => text.trim());
  const find = (section: string) => parts.findIndex((part) => part.startsWith(section));
  // Featured listings are last where there are none, which depends on other tests.
  const found = sections.filter((section) => !section.startsWith('Featured')).map(find);
  expect(found, `${sections.join(', ')} in ${parts.join(', ')}`).toEqual(found.toSorted((a, b) => a - b));
  expect(sections.map(find)).not.toContain(-1);

  if (path !== '/') expect(await page.title()).toContain(title);
  const description = await page.locator('meta[name=description]').getAttribute('content');
  expect(description?.length).toBeGreaterThan(10);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(new URL(path, page.url()).href);
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
  expect(toTypes(await readStructuredData(page))).toEqual(expect.arrayContaining(data));
}

import type { Page } from '@playwright/test';
import type { City } from '#contract/places.ts';
import { expect, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postPaidListing } from '#tests/browser/support/listings.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

test('a link changes the page without loading a document, scrolls to the top and focuses the content', async ({
  page,
}) => {
  await open(page, '/');
  await markDocument(page);
  await page.getByRole('main').getByRole('link', { name: 'Ventura County' }).last().click();
  await expect(page).toHaveURL('/county/ventura-county');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ventura County Local Business Directory');
  await expect(page).toHaveTitle(/^Ventura County Local Business Directory/);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url());
});

test('back and forward restore content and scroll position', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/browse');
  await markDocument(page);
  const row = page.getByRole('link', { name: /^View Details/ }).nth(10);
  await row.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(500);
  await row.click();
  await expect(page).toHaveURL(/\/ads\/\d+$/);
  // The address changes before the page does.
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).not.toHaveText('Browse Ads');
  const title = await heading.textContent();

  await page.goBack();
  await expect(heading).toHaveText('Browse Ads');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  await page.goForward();
  await expect(heading).toHaveText(title ?? '');
  expect(await isSameDocument(page)).toBe(true);
});

test('a link to a fragment scrolls to it, hovering a link prefetches its page, and a click with a modifier key is left to the browser', async ({
  page,
}) => {
  await open(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'city', exact: true }).click();
  await expect(page).toHaveURL('/#cities');
  await expect(page.getByRole('heading', { name: 'Popular cities' })).toBeInViewport();

  const requested = page.waitForRequest('**/api/county/kern-county');
  await page.getByRole('main').getByRole('link', { name: 'Kern County' }).last().hover();
  await requested;

  const link = page.getByRole('banner').getByRole('link', { name: 'Browse Ads' });
  for (const key of ['ControlOrMeta', 'Shift', 'Alt'] as const) {
    const taken = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const look = (event: Event) => {
            resolve(event.defaultPrevented);
            event.preventDefault();
          };
          addEventListener('click', look, { once: true });
        }),
    );
    await link.click({ modifiers: [key] });
    expect(await taken, key).toBe(false);
  }
  await expect(page).toHaveURL('/#cities');
});

test('skeletons of the final layout are shown while the home page, a county and a location load', {
  tag: LONG,
}, async ({ page }) => {
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await open(page, '/categories');
  const releaseHome = await delayResponses(page, '**/api/ads/**');
  await page.getByRole('banner').getByRole('link', { name: 'SoCal Local' }).click();
  await expect(skeletons(page, 'Loading featured businesses…')).toHaveCount(3);
  await expect(skeletons(page, 'Loading businesses…')).toHaveCount(4);
  releaseHome();
  await expect(loading).toHaveCount(0);

  const releaseCounty = await delayResponses(page, '**/api/county/**');
  await page.getByRole('main').getByRole('link', { name: 'Kern County' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kern County Local Business Directory');
  await expect(skeletons(page, 'Loading featured businesses…')).toHaveCount(4);
  await expect(skeletons(page, 'Loading businesses…')).toHaveCount(4);
  releaseCounty();
  await expect(loading).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();

  const releaseLocation = await delayResponses(page, '**/api/location**');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Palm Springs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Palm Springs');
  await expect(skeletons(page, 'Loading locations…')).toHaveCount(5);
  await expect(skeletons(page, 'Loading featured businesses…')).toHaveCount(3);
  await expect(skeletons(page, 'Loading businesses…')).toHaveCount(4);
  releaseLocation();
  await expect(loading).toHaveCount(0);
});

test('Load More appends to the list, and focuses the first new row', async ({ page }) => {
  await open(page, '/browse');
  const rows = page.getByRole('link', { name: /^View Details/ });
  await expect(rows).toHaveCount(20);
  await page.getByRole('link', { name: 'Load More Ads' }).click();
  await expect(rows).toHaveCount(40);
  await expect(rows.nth(20)).toBeFocused();
  await expect(page).toHaveURL('/browse');
  expect(new Set(await getListingUrls(page)).size).toBe(40);
});

test('Load More reaches the end of a list without gaps and duplicates', { tag: LONG }, async ({ page }) => {
  const cities = await getJson<City[]>(page, '/api/cities');
  const city = cities.find(({ count }) => count > 50 && count < 90);
  await open(page, `/city/${city?.slug}`);
  const all = page.getByRole('region', { name: `All businesses in ${city?.name}` });
  const more = all.getByRole('link', { name: 'Load More Ads' });
  const rows = all.getByRole('link', { name: /^View Details/ });
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  const shown = await getListingUrls(all);
  expect(shown.length).toBe(city?.count);
  expect(new Set(shown).size).toBe(shown.length);
});

test('a category links to related categories', { tag: LONG }, async ({ page }) => {
  await open(page, '/category/nightlife');
  const related = page.getByRole('region', { name: 'Related Categories' });
  const link = related.getByRole('link').first();
  // A count may follow the name.
  const name = (await link.textContent())?.replace(/[\d,]+$/, '');
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Categories' }),
  ).toHaveAttribute('href', '/browse');
});

test('featured ads keep the order of the server, also when the tab is visible again after a minute', {
  tag: LONG,
}, async ({ page }) => {
  // The samples vanish when another test pays for a listing.
  await postPaidListing(page);
  await postPaidListing(page);
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    // The rates page reads some of them, as examples.
    if (/\/api\/ads\/featured\?(?!limit=page$)/.test(request.url())) requestedUrls.push(request.url());
  });
  const response = await open(page, '/featured');
  const sent = await page.evaluate(
    (html) =>
      [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('article h3')].map(
        (title) => title.textContent ?? '',
      ),
    (await response?.text()) ?? '',
  );
  const shown = page.getByRole('article').getByRole('heading', { level: 3 });
  expect(sent.length).toBeGreaterThan(1);
  await expect(shown).toHaveText(sent);

  await page.getByRole('link', { name: 'See advertising rates' }).click();
  await expect(page).toHaveURL('/rates');
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.goBack();
  await expect(shown).toHaveText(sent);
  await page.waitForLoadState('networkidle');
  await expect(shown).toHaveText(sent);
  expect(requestedUrls).toEqual([]);
});

test('a featured card opens the business in a new tab and records the click', { tag: LONG }, async ({
  page,
  context,
}) => {
  // Tests do not leave the site, so the page of the business is mocked.
  await context.route(/^https:/, (route) => route.fulfill({ body: 'the business' }));
  const ad = await postPaidListing(page);
  await open(page, `/category/${ad.category.slug}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: `${ad.title} (opens in a new tab)` }).click();
  expect((await opened).url()).toContain(new URL(ad.businessUrl).host);
  expect(await page.evaluate(() => window.dataLayer)).toContainEqual({
    event: 'ad_click',
    id: ad.id,
    title: ad.title,
    url: ad.businessUrl,
  });
});

test.describe('A failed request', () => {
  test.use({ tolerated: /status (of )?(404|500)|Broken|Ad not found/ });

  test('of a page shows a message, and can be retried', { tag: LONG }, async ({ page }) => {
    await open(page, '/');
    await page.route('**/api/county/kern-county', (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken (Reference: 4f1c)' } }),
    );
    await page.getByRole('main').getByRole('link', { name: 'Kern County' }).last().click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Something went wrong on our side', { timeout: scaleTimeout(15_000) });
    await expect(page.getByText('in a moment. Reference: 4f1c')).toBeVisible();
    await page.unroute('**/api/county/kern-county');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(heading).toHaveText('Kern County Local Business Directory');
  });

  test('with status 404 shows the not-found page, also on client-side navigation', { tag: LONG }, async ({ page }) => {
    await open(page, '/browse');
    await markDocument(page);
    await page.route('**/api/ads/*', (route) => route.fulfill({ status: 404, json: { message: 'Ad not found' } }));
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ad Not Found');
    expect(await isSameDocument(page)).toBe(true);
  });
});

/** Marks the document; client-side navigation keeps the mark, and another document does not have it. */
async function markDocument(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
}

function isSameDocument(page: Page) {
  return page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}

/** Delays the responses to matching requests until the returned function is called. */
async function delayResponses(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The skeletons of a loading region. */
function skeletons(page: Page, label: string) {
  return page.getByRole('status').filter({ hasText: label }).locator(':scope > :not(.sr-only)');
}

function getListingUrls(page: Pick<Page, 'getByRole'>): Promise<string[]> {
  return page
    .getByRole('link', { name: /^View Details/ })
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
}

test('with reduced motion a change of style is complete at once', async ({ page }) => {
  await open(page, '/contact');
  const padding = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const read = () => getComputedStyle(heading).paddingLeft;
    const before = read();
    heading.style.paddingLeft = '77px';
    return [before, read()];
  });
  expect(padding).toEqual(['0px', '77px']);
});

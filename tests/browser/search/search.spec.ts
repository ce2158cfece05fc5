import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import type { FoundListing, SearchSummary, Suggestions } from '#contract/search.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { selectCases } from '#tests/support/long-run.ts';
import { SEARCH_SUMMARY } from '#tests/support/search-summary.ts';

const getHeaderSearch = (page: Page) => page.getByRole('search', { name: 'Search the directory' });
const getPageSearch = (page: Page) => page.getByRole('search', { name: 'Find a business' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('link', { name: /^View Details/ });
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });

test.describe('A query', () => {
  test('is submitted by keyboard, from any page', async ({ page }) => {
    await open(page, '/blog');
    await getHeaderSearch(page).getByLabel('What').focus();
    await page.keyboard.type('market');
    await page.keyboard.press('Tab');
    await page.keyboard.type('92614');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=market&near=92614');
    await expect(heading(page)).toHaveText(/^[\d,]+ results for “market” near /);
    await expect(page.getByRole('main')).toBeFocused();
    await expect(rows(page).first()).toBeVisible();
    await expect(getHeaderSearch(page).getByLabel('What')).toHaveValue('market');
    await expect(getHeaderSearch(page).getByLabel('Where')).toHaveValue('92614');
  });

  test('has suggestions, which the arrow keys navigate and whose number is announced', async ({ page }) => {
    await mockSuggestions(page, { q: suggested });
    await open(page, '/browse');
    const field = getHeaderSearch(page).getByLabel('What');
    await field.focus();
    await expect(field).toHaveRole('combobox');
    await page.keyboard.type('ba');
    await expect(getHeaderSearch(page).getByRole('status')).toHaveText('4 suggestions');
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('option')).toContainText(['Bakeries', 'Bakersfield Tires', 'Balboa', 'Bakersfield']);
    await expectAccessible(page);

    await page.keyboard.press('ArrowDown');
    await expectActive(page, 'Bakeries');
    await page.keyboard.press('End');
    await expectActive(page, 'Bakersfield');
    await page.keyboard.press('ArrowDown');
    await expectActive(page, 'Bakeries');
    await page.keyboard.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field).toHaveValue('ba');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?category=bakeries');
    await expect(filters(page).getByLabel('Category')).toHaveValue('bakeries');
  });

  test('has suggestions that link to the business or place, and of places to search near, which fill the field', {
    tag: LONG,
  }, async ({ page }) => {
    const [ad] = await getJson<Listing[]>(page, '/api/category/grocery-stores/ads?limit=1');
    await mockSuggestions(page, {
      q: { ...suggested, businesses: [{ id: ad?.id ?? 0, name: 'The one', city: 'Irvine' }] },
    });
    await open(page, '/browse');
    const field = getHeaderSearch(page).getByLabel('What');
    await field.pressSequentially('ba');
    await page.getByRole('option', { name: 'The one' }).click();
    await expect(page).toHaveURL(`/ads/${ad?.id}`);
    await expect(field).toHaveValue('');
    await field.pressSequentially('ba');
    await page.getByRole('option', { name: 'Bakersfield' }).click();
    await expect(page).toHaveURL('/city/bakersfield');

    await getHeaderSearch(page).getByLabel('What').fill('market');
    const where = getHeaderSearch(page).getByLabel('Where');
    await where.pressSequentially('bak');
    await page.getByRole('option', { name: 'Bakersfield' }).click();
    await expect(where).toHaveValue('Bakersfield');
    await expect(where).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=market&near=Bakersfield');
  });

  test('shows only suggestions for its current text: late responses to earlier requests are ignored', {
    tag: LONG,
  }, async ({ page }) => {
    const slow = Promise.withResolvers<void>();
    await page.route('**/api/search/suggestions?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q');
      if (q === 'b') await slow.promise;
      await route
        .fulfill({
          json:
            q === 'b' ? suggested : { ...suggested, categories: [], businesses: [], places: suggested.places.slice(1) },
        })
        .catch(() => {});
    });
    await open(page, '/browse');
    const field = getHeaderSearch(page).getByLabel('What');
    const requested = page.waitForRequest('**/api/search/suggestions?q=b*');
    await field.pressSequentially('b');
    await requested;
    await field.pressSequentially('ak');
    await expect(page.getByRole('option')).toContainText(['Bakersfield']);
    slow.resolve();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('option')).toContainText(['Bakersfield']);
  });

  test.describe('with a failing connection', () => {
    test.use({ tolerated: /ERR_FAILED|status of 500|status 500/ });

    test('works without suggestions if they fail', { tag: LONG }, async ({ page }) => {
      await page.route('**/api/search/suggestions?*', (route) => route.fulfill({ status: 500, json: {} }));
      await open(page, '/browse');
      const field = getHeaderSearch(page).getByLabel('What');
      const answered = page.waitForResponse('**/api/search/suggestions?*');
      await field.pressSequentially('market');
      await answered;
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(heading(page)).toContainText('results for “market”');
    });

    test('works if the script of the suggestions fails to load', { tag: LONG }, async ({ page }) => {
      await page.route('**/assets/suggestions-*.js', (route) => route.abort());
      await open(page, '/');
      await getPageSearch(page).getByLabel('What').fill('market');
      await page.keyboard.press('Enter');
      await expect(heading(page)).toContainText('results for “market”');
    });

    test('can be retried after a failure, with the same filters', { tag: LONG }, async ({ page }) => {
      await open(page, '/search?q=market');
      await page.route('**/api/search?*', (route) =>
        route.fulfill({ status: 400 + 29, json: { message: 'Too many.' } }),
      );
      await filters(page).getByLabel('Has a website').check();
      await expect(page.getByRole('alert')).toContainText('We couldn’t run your search');
      await expect(page.getByRole('alert')).toContainText('Too many.');
      await expect(filters(page).getByLabel('Has a website')).toBeChecked();
      await page.unroute('**/api/search?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(heading(page)).toContainText('for “market”');
    });

    test.use({ tolerated: /ERR_FAILED|status of (500|429)|status 500/ });
  });
});

test.describe('Filters', () => {
  test('apply immediately: to the URL, the results and the announcement, keeping the focus', async ({ page }) => {
    await open(page, '/search?q=market');
    const before = await heading(page).textContent();
    await filters(page).getByLabel('Category').focus();
    await filters(page).getByLabel('Category').selectOption('shopping');
    await expect(page).toHaveURL('/search?q=market&category=shopping');
    await expect(filters(page).getByLabel('Category')).toBeFocused();
    await expect(heading(page)).toContainText('in Shopping');
    expect(await heading(page).textContent()).not.toBe(before);
    const count = (await heading(page).textContent())?.match(/^.* results?/)?.[0];
    await expect(page.getByRole('status').filter({ hasText: /^[\d,N].* results?$/ })).toHaveText(count ?? '');

    await page.getByLabel('Sort by').selectOption('name');
    await expect(page).toHaveURL('/search?q=market&category=shopping&sort=name');
    const titles = await page
      .getByRole('region', { name: 'Results', exact: true })
      .getByRole('heading', { level: 3 })
      .allTextContents();
    expect(titles.length).toBeGreaterThan(1);
  });

  test('are restored by back and forward, listed above the results, and removed one by one', async ({ page }) => {
    await open(page, '/search?q=market&near=Irvine');
    const all = await heading(page).textContent();
    await filters(page).getByLabel('Distance').selectOption('5');
    // A change before the page has followed the last one would replace it in the history.
    await expect(page).toHaveURL('/search?q=market&near=Irvine&within=5');
    await filters(page).getByLabel('Only in').selectOption('orange-county');
    await expect(page).toHaveURL('/search?q=market&near=Irvine&place=orange-county&within=5');
    await page.goBack();
    await expect(filters(page).getByLabel('Only in')).toHaveValue('');
    await expect(filters(page).getByLabel('Distance')).toHaveValue('5');
    await page.goBack();
    await expect(filters(page).getByLabel('Distance')).toHaveValue('');
    await expect(heading(page)).toHaveText(all ?? '');
    await page.goForward();
    await page.goForward();
    await expect(filters(page).getByLabel('Only in')).toHaveValue('orange-county');

    await open(page, '/search?q=market&near=Irvine&category=grocery-stores&within=10');
    const active = page.getByRole('list', { name: 'Active filters' });
    await expect(active.getByRole('link')).toHaveText([
      'Remove filter Grocery Stores',
      'Remove filter Within 10 miles',
      'Clear all filters',
    ]);
    await active.getByRole('link', { name: 'Within 10 miles' }).press('Enter');
    await expect(page).toHaveURL('/search?q=market&near=Irvine&category=grocery-stores');
    await expect(heading(page)).toBeFocused();
    await active.getByRole('link', { name: 'Grocery Stores' }).click();
    await expect(active).toHaveCount(0);
    await expect(page).toHaveURL('/search?q=market&near=Irvine');
  });

  test('keep the previous results until the new ones are loaded', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market');
    const released = Promise.withResolvers<void>();
    await page.route('**/api/search?*', async (route) => {
      await released.promise;
      await route.continue();
    });
    const first = await rows(page).first().getAttribute('href');
    await filters(page).getByLabel('Category').selectOption('shopping');
    await expect(page.locator('[aria-busy=true]')).toBeVisible();
    await expect(rows(page).first()).toHaveAttribute('href', first ?? '');
    await expectAccessible(page);
    released.resolve();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test('are a sheet, which shows the number of results', async ({ page }) => {
      await open(page, '/search?q=market&near=Irvine');
      await expect(filters(page)).toBeHidden();
      await page.getByRole('button', { name: 'Filters' }).tap();
      await filters(page).getByLabel('Category').selectOption('food-grocery');
      await expect(heading(page)).toContainText('in Food & Grocery');
      const count = (await heading(page).textContent())?.match(/^[\d,]+/)?.[0];
      await expectAccessible(page);
      await page.getByRole('button', { name: `Show ${count} results` }).tap();
      await expect(filters(page)).toBeHidden();
      await expect(page.getByRole('button', { name: 'Filters 1 on' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });

    test('do not push the first result out of view, and scroll with the focus', { tag: LONG }, async ({ page }) => {
      await open(page, '/search?q=market&near=Irvine');
      await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
      await open(
        page,
        '/search?q=market&near=Irvine&category=food-grocery&place=orange-county&within=50&box=-118.2,33.3,-117.4,34',
      );
      await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
      const active = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
      await expect(active).toHaveCount(5);
      const tops = await active.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size, 'in one line').toBe(1);
      await expect(active.last()).not.toBeInViewport();
      await active.first().focus();
      for (let i = 1; i < 5; i++) await page.keyboard.press('Tab');
      await expect(active.last()).toBeFocused();
      await expect(active.last()).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expectAccessible(page);
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('open, and are submitted by their button', { tag: LONG }, async ({ page }) => {
        await page.goto('/search?q=market&near=Irvine');
        await page.getByRole('button', { name: 'Filters' }).tap();
        await filters(page).getByLabel('Category').selectOption('food-grocery');
        await filters(page)
          .getByRole('button', { name: /^Show [\d,]+ results$/ })
          .tap();
        await expect(heading(page)).toContainText('in Food & Grocery near Irvine');
        await expect(page.getByRole('button', { name: 'Filters 1 on' })).toBeVisible();
        await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
      });
    });

    test('come after the search box that a button of the header opens', { tag: LONG }, async ({ page }) => {
      // The list of suggestions would cover the button.
      await mockSuggestions(page, { q: { categories: [], businesses: [], places: [] } });
      await open(page, '/browse');
      await expect(getHeaderSearch(page)).toBeHidden();
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap();
      await expect(getHeaderSearch(page).getByLabel('What')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('market');
      await getHeaderSearch(page).getByRole('button', { name: 'Search' }).tap();
      await expect(heading(page)).toContainText('results for “market”');
      await expect(getHeaderSearch(page)).toBeHidden();
    });
  });
});

test.describe('Results', () => {
  test('that are sponsored are labelled, those of a corrected query have a notice, and they may be broadened or empty', {
    tag: LONG,
  }, async ({ page }) => {
    const ads = await getSomeResults(page);
    await mockSearch(page, { ads: ads.map((ad, index) => ({ ...ad, sponsored: index < 3, miles: index + 0.44 })) });
    await searchFor(page, 'bakery');
    const sponsored = page.getByRole('region', { name: 'Sponsored results' });
    await expect(sponsored.getByText('Sponsored', { exact: true })).toHaveCount(3);
    await expect(rows(page)).toHaveCount(ads.length);
    await expect(page.getByRole('region', { name: 'Results', exact: true }).getByText('Sponsored')).toHaveCount(0);
    await expect(sponsored.getByRole('listitem').first()).toContainText('0.4 mi');
    await sponsored.getByText('Paid placement').click();
    await expect(sponsored.getByText('pay to appear first')).toBeVisible();
    await expectAccessible(page);

    await mockSearch(page, {
      ads,
      about: { q: 'bakrey', corrected: true, corrections: ['bakery', 'brewery'] },
    });
    await searchAgainFor(page, 'bakrey');
    await expect(heading(page)).toHaveText('12 results for “bakery” in Southern California');
    await expect(page.getByText('No results for bakrey. Showing results for bakery.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'brewery', exact: true })).toHaveAttribute(
      'href',
      '/search?q=brewery',
    );

    await mockSearch(page, {
      ads: [],
      about: {
        total: 0,
        q: 'sushi',
        unknownNear: 'Atlantis',
        corrections: ['suchi'],
        wider: [{ label: 'sushi within 50 miles', search: { q: 'sushi', within: '50' }, count: 7 }],
      },
    });
    await searchAgainFor(page, 'sushi');
    await expect(heading(page)).toHaveText('No results for “sushi” in Southern California');
    await expect(page.getByText('We couldn’t find a place called Atlantis')).toBeVisible();
    await expect(page.getByText('Did you mean suchi?')).toBeVisible();
    await expect(page.getByRole('link', { name: 'sushi within 50 miles 7' })).toHaveAttribute(
      'href',
      '/search?q=sushi&within=50',
    );
    await expect(page.getByRole('link', { name: 'List your business' })).toHaveAttribute('href', '/post-ad');
    await expectAccessible(page);
  });

  test('have skeletons of their layout while they are loading, and are paginated, focusing the first new row', async ({
    page,
  }) => {
    await open(page, '/browse');
    const released = Promise.withResolvers<void>();
    await page.route('**/api/search?*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await getHeaderSearch(page).getByLabel('What').fill('market');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toContainText('“market”');
    await expect(page.getByRole('status').filter({ hasText: 'Loading businesses…' })).toBeVisible();
    released.resolve();
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole('link', { name: 'More results' }).press('Enter');
    await expect(rows(page)).toHaveCount(40);
    await expect(rows(page).nth(20)).toBeFocused();
    await expect(page).toHaveURL('/search?q=market');
  });
});

test.describe('Near me', () => {
  const here = { latitude: 33.684567, longitude: -117.826543 };

  test('uses the rounded position of the browser, only on request, also below the field of the place', {
    tag: LONG,
  }, async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(here);
    await open(page, '/');
    await getPageSearch(page).getByLabel('What').fill('market');
    // The suggestions cover the elements below.
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect(page).toHaveURL('/search?q=market&near=33.685%2C-117.827');
    await expect(heading(page)).toContainText('“market” near ');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Ads' }).click();
    await expect(page).toHaveURL('/browse');
    await getHeaderSearch(page).getByLabel('Where').focus();
    await expect(page.getByRole('option')).toHaveText(/Use my location/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?near=33.685%2C-117.827');
  });

  test('keeps the point for other queries, until a place is entered', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market&near=33.685%2C-117.827');
    await expect(getHeaderSearch(page).getByLabel('Where')).toHaveValue('Pinned location');
    await getHeaderSearch(page).getByLabel('What').fill('store');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=store&near=33.685%2C-117.827');
    // The fields are those of the new search from here on.
    await expect(heading(page)).toContainText('“store” near ');
    await getHeaderSearch(page).getByLabel('Where').fill('92614');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=store&near=92614');
  });

  test('has a prompt for the location, which accepts a ZIP code too', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market+near+me');
    await expect(page.getByRole('heading', { name: 'Where are you?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect(page.getByText('Location access is off')).toBeVisible();
    await page.getByLabel('ZIP code or city').fill('92614');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/near=92614/);
    await expect(page.getByRole('heading', { name: 'Where are you?' })).toHaveCount(0);
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('queries, filters and pagination work', { tag: LONG }, async ({ page }) => {
    await page.goto('/browse');
    await getHeaderSearch(page).getByLabel('What').fill('market');
    await getHeaderSearch(page).getByRole('button', { name: 'Search' }).click();
    await expect(heading(page)).toContainText('results for “market”');
    await filters(page).getByLabel('Category').selectOption('food-grocery');
    await page.getByLabel('Sort by').selectOption('newest');
    await filters(page).getByRole('button', { name: 'Apply filters' }).click();
    await expect(heading(page)).toContainText('in Food & Grocery');
    await expect(page.getByLabel('Sort by')).toHaveValue('newest');
    const first = await rows(page).first().getAttribute('href');
    await page.getByRole('link', { name: 'More results' }).click();
    await expect(page).toHaveURL(/q=market&category=food-grocery&sort=newest&cursor=/);
    expect(await rows(page).first().getAttribute('href')).not.toBe(first);
    await page.getByRole('link', { name: 'Back to the first results' }).click();
    await expect(rows(page).first()).toHaveAttribute('href', first ?? '');
  });
});

// `server/search/hostile-searches.test.ts` searches for more of them by the API.
for (const [what, q] of selectCases(1, [
  ['markup', '<img src=x onerror=alert(1)><script>alert(1)</script>'],
  ['ten thousand letters', 'x'.repeat(10_000)],
  ['quotes and operators', `"'); drop table listings; -- & | ! <-> :* \\`],
  ['text from right to left', 'مخبز \u202egnirts'],
  ['emoji', '🥐🏄🏽‍♀️'],
  ['control characters', 'a\0b\u0007c'],
] as const)) {
  test(`a search for ${what} has results or an empty state`, async ({ page }) => {
    const response = await open(
      page,
      `/search?${new URLSearchParams({ q, near: q.slice(0, 100), category: q.slice(0, 100) })}`,
    );
    expect(response?.status()).toBe(200);
    await expect(heading(page)).toContainText('results');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  });
}

test.describe('A page that does not exist', () => {
  test.use({ tolerated: /status of 404/ });

  test('has a search box', { tag: LONG }, async ({ page }) => {
    await open(page, '/nowhere/at/all');
    await getPageSearch(page).getByLabel('What').fill('market');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toContainText('results for “market”');
  });

  test('includes a search in an unknown category', { tag: LONG }, async ({ page }) => {
    const response = await open(page, '/search?q=market&category=no-such-category');
    expect(response?.status()).toBe(404);
    await expect(heading(page)).toHaveText('Category or place not found');
  });
});

const suggested: Suggestions = {
  categories: [{ name: 'Bakeries', slug: 'bakeries', icon: 'croissant' }],
  businesses: [{ id: 1, name: 'Bakersfield Tires', city: 'Oildale' }],
  places: [
    { name: 'Balboa', detail: 'Orange County', path: '/city/balboa' },
    { name: 'Bakersfield', detail: 'Kern County', path: '/city/bakersfield' },
  ],
};

async function mockSuggestions(page: Page, { q }: { q: Suggestions }) {
  await page.route('**/api/search/suggestions?*', (route) => route.fulfill({ json: q }));
}

async function expectActive(page: Page, name: string) {
  const field = getHeaderSearch(page).getByLabel('What');
  const readActive = () =>
    field.evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent);
  await expect.poll(readActive).toContain(name);
}

/** Searches from the header by client-side navigation, so that the mocks apply. */
async function searchFor(page: Page, q: string) {
  await open(page, '/browse');
  await searchAgainFor(page, q);
}

async function searchAgainFor(page: Page, q: string) {
  await getHeaderSearch(page).getByLabel('What').fill(q);
  await page.keyboard.press('Enter');
}

async function mockSearch(page: Page, { ads, about = {} }: { ads: FoundListing[]; about?: Partial<SearchSummary> }) {
  const summary = { ...SEARCH_SUMMARY, q: 'bakery', ...about };
  await page.route('**/api/search?*', (route) => route.fulfill({ json: ads }));
  await page.route('**/api/search/about?*', (route) => route.fulfill({ json: summary }));
}

const getSomeResults = (page: Page) => getJson<FoundListing[]>(page, '/api/search?limit=6');

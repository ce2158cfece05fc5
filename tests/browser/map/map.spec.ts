import type { Page } from '@playwright/test';
import type { FoundListing, SearchMap } from '#contract/search.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';
import { selectCases } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const getMap = (page: Page) => page.getByRole('region', { name: 'Map' });
const getMapGroup = (page: Page) => getMap(page).getByRole('group', { name: 'Map of results' });
const getClusters = (page: Page) => getMap(page).getByRole('button', { name: /, zoom in$/ });
const getMarkers = (page: Page) => getMap(page).getByRole('list', { name: 'On the map' }).getByRole('listitem');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('link', { name: /^View Details/ });
const getBoundingBox = (page: Page) =>
  new URL(page.url()).searchParams.get('box')?.split(',').map(Number) as SearchMap['box'];

test.describe('The map of the results', () => {
  test('has as many listings as the list, does not trap the keyboard, and each of its clusters zooms in', {
    tag: LONG,
  }, async ({ page }) => {
    await open(page, '/search?q=market');
    await expect(getClusters(page).first()).toBeVisible();
    const names = await getClusters(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    const counted = names.reduce((sum, name) => sum + Number(name.replaceAll(',', '').split(' ')[0]), 0);
    const pins = await getMap(page).getByRole('link').count();
    await expect(heading(page)).toContainText(`${(counted + pins).toLocaleString('en-US')} results`);
    await expectAccessible(page);

    await getClusters(page).first().press('Enter');
    await expect(page).toHaveURL(/box=/);
    await expect(heading(page)).toContainText('in this map area');
    await expect(rows(page).first()).toBeVisible();
    await expect(getMapGroup(page)).toBeFocused();
    await getMap(page).locator('a, button').last().focus();
    await page.keyboard.press('Tab');
    expect(await getMap(page).evaluate((region) => region.contains(document.activeElement))).toBe(false);
  });

  test('is moved by arrow keys, and the list follows without new history entries', async ({ page }) => {
    await open(page, '/browse');
    await page.getByRole('search', { name: 'Search the directory' }).getByLabel('What').fill('market');
    await page.keyboard.press('Enter');
    await expect(getClusters(page).first()).toBeVisible();
    await getMapGroup(page).focus();
    for (const key of ['+', '+']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/q=market&box=-/);
    await expect(heading(page)).toContainText('in this map area');
    // The address follows when the map has come to rest. On a slow machine it does so between two keys, too.
    const [start] = getBoundingBox(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => getBoundingBox(page)[0]).toBeGreaterThan(start);
    const [west, south] = getBoundingBox(page);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => getBoundingBox(page)[1]).toBeLessThan(south);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => getBoundingBox(page)[0]).toBeLessThan(west);
    await expect(getMapGroup(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/browse');
  });

  test('shows listings that are close together in the list', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=solarc');
    const one = getMap(page).getByRole('link', { name: /^1 listing near .+, show in the list$/ });
    await expect(one).toBeVisible();
    // A single result is shown with the surrounding towns.
    expect(await getMap(page).locator('svg text').count()).toBeGreaterThan(3);
    await one.click();
    await expect(page).toHaveURL(/box=/);
    await expect(heading(page)).toHaveText('1 result for “solarc” in this map area');
    await expect(rows(page)).toHaveCount(1);
  });

  test('is dragged and clicked, and zooms only with Ctrl and the wheel', { tag: LONG }, async ({ page }) => {
    // The whole map is visible.
    await page.setViewportSize(VIEWPORTS.desktop);
    // Wider than the map, which shows more above and below it, but nothing beside it.
    await open(page, '/search?q=market&box=-118.4,33.8,-117.4,34.2');
    await expect(getClusters(page).first()).toBeVisible();
    const { x, y, width, height } = (await getMapGroup(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [west] = getBoundingBox(page);
    await page.mouse.move(x + width / 2, y + height - 60);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 90, y + height - 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => getBoundingBox(page)[0]).toBeGreaterThan(west);

    const before = getBoundingBox(page);
    await page.mouse.wheel(0, -200);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect
      .poll(() => getBoundingBox(page)[2] - getBoundingBox(page)[0])
      .toBeLessThan((before[2] - before[0]) * 0.9);

    const [nowWest, , nowEast] = getBoundingBox(page);
    await getMapGroup(page).click({ position: { x: width - 20, y: height / 2 } });
    await expect.poll(() => getBoundingBox(page)[0]).toBeGreaterThan((nowWest + nowEast) / 2 - 0.05);
  });

  test('searches on click if it does not follow the map', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market');
    await expect(getClusters(page).first()).toBeVisible();
    await getMap(page).getByLabel('Update as I move the map').uncheck();
    const requested = page.waitForRequest('**/api/search/map?*box=*');
    await getMap(page).getByRole('button', { name: 'Zoom in', exact: true }).click();
    await requested;
    await expect(page).toHaveURL('/search?q=market');
    await getMap(page).getByRole('button', { name: 'Search this area' }).click();
    await expect(page).toHaveURL(/box=/);
    await expect(getMap(page).getByRole('button', { name: 'Search this area' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Remove filter Map area' }).click();
    await expect(page).toHaveURL('/search?q=market');
    await expect(heading(page)).toContainText('in Southern California');
  });

  test('searches beyond the default radius of a place, but not beyond an explicit one', { tag: LONG }, async ({
    page,
  }) => {
    await open(page, '/search?q=market&near=Irvine&box=-117.4,32.6,-116.9,33');
    await expect(heading(page)).toHaveText(/^[1-9]\d* results for “market” near Irvine, in this map area$/);
    const distance = page.getByRole('form', { name: 'Filters' }).getByLabel('Distance');
    await expect(distance.getByRole('option', { selected: true })).toHaveText('Anywhere on the map');
    await distance.selectOption('25');
    await expect(heading(page)).toHaveText('No results');
  });

  test('without results is larger after one press', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market&box=-116.2,33.1,-116.15,33.15');
    const look = getMap(page).getByRole('button', { name: 'Look farther away' });
    for (let press = 0; press < 4 && (await getMarkers(page).count()) === 0; press++) {
      const box = page.url();
      await look.click();
      await expect.poll(() => page.url()).not.toBe(box);
      await expect(heading(page)).toHaveText(/in this map area$/);
    }
    await expect(getMarkers(page).first()).toBeAttached();
  });

  test('has an empty state, which searches again without the area', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market&box=-114.9,34.5,-114.8,34.6');
    await expect(heading(page)).toHaveText('No results for “market” in this map area');
    await expect(getMap(page).getByText('No results in this area.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Remove filter', exact: true }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect(getClusters(page).first()).toBeVisible();
  });
});

test.describe('A pin', () => {
  test('links to its listing, and highlights its row on hover, and vice versa', async ({ page }) => {
    const [first, second] = await getJson<FoundListing[]>(page, '/api/search?q=market&limit=2');
    await mockMap(page, {
      box: [-118.2, 33.6, -117.6, 34.2],
      pins: [
        { id: first?.id ?? 0, title: first?.title ?? '', lat: 33.8, lng: -117.9 },
        { id: second?.id ?? 0, title: second?.title ?? '', lat: 34, lng: -118 },
      ],
      dots: [],
      isEstimate: false,
      clusters: [],
    });
    await open(page, '/search?q=market');
    const pin = getMap(page)
      .getByRole('link', { name: first?.title ?? '' })
      .first();
    const plain = await getBackground(getListingRow(page, first));
    await pin.hover();
    await expect.poll(() => getBackground(getListingRow(page, first))).not.toBe(plain);
    await expect(pin.getByText(first?.title ?? '')).toHaveCSS('opacity', '1');
    await getListingRow(page, second).hover();
    await expect.poll(() => getBackground(getListingRow(page, first))).toBe(plain);
    await expect(
      getMap(page)
        .locator(`a[href="/ads/${second?.id}"]`)
        .getByText(second?.title ?? ''),
    ).toHaveCSS('opacity', '1');
    await expectAccessible(page);
    await pin.press('Enter');
    await expect(page).toHaveURL(`/ads/${first?.id}`);
  });
});

test('Pins at one address fan out, each can be opened, and Escape puts them together', { tag: LONG }, async ({
  page,
}) => {
  const found = await getJson<FoundListing[]>(page, '/api/search?q=market&limit=3');
  const pins = found.map(({ id, title }) => ({ id, title, isDot: false }));
  const box: SearchMap['box'] = [-117.9, 33.7, -117.8, 33.8];
  await mockMap(page, {
    box,
    isEstimate: false,
    pins: [],
    dots: [],
    clusters: [{ lat: 33.75, lng: -117.85, count: 3, box, pins }],
  });
  await open(page, '/search?q=market');
  const fan = getMap(page).getByRole('button', { name: /^3 listings at one address near / });
  await expect(fan).toHaveAttribute('aria-expanded', 'false');
  await fan.press('Enter');
  await expect(getMap(page).locator('.pin')).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(getMap(page).locator('.pin').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(getMap(page).locator('.pin')).toHaveCount(0);
  await expect(fan).toBeFocused();
  await fan.click();
  // Each is clickable where it stands.
  for (const pin of await getMap(page).locator('.pin').all()) await pin.click({ trial: true });
  await getMap(page).locator('.pin').last().click();
  await expect(page).toHaveURL(`/ads/${pins[2]?.id}`);
});

test.describe('With a failing connection', () => {
  test.use({ tolerated: /ERR_FAILED|status of 503|status 503/ });

  test('the list works without the map, which can be retried', { tag: LONG }, async ({ page }) => {
    await page.route('**/api/search/map?*', (route) => route.fulfill({ status: 503, json: { message: 'Later' } }));
    await open(page, '/search?q=market');
    await expect(getMap(page).getByRole('alert')).toContainText('We couldn’t update the map.', {
      timeout: scaleTimeout(20_000),
    });
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/search/map?*');
    await getMap(page).getByRole('button', { name: 'Try again' }).click();
    await expect(getClusters(page).first()).toBeVisible();
  });

  test('the list works without the script of the map', async ({ page }) => {
    await page.route('**/assets/interactive-map-*.js', (route) => route.abort());
    await open(page, '/search?q=market');
    await expect(getMap(page).getByRole('alert')).toContainText('We couldn’t load the map.');
    await expect(rows(page).first()).toBeVisible();
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('map and list are toggled, and going back shows the list', async ({ page }) => {
    await open(page, '/search?q=market');
    await expect(getMap(page)).toBeHidden();
    await page.getByRole('link', { name: 'Map', exact: true }).tap();
    await expect(page).toHaveURL('/search?q=market&view=map');
    // The rows are below the map.
    const [map, row] = [await getMap(page).boundingBox(), await rows(page).first().boundingBox()];
    expect(row?.y).toBeGreaterThan((map?.y ?? 0) + (map?.height ?? 0));
    await getClusters(page).first().tap();
    await expect(page).toHaveURL(/view=map.*box=|box=.*view=map/);
    await expect(heading(page)).toContainText('in this map area');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'List', exact: true }).tap();
    await expect(getMap(page)).toBeHidden();
    await page.goBack();
    await expect(getMap(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/search?q=market');
    await expect(rows(page).first()).toBeVisible();
  });

  test('a pinch zooms the map', { tag: LONG }, async ({ page }) => {
    await open(page, '/search?q=market&view=map&box=-118.2,33.6,-117.6,34.2');
    await expect(getClusters(page).first()).toBeVisible();
    const { x, y, width, height } = (await getMapGroup(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const middle = { x: x + width / 2, y: y + height / 2 };
    const touch = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [
      { x: middle.x - apart, y: middle.y, id: 1 },
      { x: middle.x + apart, y: middle.y, id: 2 },
    ];
    const [west, , east] = getBoundingBox(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
    for (const apart of [45, 60, 75, 90]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => getBoundingBox(page)[2] - getBoundingBox(page)[0]).toBeLessThan((east - west) / 2);
  });
});

for (const box of selectCases(1, [
  '-117,33,-118,34',
  'NaN,33,-117,34',
  '-999,-999,999,999',
  "1');drop table listings;--",
])) {
  test(`the invalid area ${box} in the URL is ignored`, { tag: LONG }, async ({ page }) => {
    const response = await open(page, `/search?q=market&box=${encodeURIComponent(box)}`);
    expect(response?.status()).toBe(200);
    await expect(heading(page)).toContainText('in Southern California');
  });
}

const getListingRow = (page: Page, ad: FoundListing | undefined) =>
  page.getByRole('main').locator('li', { has: page.getByRole('link', { name: `View Details of ${ad?.title}` }) });

const getBackground = (row: ReturnType<typeof getListingRow>) =>
  row.first().evaluate((element) => getComputedStyle(element).backgroundColor);

const mockMap = (page: Page, found: SearchMap) =>
  page.route('**/api/search/map?*', (route) => route.fulfill({ json: found }));

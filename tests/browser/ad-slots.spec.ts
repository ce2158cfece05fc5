import type { Page } from '@playwright/test';
import { expect, LONG, open } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';
import { type RecordedEvents, test } from '#tests/browser/support/recorded-events.ts';
import { selectCases } from '#tests/support/long-run.ts';

const PHONE = { width: 360, height: 740 };

// The fixture `page` fails on any request to another origin.
for (const path of selectCases(1, ['/los-angeles', '/privacy-choices', '/', '/zip/92614'])) {
  test(`${path} loads nothing from third parties, and requests no consent`, async ({ page }) => {
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await open(page, path);
    await scrollThrough(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: 'Privacy', exact: true })).toHaveCount(0);
    expect(requestedPaths.filter((address) => /third-part|display-ads|tag-manager|consent/.test(address))).toEqual([]);
    expect(requestedPaths.includes('/api/privacy')).toBe(path === '/privacy-choices');
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
}

test('slots have standard ad sizes; the tall one is sticky, and omitted on phones', async ({ page, viewport }) => {
  const desk = viewport ?? VIEWPORTS.desktop;
  await open(page, '/los-angeles');
  await expect.poll(() => getSlotSizes(page)).toEqual(['300×600', '728×90', '300×250', '728×90']);
  const tall = slots(page).first();
  const column = await page.getByRole('main').boundingBox();
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), (column?.height ?? 0) / 2);
  await expect(tall).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(PHONE);
  await expect.poll(() => getSlotSizes(page)).toEqual(['320×100', '300×250', '320×100']);

  await page.setViewportSize(desk);
  await open(page, '/zip/92614');
  await expect.poll(() => getSlotSizes(page)).toEqual(['728×90']);
  await expect(slots(page)).toContainText('ADVERTISEMENT');
  await page.setViewportSize(PHONE);
  await expect.poll(() => getSlotSizes(page)).toEqual(['320×100']);
  await expect(slots(page)).toContainText('ADVERTISEMENT');

  await page.setViewportSize(desk);
  await open(page, '/');
  await expect.poll(() => getSlotSizes(page)).toEqual(['300×250', '300×250', '300×250']);
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await getSlotSizes(page)).join()).toMatch(/^(\d{3}×100),\1,\1$/);
});

test('house ads are labelled, differ within a page, and depend on the page', async ({ page }) => {
  const shown = new Set<string>();
  for (const path of selectCases(2, ['/los-angeles', '/irvine', '/orange-county', '/'])) {
    await open(page, path);
    const ads = slots(page);
    for (const ad of await ads.all()) await expect(ad).toContainText('From SoCal Local');
    const words = await ads.getByRole('link').allTextContents();
    expect(new Set(words).size, path).toBe(words.length);
    if (shown.size === 0) await page.reload();
    expect(await ads.getByRole('link').allTextContents()).toEqual(words);
    shown.add(words.join());
  }
  expect(shown.size).toBeGreaterThan(1);
});

test('the text of an ad does not overflow', { tag: LONG }, async ({ page }) => {
  // Paths that differ by a letter, so that each slot shows all ads in turn.
  const zipCodes = ['92610', '92612', '92614', '92617', '92618', '92620'].map((zip) => `/zip/${zip}`);
  const places = ['/orange-county', '/irvine', '/tustin', '/anaheim', '/brea'];
  for (const path of selectCases(1, ['/', '/los-angeles', ...places, ...zipCodes])) {
    await page.setViewportSize(PHONE);
    await open(page, path);
    await expectAdsFit(page, path);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAdsFit(page, path);
  }
});

test('an impression after one second in view is recorded once for each slot and page, and each click', {
  tag: LONG,
}, async ({ page, recorded }) => {
  // All slots are in view at the same time.
  await page.setViewportSize({ width: 1440, height: 6000 });
  await open(page, '/los-angeles');
  await viewAllSlots(page);
  await expect.poll(() => slotEvents(recorded, 'slot').toSorted()).toEqual(LOCATION_SLOTS.toSorted());
  expect(await impressions(page)).toEqual(
    LOCATION_SLOTS.toSorted().map((ad_slot) => ({
      event: 'cpm_ad_impression',
      ad_slot,
      page_path: '/los-angeles',
    })),
  );

  await slots(page).first().getByRole('link').click();
  await expect.poll(() => slotEvents(recorded, 'slot-click')).toEqual(['location-side']);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Los Angeles');
  await viewAllSlots(page, 2);
  const twice = [...LOCATION_SLOTS, ...LOCATION_SLOTS].toSorted();
  await expect.poll(() => slotEvents(recorded, 'slot').toSorted()).toEqual(twice);
});

test('the banner of a ZIP code is recorded by its name', { tag: LONG }, async ({ page, recorded }) => {
  await open(page, '/zip/92614');
  await expect.poll(() => slotEvents(recorded, 'slot')).toEqual(['zip-banner']);
  expect(await impressions(page)).toEqual([
    { event: 'cpm_ad_impression', ad_slot: 'zip-banner', page_path: '/zip/92614' },
  ]);
});

test('every page links to the privacy choices, which state that there is nothing to choose', async ({ page }) => {
  await open(page, '/browse');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Your Privacy Choices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Privacy Choices');
  await expect(page.getByRole('status')).toContainText('We don’t load any other company’s code on these pages');
  await expect(page.getByText('privacy signal is honored')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
});

test.describe('A browser that sends Sec-GPC', () => {
  test.use({ extraHTTPHeaders: { 'Sec-GPC': '1' } });

  test('is shown that the signal is honored', { tag: LONG }, async ({ page }) => {
    await open(page, '/privacy-choices');
    await expect(page.getByRole('status')).toContainText('Your browser’s privacy signal is honored.');
  });
});

const slots = (page: Page) => page.getByRole('figure', { name: /^(From SoCal Local|ADVERTISEMENT)$/ });

/** The sizes of the visible slots: width × height in px. */
async function getSlotSizes(page: Page) {
  const boxes = await Promise.all((await slots(page).all()).map((slot) => slot.getByRole('link').boundingBox()));
  return boxes.map((box) => `${box?.width}×${box?.height}`);
}

async function expectAdsFit(page: Page, path: string) {
  for (const ad of await slots(page).getByRole('link').all()) {
    const overflow = await ad.evaluate((link) => {
      const { right, bottom } = link.getBoundingClientRect();
      return [...link.children]
        .map((part) => part.getBoundingClientRect())
        .filter((part) => part.right > right + 1 || part.bottom > bottom + 1).length;
    });
    expect(overflow, `${path}: ${await ad.textContent()}`).toBe(0);
  }
}

async function scrollThrough(page: Page) {
  for (const slot of await slots(page).all()) await slot.scrollIntoViewIfNeeded();
}

// In the order of the page.
const LOCATION_SLOTS = ['location-side', 'location-top', 'location-rectangle', 'location-bottom'];

/** Scrolls through a location's page until each slot has been in view so many times. */
async function viewAllSlots(page: Page, times = 1) {
  for (const name of LOCATION_SLOTS) {
    const seen = async () => (await impressions(page)).filter(({ ad_slot }) => ad_slot === name).length;
    await expect.poll(seen).toBe(times);
  }
}

const slotEvents = (recorded: RecordedEvents, kind: 'slot' | 'slot-click') =>
  recorded.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === kind && 'slot' in event ? event.slot : [])),
  );

/** The impressions in the data layer of the tag manager, by slot name. */
const impressions = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer as { event: string; ad_slot: string }[])
      .filter(({ event }) => event === 'cpm_ad_impression')
      .toSorted((a, b) => a.ad_slot.localeCompare(b.ad_slot)),
  );

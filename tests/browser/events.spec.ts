import type { Page } from '@playwright/test';
import type { ListingPageView } from '#contract/analytics.ts';
import type { AnalyticsEvent } from '#contract/events.ts';
import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { test as counted, expect, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postPaidListing } from '#tests/browser/support/listings.ts';
import { type RecordedEvents, test } from '#tests/browser/support/recorded-events.ts';
import { FIREFOX, IPHONE } from '#tests/support/analytics.ts';
import { selectCases } from '#tests/support/long-run.ts';

test('a visit is recorded once: pages, listing view with origin, impressions and duration', async ({
  page,
  recorded,
}) => {
  await page.clock.install();
  await open(page, '/city/los-angeles');
  const link = page.getByRole('link', { name: /^View Details/ }).first();
  const path = (await link.getAttribute('href')) ?? '';
  const ad = getListingId(path);
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => allEvents(recorded)).toContainEqual({ kind: 'impression', ad });

  await link.click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect.poll(() => allEvents(recorded)).toContainEqual({ kind: 'view', ad, from: '/city/los-angeles' });
  await page.clock.fastForward('01:30');
  // From here on, no card is in view for a second.
  await page.goto('about:blank');

  await expect.poll(() => eventsOfKind(recorded, 'stay')).toEqual([{ kind: 'stay', ad, seconds: expect.any(Number) }]);
  expect(eventsOfKind(recorded, 'stay')[0]?.seconds).toBeGreaterThanOrEqual(90);
  expect(eventsOfKind(recorded, 'stay')[0]?.seconds).toBeLessThan(120);
  expect(eventsOfKind(recorded, 'view')).toEqual([{ kind: 'view', ad, from: '/city/los-angeles' }]);
  expect(eventsOfKind(recorded, 'page')).toEqual([
    { kind: 'page', path: '/city/los-angeles' },
    { kind: 'page', path },
  ]);
  expect(eventsOfKind(recorded, 'impression').filter((event) => event.ad === ad)).toHaveLength(1);
  expect(recorded.map(({ automated }) => automated)).not.toContain(false);
});

test('a card is an impression after half of it was in view for a second, not when scrolled past', async ({
  page,
  recorded,
}) => {
  await page.clock.install();
  await open(page, '/category/breweries-wineries');
  const rows = page.getByRole('link', { name: /^View Details/ });
  const last = getListingId((await rows.last().getAttribute('href')) ?? '');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.clock.runFor(5_000);
  await rows.last().scrollIntoViewIfNeeded();
  await waitUntilInView(page, last);
  await page.clock.runFor(900);
  await rows.first().scrollIntoViewIfNeeded();
  await waitUntilOutOfView(page, last);
  await page.clock.runFor(5_000);
  await expect.poll(() => eventsOfKind(recorded, 'impression').length).toBeGreaterThan(0);
  expect(allEvents(recorded)).not.toContainEqual({ kind: 'impression', ad: last });

  await rows.last().scrollIntoViewIfNeeded();
  await waitUntilInView(page, last);
  await page.clock.runFor(1_000);
  await page.clock.runFor(2_000);
  await expect.poll(() => allEvents(recorded)).toContainEqual({ kind: 'impression', ad: last });
  const ads = eventsOfKind(recorded, 'impression').map((event) => event.ad);
  expect(new Set(ads).size, 'each once').toBe(ads.length);
});

test('actions of a visitor on a listing are recorded, also in the data layer', async ({ page, recorded }) => {
  const ad = await postPaidListing(page);
  await open(page, `/ads/${ad.id}`);
  await preventNavigation(page);
  const contact = page.getByRole('complementary', { name: 'Contact' });
  await contact.getByRole('link', { name: /^Call/ }).click();
  await contact.getByRole('link', { name: /^Google Maps/ }).click();
  await contact.getByRole('link', { name: /^Apple Maps/ }).click();
  await contact.getByRole('link', { name: new RegExp(`^${new URL(ad.businessUrl).hostname}`) }).click();
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  // Leaving before the batch is sent after two seconds loses no events.
  await page.goto('about:blank');
  const acts = () => allEvents(recorded).filter(({ kind }) => ['phone', 'map', 'website', 'share'].includes(kind));
  await expect.poll(acts).toEqual(['phone', 'map', 'map', 'website', 'share'].map((kind) => ({ kind, ad: ad.id })));

  await open(page, `/ads/${ad.id}`);
  await preventNavigation(page);
  await contact.getByRole('link', { name: /^Call/ }).click();
  await contact.getByRole('link', { name: /^Google Maps/ }).click();
  await contact.getByRole('link', { name: new RegExp(`^${new URL(ad.businessUrl).hostname}`) }).click();
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  // On a slow machine paid listings beside it are in view for a second.
  const acted = (await getDataLayer(page)).filter(({ event }) => event !== 'ad_impression');
  expect(acted).toEqual([
    { event: 'page_view', page_path: `/ads/${ad.id}` },
    { event: 'phone_click', id: ad.id },
    { event: 'map_click', id: ad.id },
    { event: 'ad_click', id: ad.id, title: ad.title, url: ad.businessUrl },
    { event: 'share', id: ad.id, method: 'email' },
  ]);
});

test('a middle click counts once, and a context menu does not', { tag: LONG }, async ({ page, recorded }) => {
  const wheel = { button: 'middle' } as const;
  const ad = await postPaidListing(page);
  await open(page, `/ads/${ad.id}`);
  await preventNavigation(page);
  const contact = page.getByRole('complementary', { name: 'Contact' });
  const website = contact.getByRole('link', { name: new RegExp(`^${new URL(ad.businessUrl).hostname}`) });
  await website.click({ button: 'right' });
  await contact.getByRole('link', { name: /^Call/ }).click(wheel);
  await contact.getByRole('link', { name: /^Google Maps/ }).click(wheel);
  await website.click(wheel);
  const acts = () => allEvents(recorded).filter(({ kind }) => ['phone', 'map', 'website'].includes(kind));
  await expect.poll(acts).toEqual(['phone', 'map', 'website'].map((kind) => ({ kind, ad: ad.id })));

  await open(page, `/category/${ad.category.slug}`);
  await preventNavigation(page);
  await page.getByRole('link', { name: `${ad.title} (opens in a new tab)` }).click(wheel);
  const clicks = (await getDataLayer(page)).filter(({ event }) => event === 'ad_click');
  expect(clicks).toEqual([{ event: 'ad_click', id: ad.id, title: ad.title, url: ad.businessUrl }]);
  await expect.poll(() => eventsOfKind(recorded, 'website')).toHaveLength(2);

  await open(page, '/zip/92614');
  await preventNavigation(page);
  await page.getByRole('figure', { name: 'ADVERTISEMENT' }).getByRole('link').click(wheel);
  await expect.poll(() => eventsOfKind(recorded, 'slot-click')).toEqual([{ kind: 'slot-click', slot: 'zip-banner' }]);
});

test('each featured listing in view is an impression, and a click has its id, title and URL', { tag: LONG }, async ({
  page,
  recorded,
}) => {
  // All cards are in view at the same time.
  await page.setViewportSize({ width: 1440, height: 6000 });
  await open(page, '/featured');
  const cards = page.getByRole('main').getByRole('article');
  for (const card of await cards.all()) {
    const title = await card
      .getByRole('heading')
      .getByRole('link')
      .evaluate((link) => link.firstChild?.textContent);
    await expect
      .poll(() => getDataLayer(page))
      .toContainEqual({ event: 'ad_impression', id: expect.any(Number), title });
  }
  const impressions = (await getDataLayer(page)).filter(({ event }) => event === 'ad_impression');
  expect(impressions).toHaveLength(await cards.count());
  const ids = impressions.map(({ id }) => id);
  await expect
    .poll(() =>
      eventsOfKind(recorded, 'impression')
        .map((event) => event.ad)
        .sort(),
    )
    .toEqual(ids.sort());

  await preventNavigation(page);
  const link = cards
    .getByRole('heading')
    .getByRole('link', { name: /\(opens in a new tab\)$/ })
    .first();
  const title = await link.evaluate((link) => link.firstChild?.textContent);
  const id = impressions.find((impression) => impression.title === title)?.id;
  const url = await link.getAttribute('href');
  await link.click();
  const clicks = (await getDataLayer(page)).filter(({ event }) => event === 'ad_click');
  expect(clicks).toEqual([{ event: 'ad_click', id, title, url }]);
  await expect.poll(() => eventsOfKind(recorded, 'website')).toEqual([{ kind: 'website', ad: id }]);
});

test('a background tab records nothing until it is visible, and nothing twice', { tag: LONG }, async ({
  page,
  recorded,
}) => {
  await page.clock.install();
  await page.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', writable: true }),
  );
  const ad = await findUnclaimedListing(page);
  await page.goto(`/ads/${ad.id}`);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.clock.runFor(10_000);
  expect(await getDataLayer(page)).toEqual([]);
  expect(recorded).toEqual([]);

  for (const state of ['visible', 'visible', 'hidden', 'visible', 'hidden']) {
    await page.evaluate((visibilityState) => {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
    await page.clock.runFor(2_500);
  }
  await expect.poll(() => eventsOfKind(recorded, 'stay')).toEqual([{ kind: 'stay', ad: ad.id, seconds: 5 }]);
  expect(eventsOfKind(recorded, 'page')).toEqual([{ kind: 'page', path: `/ads/${ad.id}` }]);
  expect(eventsOfKind(recorded, 'view')).toEqual([{ kind: 'view', ad: ad.id }]);
  expect(await getDataLayer(page)).toEqual([{ event: 'page_view', page_path: `/ads/${ad.id}` }]);
});

test('a page restored from the back/forward cache is another visit', { tag: LONG }, async ({ page, recorded }) => {
  const ad = await findUnclaimedListing(page);
  await open(page, `/ads/${ad.id}`);
  await expect.poll(() => eventsOfKind(recorded, 'view')).toHaveLength(1);
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect.poll(() => eventsOfKind(recorded, 'view')).toHaveLength(2);
  expect(eventsOfKind(recorded, 'page')).toHaveLength(2);
});

test('the origin of a view is the last shown place page of any kind', { tag: LONG }, async ({ page, recorded }) => {
  const places = selectCases(2, [
    '/city/los-angeles/breweries-wineries',
    '/kern',
    '/county/kern-county',
    '/city/irvine',
    '/zip/92614',
  ]);
  for (const from of places) {
    await open(page, from);
    await page.getByRole('link', { name: 'Browse Ads' }).first().click();
    await expect(page).toHaveURL('/browse');
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    await expect
      .poll(async () => {
        // Sends the batch without waiting for two seconds.
        await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
        return eventsOfKind(recorded, 'view').at(-1);
      })
      .toMatchObject({ from });
  }
  await expect
    .poll(() => eventsOfKind(recorded, 'view'))
    .toEqual(places.map((from) => ({ kind: 'view', ad: expect.any(Number), from })));
});

test('the origin of a view in a new tab is the page that opened it', { tag: LONG }, async ({ page, recorded }) => {
  await open(page, '/zip/92614');
  const link = page.getByRole('link', { name: /^View Details/ }).first();
  const ad = getListingId((await link.getAttribute('href')) ?? '');
  // Playwright sometimes misses the tab and does not need it, because a headless browser renders every tab.
  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => eventsOfKind(recorded, 'view')).toEqual([{ kind: 'view', ad, from: '/zip/92614' }]);
});

counted('a visitor is counted once, and automated browsers are not counted', { tag: LONG }, async ({ browser }) => {
  const admin = await browser.newPage();
  await signInAsAdmin(admin);
  const { id } = await findUnclaimedListing(admin);
  const automated = [await browser.newPage(), await browser.newPage({ userAgent: FIREFOX })];

  // Not the address of the programs, but one of a documentation network (RFC 5737).
  const address = `192.0.2.${Math.floor(Math.random() * 256)}`;
  // A browser without a window says so beside its user agent.
  const extraHTTPHeaders = { 'x-forwarded-for': address, 'sec-ch-ua': '"Chromium"' };
  const page = await browser.newPage({ extraHTTPHeaders, userAgent: IPHONE });
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }));
  await Promise.all([...automated, page].map((each) => visit(each, id)));
  const views = () => getJson<ListingPageView[]>(admin, `/api/ads/${id}/views`);
  await expect.poll(views).toHaveLength(1);
  expect((await views())[0]).toMatchObject({ userAgent: 'iPhone; iOS', ipAddress: '192.0.2.0/24' });
  await admin.context().close();
});

test('the quick links page records its view, and clicks on its contact link', { tag: LONG }, async ({ page }) => {
  await open(page, '/quick-links');
  await preventNavigation(page);
  await page.getByRole('region', { name: 'Have something else on your mind?' }).getByRole('link').click();
  expect(await getDataLayer(page)).toEqual([
    { event: 'page_view', page_path: '/quick-links' },
    { event: 'quick_links_contact_cta' },
  ]);
});

/** Visits a listing twice, each time until its events are sent. */
async function visit(page: Page, ad: number) {
  for (const _ of [1, 2]) {
    await open(page, `/ads/${ad}`);
    await page.waitForResponse('/api/events');
  }
  await page.context().close();
}

const allEvents = (recorded: RecordedEvents) => recorded.flatMap(({ events }) => events);

const eventsOfKind = <K extends AnalyticsEvent['kind']>(recorded: RecordedEvents, kind: K) =>
  allEvents(recorded).filter((event): event is Extract<AnalyticsEvent, { kind: K }> => event.kind === kind);

const getDataLayer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []) as { event: string; [field: string]: unknown }[]);

const getListingId = (path: string) => Number(path.split('/').at(-1));

/** Prevents clicks on links from navigating. */
const preventNavigation = (page: Page) =>
  page.evaluate(() => {
    for (const type of ['click', 'auxclick'])
      document.addEventListener(type, (event) => event.preventDefault(), { capture: true });
  });

/** Waits until the intersection observers of a listing's row have been notified that it is in view. */
const waitUntilInView = (page: Page, ad: number) => waitForIntersection(page, ad, true);
const waitUntilOutOfView = (page: Page, ad: number) => waitForIntersection(page, ad, false);

const waitForIntersection = (page: Page, ad: number, isIntersecting: boolean) =>
  page.locator(`.listing-rows > li:has(a[href="/ads/${ad}"])`).evaluate(
    (row, wanted) =>
      new Promise<void>((resolve) => {
        new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting === wanted) && resolve(), {
          threshold: 0.5,
        }).observe(row);
      }),
    isIntersecting,
  );

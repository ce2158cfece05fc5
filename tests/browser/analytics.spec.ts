import type { Page } from '@playwright/test';
import type { Analytics, ListingMetrics, Overview } from '#contract/analytics.ts';
import {
  createOwner,
  expectToast,
  openSection,
  signIn,
  signInAsAdmin,
  submitSignInForm,
} from '#tests/browser/support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  LONG,
  open,
  test,
} from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const NOT_FOUND_MESSAGE = "The ad you're looking for doesn't exist or has been removed.";
test.describe('The analytics of a listing', () => {
  test('have metrics, charts and tables, each with its definition', async ({ page }) => {
    await signIn(page, await createOwner(page));
    await mockAnalytics(page, createAnalytics());
    await open(page, '/ads/7/analytics');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('main').getByRole('link', { name: 'Golden Hour Plumbing' })).toHaveAttribute(
      'href',
      '/ads/7',
    );
    await expect(page.getByText('Orange County, CA', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Oct 22 – Nov 20, 2025' })).toContainText(
      'Compared with the 30 days before. Today’s numbers are still coming in.',
    );
    await expect(metric(page, 'Total Views')).toHaveText('12,483Lifetime465 in this periodUp 16% from 400');
    await expect(metric(page, 'Click Rate')).toContainText('20%Avg. click-through');
    await expect(metric(page, 'Click Rate')).toContainText('Up 2.6 points from 17.4%');
    await expect(metric(page, 'Phone Clicks')).toContainText('Down 25% from 80');
    await expect(metric(page, 'Shares')).toHaveText('0In this period');

    await expect(chart(page, /^Views by day\. Peak: Thursday, November 20, 2025: 30 views\./)).toBeVisible();
    await expect(chart(page, /^Views by the place .* Unknown 260 \(56%\), Irvine 205 \(44%\)\.$/)).toBeVisible();
    await expect(chart(page, /^Views by hour of the day\. Peak: 6 PM to 7 PM: 265 views\./)).toBeVisible();
    await expectChartsDrawn(page, 3);
    await expect(chart(page, /^Views by hour/).locator('circle'), 'the peak').toHaveCount(1);
    await expectHeight(page, /^Views by (day|the place|hour)/, 200);
    await expectHeight(page, /^Views by device: iOS 312 \(67%\)/, 300);
    await expectAccessibleOnDeskAndPhone(page);

    await expect(page.getByText('Not counted in this period: 412 visits by bots and 1 visit by you')).toBeVisible();
    // The content security policy blocks style elements, so the charts must use attributes.
    await expect(page.locator('style')).toHaveCount(0);
  });

  test('have tabs for engagement and demographics', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await mockAnalytics(page, createAnalytics());
    await open(page, '/ads/7/analytics');
    await page.getByRole('tab', { name: 'Engagement' }).click();
    await expect(metric(page, 'Clicks to website')).toContainText('93');
    await expect(metric(page, 'Map views')).toContainText('12');
    await expect(metric(page, 'Average time on page')).toHaveText('1:23Minutes and secondsUp from 1:11');
    await expectAccessibleOnDeskAndPhone(page);

    await page.getByRole('tab', { name: 'Demographics' }).click();
    await expect(chart(page, /^Views by language: English 372 \(80%\), Spanish 93 \(20%\)\.$/)).toBeVisible();
    await expect(page.getByText(/^We don’t recognize visitors from one day to the next/)).toBeVisible();
    await expect(page.getByText('Demographics are illustrative.')).toHaveCount(0);
    await expectAccessibleOnDeskAndPhone(page);
    await page.getByRole('button', { name: 'See an example' }).click();
    await expect(page.getByText('Demographics are illustrative.')).toBeVisible();
    await expect(
      chart(page, /ages, not measured: 18-24 15%, 25-34 30%, 35-44 25%, 45-54 15%, 55-64 10%, 65\+ 5%\.$/),
    ).toBeVisible();
    await expectHeight(page, /^An example of visitors’/, 250);
    await expectAccessibleOnDeskAndPhone(page);
    await expect(page.locator('style')).toHaveCount(0);
  });

  test('of a new listing have an empty state in every chart', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await mockAnalytics(page, createEmptyAnalytics());
    await open(page, '/ads/7/analytics');
    await expect(metric(page, 'Total Views')).toHaveText('0Lifetime0 in this period');
    await expect(metric(page, 'Click Rate')).toContainText('–Avg. click-through');
    await expect(page.getByText('Not enough history to compare yet')).toBeVisible();
    for (const words of [
      'No daily view data available yet',
      'No location data available yet',
      'No hourly data available yet',
      'No device data available yet',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Show as table')).toHaveCount(0);
    await expectAccessibleOnDeskAndPhone(page);
  });
});

test('an owner pays, opens the analytics from the account, and downloads the metrics as CSV', async ({ page }) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page);
  await open(page, '/account');
  const row = page.getByRole('row', { name: ad.title });
  await expect(row.getByRole('img', { name: 'No views in the past 30 days' })).toBeVisible();
  await expect(row.getByRole('link', { name: `Get analytics for ${ad.title}` })).toHaveAttribute('href', '/rates');

  await payForPlan(page, { plan: 'enhanced', listingId: ad.id });
  await open(page, '/account');
  await row.getByRole('link', { name: `Analytics of ${ad.title}` }).click();
  await expect(page).toHaveURL(`/ads/${ad.id}/analytics`);
  await expect(metric(page, 'Total Views')).toHaveText('0Lifetime0 in this period');
  await expect(page.getByText('No daily view data available yet')).toBeVisible();

  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(
    new RegExp(`^listing-${ad.id}-\\d{4}-\\d\\d-\\d\\d-to-.*\\.csv$`),
  );
});

test('the date range is selected by keyboard, is in the URL, and is requested from the API', { tag: LONG }, async ({
  page,
}) => {
  await signIn(page, await createOwner(page));
  const queries = await mockAnalytics(page, createAnalytics());
  await open(page, '/ads/7/analytics?days=90');
  await expect(period(page, '90 days')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => countRequestedDays(queries.at(-1))).toBe(90);

  await period(page, '7 days').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/ads/7/analytics?days=7');
  await expect(period(page, '7 days')).toBeFocused();
  await expect.poll(() => countRequestedDays(queries.at(-1))).toBe(7);
  await period(page, '30 days').press('Space');
  await expect(page).toHaveURL('/ads/7/analytics');
  await expect.poll(() => queries.at(-1)?.size).toBe(0);

  await page.getByRole('button', { name: 'Custom range' }).press('Enter');
  await page.getByLabel('Start date').fill('2025-02-10');
  await page.getByLabel('End date').fill('2025-02-01');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('End date')).toHaveAccessibleDescription('The start date is after the end date');
  await expectAccessible(page);
  await page.getByLabel('End date').fill('2025-02-28');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/ads/7/analytics?from=2025-02-10&to=2025-02-28');
  await expect.poll(() => `${queries.at(-1)}`).toBe('from=2025-02-10&to=2025-02-28');
  await page.goBack();
  await expect(period(page, '30 days')).toHaveAttribute('aria-pressed', 'true');
});

test('a metric has its definition by keyboard, every chart has a table, and printing includes both without controls', {
  tag: LONG,
}, async ({ page }) => {
  await signIn(page, await createOwner(page));
  const figures = createAnalytics();
  await mockAnalytics(page, figures);
  await open(page, '/ads/7/analytics');
  const info = page.getByRole('button', { name: 'How Click Rate is counted' });
  const words = page.getByRole('dialog', { name: 'How Click Rate is counted' });
  await info.focus();
  await page.keyboard.press('Enter');
  await expect(words).toContainText('Visitors who opened your website for every 100 who viewed your listing page.');
  await expect(words).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(words).toHaveCount(0);
  await expect(info).toBeFocused();

  await page.getByText('Show as table').first().click();
  const daily = page.getByRole('region', { name: 'Daily Traffic, as a table' });
  await expect(daily.getByRole('row')).toHaveCount(1 + figures.days.length);
  await expect(daily.getByRole('row', { name: 'Thursday, November 20, 2025' })).toHaveText(
    'Thursday, November 20, 2025301806210',
  );
  for (const twin of await page.getByText('Show as table').all()) await twin.click();
  await page.getByText('Show as table').first().click();
  await expect(page.getByRole('row', { name: 'Irvine' })).toHaveText('Irvine20544%');
  await expect(page.getByRole('row', { name: '6 PM' })).toHaveText('6 PM265');
  await expect(page.getByRole('row', { name: 'iOS' })).toHaveText('iOS31267%');
  await expectAccessible(page);

  await expectChartsDrawn(page, 3);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(metric(page, 'Total Views')).toBeVisible();
  await expect(chart(page, /^Views by day/)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText('Show as table').first()).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  // Every chart is drawn whole, also on narrow paper, and no box around it cuts it.
  const readCut = (frame: HTMLElement) => {
    const drawing = frame.querySelector('svg')?.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    if (!drawing || drawing.width < 100) return 'not drawn';
    const inside = (outer: DOMRect, inner: DOMRect) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    return inside(box, drawing) && inside(document.documentElement.getBoundingClientRect(), box) ? 'whole' : 'cut';
  };
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const one of await page.locator('.chart').all()) await expect.poll(() => one.evaluate(readCut)).toBe('whole');
  }
});

test('a listing that is not public links to its preview', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  await mockAnalytics(page, { ...createAnalytics(), ad: { ...createAnalytics().ad, isPublic: false } });
  await open(page, '/ads/7/analytics');
  await expect(page.getByRole('link', { name: 'Golden Hour Plumbing' })).toHaveAttribute(
    'href',
    '/account/ads/7/preview',
  );
  await expect(page.getByText('Hidden from visitors right now')).toBeVisible();
});

test('an anonymous visitor signs in and returns', { tag: LONG }, async ({ page }) => {
  const owner = await createOwner(page);
  await mockAnalytics(page, createAnalytics());
  await open(page, '/ads/7/analytics?days=7');
  await expect(page).toHaveURL('/auth?next=%2Fads%2F7%2Fanalytics%3Fdays%3D7');
  await submitSignInForm(page, owner);
  await expect(page).toHaveURL('/ads/7/analytics?days=7');
  await expect(metric(page, 'Total Views')).toBeVisible();
});

test.describe('Unavailable analytics', () => {
  test.use({ tolerated: /status of (40[234]|503)|status 503|the ad you're looking for/i });

  test('have a spinner while they are loading', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(ANALYTICS, async (route) => {
      await held;
      await route.fulfill({ json: createAnalytics() });
    });
    await open(page, '/ads/7/analytics');
    await expect(page.getByText('Loading analytics…')).toBeVisible();
    release();
    await expect(metric(page, 'Total Views')).toBeVisible();
    await expect(page.getByText('Loading analytics…')).toHaveCount(0);
  });

  test('of an own free listing are an upgrade prompt', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    const ad = await postListing(page);
    await open(page, `/ads/${ad.id}/analytics`);
    await expectToast(page, 'Premium Feature', 'Analytics are only available for premium listings.');
    const card = page.getByRole('region', { name: 'Premium Feature' });
    await expect(card).toContainText('Analytics are only available for premium listings.');
    await expect(card.getByRole('link', { name: 'View Premium Options' })).toHaveAttribute('href', '/rates');
    await expect(page.getByRole('link', { name: 'Back to the listing' })).toHaveAttribute('href', `/ads/${ad.id}`);
    await expectAccessible(page);
  });

  test('of a listing of another account have a message', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    const ad = await postListing(page);
    await signIn(page, await createOwner(page));
    await open(page, `/ads/${ad.id}/analytics`);
    await expect(page.getByRole('heading', { name: 'This isn’t your listing' })).toBeVisible();
    await expect(page.getByText('Only a listing’s owner can see its analytics.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'View listing' })).toHaveAttribute('href', `/ads/${ad.id}`);
    await expectAccessible(page);
  });

  test('of an unknown listing are the not-found page', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    for (const id of ['999999999', 'golden-hour']) {
      await open(page, `/ads/${id}/analytics`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ad Not Found');
      await expect(page.getByText(NOT_FOUND_MESSAGE)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
    }
  });

  test('show a message after a failure, and can be retried', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await page.route(ANALYTICS, (route) => route.fulfill({ status: 503, json: { message: 'The site is busy.' } }));
    await open(page, '/ads/7/analytics');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('We couldn’t load your analytics', { timeout: scaleTimeout(15_000) });
    await expect(alert).toContainText('The site is busy. None of your data was lost.');
    await expectAccessible(page);
    await page.unroute(ANALYTICS);
    await mockAnalytics(page, createAnalytics());
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(metric(page, 'Total Views')).toBeVisible();
  });
});

test('the recent views of a listing are a chart with a text alternative beside its title', async ({ page }) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page);
  await page.route(/\/api\/user\/ads\?/, async (route) => {
    const own = await route.fetch();
    const ads = (await own.json()).map((row: object) => ({ ...row, recentViews: [...Array(28).fill(0), 4, 8] }));
    await route.fulfill({ response: own, json: ads });
  });
  await open(page, '/account');
  const row = page.getByRole('row', { name: ad.title });
  await expect(row.getByRole('img', { name: '12 views in the past 30 days, with a daily high of 8' })).toBeVisible();
});

test.describe('The metrics of the site', () => {
  test('are for the administrator, for the selected date range', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    const queries: URLSearchParams[] = [];
    await page.route('**/api/admin/overview*', (route) => {
      queries.push(new URL(route.request().url()).searchParams);
      return route.fulfill({ json: createOverview() });
    });
    await open(page, '/admin');
    await openSection(page, 'Overview');
    await expect(metric(page, 'Page views')).toHaveText('3,000In this period');
    await expect(metric(page, 'Visitors')).toContainText('1,200');
    await expect(metric(page, 'Listing views')).toContainText('600');
    await expect(metric(page, 'Bot share')).toHaveText('40%3,200 of 8,000 page requests');
    await expect(metric(page, 'Paid')).toHaveText('$1,200$100.50 refunded, $30 off by coupons');
    await expect(metric(page, 'New listings')).toContainText('30');
    await expect(metric(page, 'Accounts')).toContainText('148');
    await expect(page.getByText('13 events from automated browsers, 1 event over the limit')).toBeVisible();
    await expect(page.getByRole('row', { name: '/city/irvine' })).toHaveText('/city/irvine1,400');
    await expect(page.getByRole('row', { name: 'home-1' })).toHaveText('home-15,00050.1%');
    await expect(chart(page, 'Listings by plan: Free 4,163, Enhanced 12, Premium 35.')).toBeVisible();
    await expectChartsDrawn(page, 5);
    await expectAccessibleOnDeskAndPhone(page);
    await period(page, '7 days').click();
    await expect.poll(() => countRequestedDays(queries.at(-1))).toBe(7);
    await expect(page).toHaveURL('/admin?tab=overview&days=7');
    await expect(page.getByRole('region', { name: 'Overview', exact: true })).toBeVisible();
  });

  test('have empty states', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    await page.route('**/api/admin/overview*', (route) => route.fulfill({ json: createEmptyOverview() }));
    await open(page, '/admin');
    await openSection(page, 'Overview');
    for (const words of [
      'No page views in this period',
      'No visitors in this period',
      'No listing views in this period',
      'No page views in this period.',
      'No ad spaces were seen in this period.',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(metric(page, 'Bot share')).toContainText('–');
    await expectAccessibleOnDeskAndPhone(page);
  });
});

test('the overview is loaded from the API', { tag: LONG }, async ({ page }) => {
  await createOwner(page);
  await signInAsAdmin(page);
  await open(page, '/admin');
  await openSection(page, 'Overview');
  await expect(metric(page, 'New accounts')).toHaveText(/^[1-9]/);
  await expect(metric(page, 'Live listings')).toHaveText(/^[1-9][\d,]+Now$/);
  await expect(page.getByRole('row', { name: /^\w{3}, \w{3} \d/ })).not.toHaveCount(0);
});

const ANALYTICS = /\/api\/ads\/7\/analytics/;

/** Mocks the API with these metrics; returns the queries that it receives. */
async function mockAnalytics(page: Page, analytics: Analytics): Promise<URLSearchParams[]> {
  const queries: URLSearchParams[] = [];
  await page.route(ANALYTICS, (route) => {
    queries.push(new URL(route.request().url()).searchParams);
    return route.fulfill({ json: analytics });
  });
  return queries;
}

/** The number of days in a query. */
function countRequestedDays(query: URLSearchParams | undefined): number {
  return (Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')) / 86_400_000 + 1;
}

/** A metric by its label. */
const metric = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');

const chart = (page: Page, name: string | RegExp) => page.getByRole('img', { name });

const period = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Date range' }).getByRole('button', { name, exact: true });

/** Expects at least so many rendered charts. */
async function expectChartsDrawn(page: Page, count: number) {
  const drawn = page
    .getByRole('img')
    .locator('svg')
    .filter({ has: page.locator('path[d]') });
  await expect.poll(() => drawn.count()).toBeGreaterThanOrEqual(count);
}

async function expectHeight(page: Page, name: RegExp, height: number) {
  for (const one of await chart(page, name).all()) {
    expect(await one.evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
  }
}

const NO_METRICS: ListingMetrics = {
  views: 0,
  impressions: 0,
  websiteClicks: 0,
  phoneClicks: 0,
  mapClicks: 0,
  shares: 0,
  averageSeconds: null,
  clickRate: null,
};

const dayBefore = (days: number) => new Date(Date.parse('2025-11-20') - days * 86_400_000).toISOString().slice(0, 10);

/** Thirty days with one view on the first and thirty on the last. */
function createAnalytics(): Analytics {
  const days = Array.from({ length: 30 }, (_, index) => ({
    date: dayBefore(29 - index),
    views: index + 1,
    impressions: 6 * (index + 1),
    websiteClicks: Math.round((index + 1) / 5),
    phoneClicks: 2,
    mapClicks: index === 29 ? 1 : 0,
    shares: 0,
  }));
  const total = { ...NO_METRICS, views: 465, impressions: 2790, websiteClicks: 93, phoneClicks: 60, mapClicks: 12 };
  return {
    ad: { id: 7, title: 'Golden Hour Plumbing', createdAt: '2025-03-02T10:00:00.000Z', isPublic: true, locationId: 3 },
    from: dayBefore(29),
    to: dayBefore(0),
    countedAt: '2025-11-20T16:21:00.000Z',
    lifetimeViews: 12_483,
    total: { ...total, averageSeconds: 83.2, clickRate: 0.2 },
    before: { ...total, views: 400, phoneClicks: 80, averageSeconds: 71, clickRate: 0.174 },
    days,
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, views: hour === 18 ? 265 : hour === 9 ? 200 : 0 })),
    devices: [
      { name: 'iOS', value: 312 },
      { name: 'Windows', value: 153 },
    ],
    languages: [
      { name: 'en', value: 372 },
      { name: 'es', value: 93 },
    ],
    locations: [
      { name: 'Unknown', value: 260 },
      { name: 'Irvine', value: 205 },
    ],
    sources: [{ source: 'qr', views: 12 }],
    leads: [{ source: 'search', count: 3 }],
    leftOut: { bots: 412, own: 1 },
  };
}

function createEmptyAnalytics(): Analytics {
  const { days, hours, ...analytics } = createAnalytics();
  return {
    ...analytics,
    lifetimeViews: 0,
    total: NO_METRICS,
    before: null,
    days: days.map(({ date }) => ({
      date,
      ...{ views: 0, impressions: 0, websiteClicks: 0, phoneClicks: 0, mapClicks: 0, shares: 0 },
    })),
    hours: hours.map(({ hour }) => ({ hour, views: 0 })),
    devices: [],
    languages: [],
    locations: [],
    sources: [],
    leads: [],
    leftOut: { bots: 0, own: 0 },
  };
}

const EMPTY_DAY = {
  pageViews: 0,
  visitors: 0,
  listingViews: 0,
  newListings: 0,
  importedListings: 0,
  newAccounts: 0,
  payments: 0,
  paidCents: 0,
  discountCents: 0,
  refundedCents: 0,
};

function createOverview(): Overview {
  return {
    from: dayBefore(29),
    to: dayBefore(0),
    countedAt: '2025-11-20T16:21:00.000Z',
    listings: {
      active: 4210,
      ...{ free: 4163, enhanced: 12, premium: 35, unclaimed: 4021, drafts: 14, paused: 3, hidden: 2, expired: 61 },
    },
    accounts: { all: 148, suspended: 2 },
    days: Array.from({ length: 30 }, (_, index) => ({
      ...EMPTY_DAY,
      date: dayBefore(29 - index),
      pageViews: 100,
      visitors: 40,
      listingViews: 20,
      newListings: 1,
      importedListings: 2,
      ...(index === 3 && { payments: 12, paidCents: 120_000, discountCents: 3000, refundedCents: 10_050 }),
    })),
    topPages: [
      { path: '/', views: 1600 },
      { path: '/city/irvine', views: 1400 },
    ],
    slots: [{ slot: 'home-1', impressions: 5000, clicks: 5 }],
    requests: { all: 8000, bots: 3200 },
    botEvents: 13,
    droppedEvents: 0,
    refusedEvents: 1,
  };
}

const createEmptyOverview = (): Overview => ({
  ...createOverview(),
  days: createOverview().days.map(({ date }) => ({ ...EMPTY_DAY, date })),
  topPages: [],
  slots: [],
  requests: { all: 0, bots: 0 },
});

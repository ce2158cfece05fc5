import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import { expect, expectAccessible, getJson, open, test } from './support/fixtures.ts';
import { findSampleListing } from './support/listings.ts';

interface ExpectedPage {
  path: string;
  heading: string;
  /** Headings of its parts, in their order. */
  sections: string[];
  title?: string;
  /** Kinds of structured data. */
  data: string[];
}

const pages: ExpectedPage[] = [
  {
    path: '/',
    heading: 'Southern California, street by street.',
    sections: ['Browse by county', 'Featured Ads', 'Recent Ads', 'List Your Business FREE Today!'],
    data: ['WebSite'],
  },
  {
    path: '/browse',
    heading: 'Browse Ads',
    sections: ['By location', 'By category', 'Recent Ads'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/featured',
    heading: 'Featured Advertisers',
    sections: ['Become a Featured Advertiser'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/post-ad',
    heading: 'Post Your Ad',
    sections: ['Business Details', 'Listing Options', 'Tips for a Great Ad', 'Preview'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/contact',
    heading: 'Contact Us',
    sections: ['Write to us', 'When we reply', 'Answers at once', 'Before you write'],
    data: ['BreadcrumbList', 'FAQPage'],
  },
  { path: '/categories', heading: 'All categories', sections: ['Restaurants'], data: ['BreadcrumbList'] },
  {
    path: '/category/nightlife',
    heading: 'Bars & Nightlife',
    sections: ['Featured Ads', 'All Ads', 'Related Categories'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  { path: '/locations', heading: 'All locations', sections: ['Los Angeles County'], data: ['BreadcrumbList'] },
  {
    path: '/county/orange-county',
    heading: 'Orange County Local Business Directory',
    sections: ['Featured Businesses', 'Recent Listings'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/city/irvine',
    heading: 'Irvine Local Business Directory',
    sections: ['Featured Businesses', 'Recent Listings', 'ZIP codes in Irvine', 'Nearby'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/city/los-angeles/grocery-stores',
    heading: 'Grocery Stores in Los Angeles',
    sections: ['All Grocery Stores in Los Angeles', 'Grocery Stores near Los Angeles', 'More in Los Angeles'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/los-angeles',
    heading: 'Los Angeles',
    sections: ['Locations', 'Featured Ads in Los Angeles', 'All Ads in Los Angeles'],
    title: 'Advertise in Los Angeles for Just $100',
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/dfw',
    heading: 'Dallas–Fort Worth',
    sections: ['Locations'],
    title: 'Advertise in Dallas–Fort Worth for Just $100',
    data: ['BreadcrumbList'],
  },
  {
    path: '/zip/92614',
    heading: 'Orange County (92614)',
    sections: ['Featured Businesses in 92614', 'All Businesses in 92614'],
    title: 'Irvine 92614 businesses',
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/rates',
    heading: 'Advertising Rates',
    sections: ['Freemium and Premium', 'Longer terms, lower prices', 'What Premium gives you', 'Where you are seen'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/blog',
    heading: 'Blog',
    sections: ['Asking for reviews without getting into trouble', 'Getting found in your ZIP code'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/blog/hours-holidays-heat',
    heading: 'Opening hours people can trust, on holidays and in the heat',
    sections: ['On this page', 'Plan the year in one sitting', 'Read next'],
    data: ['BreadcrumbList', 'Article'],
  },
  {
    path: '/help',
    heading: 'Help & FAQ',
    sections: ['General Questions', 'Advertising', 'Posting Ads', 'Payments', 'Premium Features', 'Account Management'],
    data: ['BreadcrumbList', 'FAQPage'],
  },
  {
    path: '/privacy-policy',
    heading: 'Privacy Policy',
    sections: ['What we store', 'How long we keep it', 'Your rights'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/terms-of-service',
    heading: 'Terms of Service',
    sections: ['Refunds', 'Limit of liability', 'Governing law and courts'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/quick-links',
    heading: 'About SoCal Local',
    sections: ['Quick links', 'Something else on your mind?'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/privacy-choices',
    heading: 'Your Privacy Choices',
    sections: ['Other companies', 'What we count ourselves', 'What we have about you'],
    data: ['BreadcrumbList'],
  },
];

for (const expected of pages) {
  test(`${expected.path} is whole, fits, holds still and is accessible`, async ({ page }) => {
    await recordLayoutShifts(page);
    const response = await open(page, expected.path);
    expect(response?.status()).toBe(200);
    await expectComplete(page, expected);
    await expectNoOverflowOrShift(page);
    await expectAccessibleInBothThemes(page);
  });
}

test('a free listing says what is known and no more', async ({ page }) => {
  // Other tests claim breweries, and post so much that none of these is among the newest.
  const ads = await getJson<Listing[]>(page, '/api/category/grocery-stores/ads');
  const ad = ads.find(({ unclaimed }) => unclaimed);
  if (!ad) throw new Error('There is no such listing.');
  await recordLayoutShifts(page);
  await open(page, `/ads/${ad.id}`);
  await expectComplete(page, {
    path: `/ads/${ad.id}`,
    heading: ad.title,
    sections: [`About ${ad.businessName}`, 'More like this nearby'],
    data: ['BreadcrumbList', 'LocalBusiness'],
  });
  await expect(page.getByText('Unclaimed listing').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Where it is' })).toHaveCount(0);
  await expectNoOverflowOrShift(page);
  await expectAccessibleInBothThemes(page);
});

test('a paid listing is marked, and shows where it is', async ({ page }) => {
  const ad = await findSampleListing(page);
  await recordLayoutShifts(page);
  await open(page, `/ads/${ad.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
  await expect(page.getByText('Featured', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Where it is' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Google Maps/ })).toHaveAttribute('href', /^https:\/\/www\.google\.com/);
  await expectNoOverflowOrShift(page);
  // The bar at the window's foot covers whatever is scrolled there: it has its own place at the end of the page.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height });
  await expectAccessibleInBothThemes(page);
});

for (const [path, name] of [
  ['/search', 'What are you looking for?'],
  ['/search?q=market&near=Irvine&within=10', /^[\d,]+ results for “market” near Irvine$/],
  ['/search?q=market&view=map', /^[\d,]+ results for “market” in Southern California$/],
  ['/saved', 'Saved listings'],
] as const) {
  test(`${path} is whole, fits, holds still and is accessible`, async ({ page }) => {
    await recordLayoutShifts(page);
    const response = await open(page, path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expectNoOverflowOrShift(page);
    await expectAccessibleInBothThemes(page);
  });
}

test('the checkout is whole, fits, holds still and is accessible before one signs in', async ({ page }) => {
  await recordLayoutShifts(page);
  await open(page, '/checkout?plan=quarterly');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  for (const name of ['Premium Quarterly', 'Sign in to pay', 'Included in Premium Quarterly']) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  }
  await expect(page.getByText('$270.00')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectNoOverflowOrShift(page);
  await expectAccessibleInBothThemes(page);
});

test.describe('What is not there', () => {
  // The browser notes the status of the document itself.
  test.use({ tolerated: /status of 404/ });

  for (const [path, heading] of [
    ['/nowhere/at/all', '404 Page Not Found'],
    ['/no-such-place', 'Location Not Found'],
    ['/city/no-such-city', 'Location Not Found'],
    ['/county/no-such-county', 'County Not Found'],
    ['/category/no-such-category', 'Category Not Found'],
    ['/zip/99999', 'Zip Code Not Found'],
    ['/ads/999999999', 'Ad Not Found'],
    ['/blog/no-such-post', 'Post not found'],
  ] as const) {
    test(`${path} says '${heading}' with status 404 and leads on`, async ({ page }) => {
      await recordLayoutShifts(page);
      const response = await open(page, path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('main').getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute(
        'href',
        '/',
      );
      await expectNoOverflowOrShift(page);
      if (path === '/zip/99999') await expectAccessibleInBothThemes(page);
    });
  }
});

/** As `expectAccessible`; on phones in the dark too. */
async function expectAccessibleInBothThemes(page: Page) {
  await expectAccessible(page);
  if (test.info().project.name !== 'phone') return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
}

/** The page's heading, parts, metadata and structured data. */
async function expectComplete(page: Page, { path, heading, sections, title = heading, data }: ExpectedPage) {
  const headings = page.getByRole('heading', { level: 1 });
  await expect(headings).toHaveCount(1);
  await expect(headings).toHaveText(heading);
  // The words of a heading; beside it may stand a count.
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

/** The `@type`s of the page's JSON-LD, which must parse. */
async function readStructuredDataTypes(page: Page): Promise<string[]> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.flatMap((text) => {
    const value = JSON.parse(text);
    return [value, ...(value['@graph'] ?? [])].map((thing) => thing['@type']);
  });
}

interface LayoutShiftRecord {
  value: number;
  what: string[];
}

declare global {
  interface Window {
    shifts: LayoutShiftRecord[];
  }
}

/** Has the browser note whatever moves by itself from now on; see expectToFit. */
async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = [];
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML : `${node?.textContent}`,
        );
        window.shifts.push({ value: entry.value, what: what.map((text) => text.slice(0, 200)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Nothing to scroll sideways for, and nothing that moves, from the top of the page to its end. */
async function expectNoOverflowOrShift(page: Page) {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(() => window.shifts);
  const moved = shifts.reduce((sum, { value }) => sum + value, 0);
  // Where a web font takes over late from its stand-in, a word may move by a pixel. This still rounds to 0.00.
  expect(moved, JSON.stringify(shifts, null, 2)).toBeLessThan(0.005);
}

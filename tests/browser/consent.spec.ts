import type { Locator, Page, Request } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  LONG,
  open,
} from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing } from '#tests/browser/support/listings.ts';
import {
  ADS_CLIENT_ID,
  DISPLAY_ADS_URL,
  getConsentBanner,
  TAG_MANAGER_URL,
  type TagManagerEvent,
  THIRD_PARTY_REQUESTS,
  test,
} from '#tests/browser/support/third-parties.ts';
import { selectCases } from '#tests/support/long-run.ts';

const getHouseAds = (page: Page) => page.getByRole('figure', { name: 'From SoCal Local' });
const eventsNamed = (sent: TagManagerEvent[], name: string) => sent.filter(({ event }) => event === name);

/** Records the requests of a page to third parties from now on. */
function recordThirdPartyRequests(page: Page, baseURL = '') {
  const others: string[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) others.push(request.url());
  });
  return others;
}

// One worker, so that one more process of the site is enough.
test.describe.configure({ mode: 'default' });

test.describe('Before consent is decided', () => {
  // The fixture `page` fails on any request to another origin.
  test('the consent bar is accessible and does not block the page', async ({ page }) => {
    await open(page, '/zip/92614');
    await expect(getConsentBanner(page)).toContainText('Allow Google to count your visit and show ads?');
    const [accept, decline] = await Promise.all(
      ['Accept', 'Decline'].map((label) => getConsentBanner(page).getByRole('button', { name: label }).boundingBox()),
    );
    expect([accept?.width, accept?.height]).toEqual([decline?.width, decline?.height]);
    await expectAccessibleOnDeskAndPhone(page);

    // The last link of the page can be scrolled into view and followed.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
    await expect(getConsentBanner(page)).toBeVisible();
  });

  test('the choice can be made on the privacy choices page', { tag: LONG }, async ({ page }) => {
    await open(page, '/privacy-choices');
    await expect(page.getByText('You haven’t chosen yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(1);
    await expectAccessibleOnDeskAndPhone(page);
  });
  test('the consent bar is early in the tab order, and announced; after declining nothing is loaded, and consent is not requested again', {
    tag: LONG,
  }, async ({ page }) => {
    await open(page, '/');
    await expect(page.locator('[aria-live="polite"]').filter({ has: getConsentBanner(page) })).toHaveCount(1);
    for (const name of ['Skip to content', 'Your Privacy Choices', 'Accept', 'Decline']) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toHaveText(name);
    }
    await page.keyboard.press('Enter');
    await expect(getConsentBanner(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('privacy-choice') ?? ''));
    expect(stored).toEqual({
      version: `1 G-TEST12345 ${ADS_CLIENT_ID}`,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      agreed: false,
    });
    await open(page, '/');
    await page.waitForLoadState('networkidle');
    await expect(getConsentBanner(page)).toHaveCount(0);
    await expect(getHouseAds(page)).toHaveCount(3);
  });

  test('on phones it covers neither the actions of a listing nor a toast nor the bar of a form', { tag: LONG }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { id } = await findUnclaimedListing(page);
    await open(page, `/ads/${id}`);
    await expect(getConsentBanner(page)).toBeVisible();
    await page
      .getByRole('navigation', { name: /^Contact / })
      .getByRole('button', { name: 'Share' })
      .click();
    const getBox = async (locator: Locator) => (await locator.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    const bar = await getBox(getConsentBanner(page));
    const { y, height } = await getBox(toast);
    expect(y + height).toBeLessThanOrEqual(bar.y);

    await open(page, '/post-ad');
    const button = await getBox(page.getByRole('main').getByRole('button', { name: 'Post Ad' }));
    expect(button.y + button.height).toBeLessThanOrEqual((await getBox(getConsentBanner(page))).y);
  });
});

test.describe('After accepting', () => {
  test.use({ tolerated: THIRD_PARTY_REQUESTS });

  test('later events are sent without the query of URLs, and the next page loads the scripts at once', {
    tag: LONG,
  }, async ({ page, sent, baseURL }) => {
    await open(page, '/browse?utm_source=secret');
    await getConsentBanner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(getConsentBanner(page)).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect
      .poll(() => eventsNamed(sent, 'page_view'))
      .toEqual([
        { event: 'page_view', page_path: '/quick-links', page_location: `${baseURL}/quick-links`, page_referrer: '' },
      ]);
    expect(await page.evaluate(() => (window as unknown as { configured: unknown }).configured)).toEqual([
      'G-TEST12345',
      {
        anonymize_ip: true,
        send_page_view: false,
        allow_google_signals: false,
        allow_ad_personalization_signals: false,
        page_location: `${baseURL}/browse`,
        page_referrer: '',
      },
    ]);

    await open(page, '/rates?utm_source=secret');
    await expect
      .poll(() => eventsNamed(sent, 'page_view').map(({ page_path }) => page_path))
      .toEqual(['/quick-links', '/rates']);
    expect(JSON.stringify(sent)).not.toContain('secret');
    expect(sent.filter(({ event }) => event.startsWith('gtm.'))).toEqual([]);
    await expect(getConsentBanner(page)).toHaveCount(0);
  });

  test('third-party ads replace house ads in slots of the same size', { tag: LONG }, async ({ page, sent }) => {
    await open(page, '/los-angeles');
    const first = page.locator('.ad-slot').first();
    const before = await first.boundingBox();
    await getConsentBanner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(first.frameLocator('iframe').getByText('Buy soap.')).toBeVisible();
    await expect(first.getByRole('link')).toHaveCount(0);
    expect(await first.boundingBox()).toEqual(before);
    expect(await first.locator('ins').getAttribute('data-ad-client')).toBe(ADS_CLIENT_ID);
    await first.scrollIntoViewIfNeeded();
    await expect
      .poll(() => eventsNamed(sent, 'cpm_ad_impression').map(({ ad_slot }) => ad_slot))
      .toContain('location-side');

    await page.getByRole('navigation', { name: 'Locations' }).getByRole('link', { name: 'San Diego' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Diego');
    await expect(first.frameLocator('iframe').getByText('Buy soap.')).toBeVisible();
    await expectAccessible(page);
  });

  test('withdrawing consent on the privacy choices page stops all of it, and deletes its cookies', async ({
    page,
    sent,
    baseURL,
  }) => {
    await open(page, '/privacy-choices');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('status')).toContainText('You accepted.We load Google’s code. You chose this on');
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await expect.poll(() => cookies(page)).toContain('_ga');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect.poll(() => eventsNamed(sent, 'page_view')).toHaveLength(1);

    await open(page, '/privacy-choices');
    await expect(page.getByRole('status')).toContainText('You accepted.');
    await expect.poll(() => eventsNamed(sent, 'page_view')).toHaveLength(2);
    const others = recordThirdPartyRequests(page, baseURL);
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Decline' }).click()]);
    await expect(page.getByRole('status')).toContainText('You declined.');
    await expect.poll(() => cookies(page)).not.toContain('_ga');
    await open(page, '/los-angeles');
    await page.waitForLoadState('networkidle');
    expect(others).toEqual([]);
    expect(eventsNamed(sent, 'page_view')).toHaveLength(2);
  });

  test('declining in another tab applies here', { tag: LONG }, async ({ page, context, sent, baseURL }) => {
    await open(page, '/');
    await getConsentBanner(page).getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => cookies(page)).toContain('_ga');
    const other = await context.newPage();
    await open(other, '/privacy-choices');
    await Promise.all([page.waitForEvent('load'), other.getByRole('button', { name: 'Decline' }).click()]);
    const others = recordThirdPartyRequests(page, baseURL);
    await open(page, '/browse');
    await page.waitForLoadState('networkidle');
    expect(others).toEqual([]);
    expect(eventsNamed(sent, 'page_view').map(({ page_path }) => page_path)).not.toContain('/browse');
  });

  test.describe('without an ad', () => {
    test.use({ fills: false });

    test('the house ad stays', { tag: LONG }, async ({ page, sent }) => {
      expect(sent).toEqual([]);
      await open(page, '/los-angeles');
      await getConsentBanner(page).getByRole('button', { name: 'Accept' }).click();
      await expect(page.locator('ins[data-ad-status=unfilled]').nth(1)).toBeAttached();
      await expect(getHouseAds(page).nth(1).getByRole('link')).toBeVisible();
      await expect(page.getByRole('figure', { name: 'Advertisement' })).toHaveCount(0);
    });
  });
});

test.describe('After accepting, with third-party scripts blocked or failing', () => {
  test.use({
    tolerated: new RegExp(`${THIRD_PARTY_REQUESTS.source}|ERR_FAILED|ERR_BLOCKED_BY_CLIENT|The script is broken`),
  });

  test('the page is unchanged', { tag: LONG }, async ({ page, sent }) => {
    await page.context().route(`${TAG_MANAGER_URL}**`, (route) => route.abort());
    await page.context().route(`${DISPLAY_ADS_URL}**`, (route) => route.abort('blockedbyclient'));
    await open(page, '/los-angeles');
    await getConsentBanner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(getHouseAds(page).nth(1).getByRole('link')).toBeVisible();
    await getHouseAds(page).nth(1).getByRole('link').click();
    await expect(page).not.toHaveURL('/los-angeles');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page
      .context()
      .route(`${TAG_MANAGER_URL}**`, (route) => route.fulfill({ body: 'throw new Error("The script is broken")' }));
    await page
      .context()
      .route(`${DISPLAY_ADS_URL}**`, (route) => route.fulfill({ body: 'throw new Error("The script is broken")' }));
    await open(page, '/los-angeles');
    await page.waitForLoadState('networkidle');
    await expect(getHouseAds(page).nth(1).getByRole('link')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

for (const [how, prepare] of selectCases(1, [
  ['with each request', (page: Page) => page.setExtraHTTPHeaders({ 'Sec-GPC': '1' })],
  [
    'to its pages',
    (page: Page) =>
      page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })),
  ],
] as const)) {
  test.describe(`A browser that sends GPC ${how}`, () => {
    test('has declined, regardless of an earlier choice, and is notified once', { tag: LONG }, async ({ page }) => {
      await prepare(page);
      await open(page, '/');
      await expect(getConsentBanner(page)).toContainText('Your browser’s privacy signal is honored.');
      await page.evaluate(
        (version) =>
          localStorage.setItem(
            'privacy-choice',
            JSON.stringify({ version, date: '2026-01-01T00:00:00Z', agreed: true }),
          ),
        `1 G-TEST12345 ${ADS_CLIENT_ID}`,
      );
      await open(page, '/los-angeles');
      await expect(getConsentBanner(page)).toContainText('Your browser’s privacy signal is honored.');
      await expect(getConsentBanner(page).getByRole('button')).toHaveText(['OK']);
      await page.waitForLoadState('networkidle');
      await expect(getHouseAds(page).nth(1).getByRole('link')).toBeVisible();
      await expectAccessible(page);
      await getConsentBanner(page).getByRole('button', { name: 'OK' }).click();
      await expect(getConsentBanner(page)).toHaveCount(0);
      await open(page, '/privacy-choices');
      await expect(page.getByRole('status')).toContainText('Your browser’s privacy signal is honored.');
      await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
      await expect(getConsentBanner(page)).toHaveCount(0);
    });
  });
}

test('consent to another configuration does not count', { tag: LONG }, async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'privacy-choice',
      JSON.stringify({ version: '1 G-ANOTHER1 ', date: '2026-01-01T00:00:00Z', agreed: true }),
    ),
  );
  await open(page, '/');
  await expect(getConsentBanner(page).getByRole('button', { name: 'Accept' })).toBeVisible();
});

async function cookies(page: Page) {
  return (await page.context().cookies()).map(({ name }) => name);
}

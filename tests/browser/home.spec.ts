import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { expectNoOverflow } from '#tests/browser/support/layout.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

const MAX_HEIGHT = 5500;

test('on a phone the home page has all of its parts on 5,500 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  const main = page.getByRole('main');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT);
  const counts = {
    '/county/': 8,
    '/city/': 28,
    '/ads/': 6,
    '/category/': 8,
    '/search?open=now': 1,
  };
  for (const [href, count] of Object.entries(counts)) {
    const links = main.locator(`a[href^="${href}"]`).filter({ visible: true });
    expect(await links.count(), href).toBeGreaterThanOrEqual(count);
  }
  const shortcuts = main.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link');
  await expect(shortcuts).toHaveText([
    'Post an Ad',
    'Browse Ads',
    'Featured Advertisers',
    'Advertising Rates',
    'Contact Us',
  ]);
  await expect(main.locator('.ad-slot')).toHaveCount(3);
  const plan = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Free', exact: true }) });
  await expect(plan.getByText('$0', { exact: true })).toBeVisible();
  await expect(plan.getByText('Free', { exact: true })).toHaveCount(1);
  for (const name of [
    'Contact us about advertising',
    'Load More Ads',
    'Become a featured advertiser for $100',
    'Start free',
    'Choose Enhanced',
    'Choose Premium',
    'List My Business Free',
    'Learn More about our rates',
  ]) {
    await expect(main.getByRole('link', { name }), name).toBeVisible();
  }
});

test('businesses near the visitor are shown after a tap and with permission', { tag: LONG }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  // In Bakersfield, where other tests post nothing: the distance of a listing without an exact point is not known.
  await context.setGeolocation({ latitude: 35.373312, longitude: -119.018745 });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  const near = page.getByRole('region', { name: 'Near you' });
  await expect(near).toHaveCount(0);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(near.getByRole('heading', { level: 3 })).toHaveCount(6);
  await expect(near.getByText(/[\d.]+ (mi|miles)\b/).first()).toBeVisible();
  await expect(near.getByRole('link', { name: 'All near you' })).toHaveAttribute('href', /^\/search\?near=35\.373/);
  await expect(page.locator('main div:focus')).toHaveCount(1);
  await expectAccessible(page);
  await context.clearPermissions();
});

test('on a wide screen the content is up to 1,440 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const path of selectEveryNth(3, ['/', '/city/irvine', '/search?q=market'])) {
    await open(page, path);
    const boxes = await page
      .locator('main > div, main > div > div, header > div')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width).filter((width) => width < 1590));
    expect(Math.max(...boxes), path).toBe(1440);
    await expectNoOverflow(page);
  }
});

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumLaunchOptions } from '#tests/browser/support/chromium.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { type Program, startProgram } from '#tests/browser/support/program.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

// The other tests have no WebGL, see support/chromium.ts. Reading what the CPU rendered is slow, and Chromium says so.
test.use({
  launchOptions: await chromiumLaunchOptions({ webGl: true }),
  tolerated: /GPU stall due to ReadPixels/,
  // Small, because the CPU renders each pixel of the map.
  viewport: { width: 1280, height: 600 },
});

const getCanvas = (page: Page) => page.getByRole('region', { name: 'Map' }).locator('.gl-map:not(.invisible) canvas');

/** The colors that fill at least a fiftieth of the map. */
async function readColors(page: Page) {
  const { data, info } = await sharp(await getCanvas(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: info.width * info.height }, (_, i) => data.subarray(3 * i, 3 * i + 3).join());
  const counts = Map.groupBy(pixels, (color) => color);
  return [...counts].filter(([, same]) => same.length > pixels.length / 50).map(([color]) => color);
}

/** The test on a second process of the site, with the streets that the product ships. */
const shippedTest = test.extend<{ program: Pick<Program, 'origin'> }>({
  program: [
    async ({ getPerWorker }, use) => use(await getPerWorker('program with shipped streets', startShipped)),
    { timeout: scaleTimeout(60_000) },
  ],
  baseURL: ({ program }, use) => use(program.origin),
});

async function startShipped() {
  const program = await startProgram(process.env.SITE_DATA_DIR as string, {
    ORIGIN: process.env.SITE_ORIGIN as string,
  });
  return { origin: program.origin, close: () => program.stop() };
}

shippedTest(
  'MapLibre draws sea, land and the shipped streets, in both themes, and follows the view',
  { tag: LONG },
  async ({ page }) => {
    await open(page, '/search?q=market&box=-118.2,33.6,-117.6,34.0');
    await expect(getCanvas(page)).toBeVisible({ timeout: scaleTimeout(30_000) });
    await expect(page.locator('.results-map .window > svg')).toHaveCount(0);
    const [sea, county] = ['169,214,222', '246,244,238'];
    await expect.poll(() => readColors(page)).toEqual(expect.arrayContaining([sea, county]));
    await expectAccessible(page);

    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect.poll(() => readColors(page)).toEqual(expect.arrayContaining(['12,44,58', '26,38,44']));

    await page.getByRole('group', { name: 'Map of results' }).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('+');
    await expect.poll(() => readColors(page)).not.toContain('12,44,58');
    await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
    await expect(page.getByText('We couldn’t load the streets.')).toHaveCount(0);
  },
);

const STREETS = '/search?q=market&box=-117.833,33.679,-117.829,33.682';

test('With map tiles it draws streets and parks, and names where they are from', async ({ page }) => {
  const requested = page.waitForResponse('**/map-tiles/*.pmtiles');
  await open(page, STREETS);
  expect((await requested).status()).toBe(206);
  await expect(getCanvas(page)).toBeVisible({ timeout: scaleTimeout(30_000) });
  const [highway, park] = ['243,220,159', '220,232,211'];
  await expect
    .poll(() => readColors(page), { timeout: scaleTimeout(30_000) })
    .toEqual(expect.arrayContaining([highway, park]));
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('With map tiles that cannot be loaded', () => {
  test.use({ tolerated: /ERR_FAILED|GPU stall/ });

  test('it says so, and draws the rest', { tag: LONG }, async ({ page }) => {
    await page.route('**/map-tiles/*', (route) => route.abort());
    await open(page, STREETS);
    await expect(getCanvas(page)).toBeVisible({ timeout: scaleTimeout(30_000) });
    await expect(page.getByText('We couldn’t load the streets.')).toBeVisible();
    await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toHaveCount(0);
    await expect.poll(() => readColors(page)).toContain('235,228,211');
  });
});

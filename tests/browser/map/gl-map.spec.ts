import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { expect, expectAccessible, open, test } from '../support/fixtures.ts';
import { VIEWPORTS } from '../support/layout.ts';

// The other tests have no WebGL, see support/chromium.ts. Reading what the CPU rendered is slow, and Chromium says so.
test.use({
  launchOptions: await chromiumLaunchOptions({ webGl: true }),
  tolerated: /GPU stall due to ReadPixels/,
  viewport: VIEWPORTS.desktop,
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

test('MapLibre draws sea, counties and cities, in both themes, and follows the view', async ({ page }) => {
  await open(page, '/search?q=market&box=-118.2,33.6,-117.6,34.0');
  await expect(getCanvas(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.results-map .window > svg')).toHaveCount(0);
  const [sea, county, city] = ['169,214,222', '246,244,238', '235,228,211'];
  await expect.poll(() => readColors(page)).toEqual(expect.arrayContaining([sea, county, city]));
  await expectAccessible(page);

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect.poll(() => readColors(page)).toEqual(expect.arrayContaining(['12,44,58', '36,52,59']));

  const map = page.getByRole('group', { name: 'Map of results' });
  await expect(page.getByText('Streets need map tiles')).toHaveCount(0);
  await map.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  await expect(page.getByText('Streets need map tiles, which aren’t set up on this site.')).toBeVisible();
  await expect.poll(() => readColors(page)).not.toContain('12,44,58');
});

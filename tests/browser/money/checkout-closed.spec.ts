import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, expectAccessible, LONG, open } from '#tests/browser/support/fixtures.ts';
import { startProgram } from '#tests/browser/support/program.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

/** On a site in production without keys. It has a database of its own, because all processes of a database must have the same keys. */
const test = base.extend<object, { closedOrigin: string }>({
  closedOrigin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'socal-browser-closed-'));
      chmodSync(dataDir, 0o755);
      const site = await startProgram(dataDir, {
        ORIGIN: 'https://directory.example',
        SAMPLE_DATA: 'off',
        ALLOW_UNSAFE: 'no-smtp,no-trusted-proxies,admin-password',
      });
      await use(site.origin);
      await site.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: scaleTimeout(60_000) },
  ],
  baseURL: ({ closedOrigin }, use) => use(closedOrigin),
  // The checkout warns of the missing key on the console.
  tolerated: /Missing payment public key/,
});

test('a site without keys in production offers no card form', { tag: LONG }, async ({ page }) => {
  await open(page, '/checkout?plan=annual');
  await expect(page.getByRole('heading', { name: 'Payment System Unavailable' })).toBeVisible();
  await expect(page.getByText('Card payments are not set up yet.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);

  await open(page, '/post-ad');
  await expect(page.getByRole('button', { name: 'Post Ad' })).toBeVisible();
  await page.getByRole('switch', { name: 'Premium Listing' }).click();
  await expect(page.getByText('Card payments are not set up yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Payment/ })).toHaveCount(0);
  await expectAccessible(page);
});

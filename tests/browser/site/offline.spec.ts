import type { Listing } from '#contract/listings.ts';
import { expect, expectAccessible, getJson, open, test } from '#tests/browser/support/fixtures.ts';

// Chromium reports the requests that fail offline.
test.use({ serviceWorkers: 'allow', tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

test('without a connection a page of ours shows what was saved on this device', async ({ page, context }) => {
  const [listing] = (await getJson<Listing[]>(page, '/api/category/nightlife/ads?featured=false&limit=1')) as [Listing];
  await open(page, '/category/nightlife');
  await page
    .getByRole('button', { name: `Save ${listing.title}`, exact: true })
    .first()
    .click();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match('/offline'))?.text()) ?? ''))
    .toContain(listing.title.replace('&', '&amp;').replace("'", '&#x27;'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await page.goto('/search?q=pizza');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  await expect(page.getByRole('listitem')).toContainText(listing.title);
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You’re offline');
});

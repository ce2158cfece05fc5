import { expect, LONG, open } from '#tests/browser/support/fixtures.ts';
import { getConsentBanner, THIRD_PARTY_REQUESTS, test } from '#tests/browser/support/third-parties.ts';

test.use({ measurementId: 'GTM-TEST123', tolerated: THIRD_PARTY_REQUESTS });

test('a container receives the events after consent', { tag: LONG }, async ({ page, sent }) => {
  await open(page, '/browse');
  await getConsentBanner(page).getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect
    .poll(() => sent.filter(({ event }) => event !== 'gtm.dom'))
    .toEqual([
      { event: 'gtm.js', 'gtm.start': expect.any(Number) },
      { event: 'page_view', page_path: '/quick-links' },
    ]);
});

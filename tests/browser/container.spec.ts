import { expect, open } from './site.ts';
import { bar, leaving, test } from './third-parties.ts';

test.use({ measurementId: 'GTM-TEST123', tolerated: leaving });

test('a container reads the events by itself, from a yes on', async ({ page, sent }) => {
  await open(page, '/browse');
  await bar(page).getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect
    .poll(() => sent.filter(({ event }) => event !== 'gtm.dom'))
    .toEqual([
      { event: 'gtm.js', 'gtm.start': expect.any(Number) },
      { event: 'page_view', page_path: '/quick-links' },
    ]);
});

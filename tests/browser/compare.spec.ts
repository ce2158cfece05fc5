import type { Listing } from '#contract/listings.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  getJson,
  LONG,
  open,
  test,
} from '#tests/browser/support/fixtures.ts';
import { expectNoOverflow } from '#tests/browser/support/layout.ts';

test('up to four saved listings are compared at one address, which the server renders', async ({ page, request }) => {
  const ads = await getJson<Listing[]>(page, '/api/category/nightlife/ads?limit=3&featured=false');
  const [first, second, third] = ads as [Listing, Listing, Listing];
  await page.addInitScript(
    (ids) => localStorage.setItem('saved-listings', JSON.stringify({ ids })),
    ads.map(({ id }) => id),
  );
  await open(page, '/saved');
  const compare = page.getByRole('button', { name: /^Compare/ });
  await expect(compare).toBeDisabled();
  await page.getByRole('checkbox', { name: `Compare ${first.title}` }).check();
  await expect(compare).toBeDisabled();
  await page.getByRole('checkbox', { name: `Compare ${second.title}` }).press(' ');
  await compare.click();
  await expect(page).toHaveURL(`/compare?ids=${first.id},${second.id}`);
  const columns = page.getByRole('columnheader').getByRole('link', { name: /^(?!Remove)/ });
  await expect(columns).toHaveText([first.title, second.title]);
  await expect(page.getByRole('row', { name: /^Category/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Languages/ }), 'which neither states').toHaveCount(0);
  await expect(
    page
      .getByRole('row', { name: /^Address/ })
      .getByRole('cell')
      .first(),
  ).toContainText(first.zipCode);

  await page
    .getByRole('link', { name: new RegExp(`^${third.title.replace(/[^\w ]/g, '.')}`) })
    .first()
    .click();
  await expect(columns).toHaveCount(3);
  await page.getByRole('link', { name: `Remove ${first.title}` }).click();
  await expect(page).toHaveURL(`/compare?ids=${second.id},${third.id}`);

  const sent = await (await request.get(`/compare?ids=${first.id},${second.id}&near=92614`)).text();
  expect(sent).toContain('Distance from 92614');
  expect(sent, 'without the first one').toContain(`href="/compare?ids=${second.id}&amp;near=92614"`);
  expect(sent).toContain('name="robots" content="noindex');
  expect(sent).toContain(first.zipCode);
});

test('rows of a list get checkboxes, also those loaded later, of which four can be checked, and Cancel returns to the button', {
  tag: LONG,
}, async ({ page }) => {
  await open(page, '/category/grocery-stores');
  const button = page.getByRole('button', { name: 'Compare', exact: true }).first();
  await button.press('Enter');
  const bar = page.getByRole('form', { name: 'Compare' });
  await expect(bar.getByRole('status')).toHaveText('Select at least two businesses, and at most 4.');
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  const box = await boxes.first().boundingBox();
  const row = await page.getByRole('listitem').filter({ has: boxes }).first().boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0), 'WCAG 2.5.8').toBeGreaterThanOrEqual(24);
  expect(box?.x, 'inside of its row').toBeGreaterThanOrEqual(row?.x ?? Number.NaN);
  expect(box?.y, 'inside of its row').toBeGreaterThanOrEqual(row?.y ?? Number.NaN);
  for (const index of [0, 1, 2]) await boxes.nth(index).press(' ');
  await expectAccessible(page);
  const count = await boxes.count();
  await page.getByRole('link', { name: 'Load More Ads' }).press('Enter');
  await expect.poll(() => boxes.count()).toBeGreaterThan(count);
  await expect(boxes.last()).toBeEnabled();
  await boxes.nth(count).press(' ');
  await expect(boxes.nth(count), 'above the bar').toBeInViewport({ ratio: 1 });
  await expect(boxes.last()).toBeDisabled();
  await expect(bar.getByRole('status')).toHaveText('That’s 4, the most you can compare.');
  await bar.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(button).toBeFocused();
  await expect(boxes).toHaveCount(0);
  await expect(bar).toBeHidden();
});

test('on a phone the table scrolls by keyboard beside its first column, and distances are from a place or the position', {
  tag: LONG,
}, async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 33.68, longitude: -117.82 });
  const ads = await getJson<Listing[]>(page, '/api/category/nightlife/ads?limit=4&featured=false');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/compare?ids=${ads.map(({ id }) => id)}`);
  const table = page.getByRole('region', { name: 'Comparison' });
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect(table.getByRole('rowheader', { name: 'Phone' })).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page);
  await expectAccessibleOnDeskAndPhone(page);

  await page.getByLabel('Distance from').fill('irvine');
  await page.getByRole('button', { name: 'Show distances' }).click();
  await expect(page.getByRole('rowheader', { name: 'Distance from Irvine' })).toBeVisible();
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByRole('rowheader', { name: 'Distance from your location' })).toBeVisible();
  await expect(page).toHaveURL(/near=33\.68/);
});

test('ids that are none are ignored, and without any the page says how to choose', async ({ page }) => {
  const response = await open(
    page,
    `/compare?ids=${encodeURIComponent('x,-1,1e9,<b>,999999999999999')}&near=${'z'.repeat(500)}`,
  );
  expect(response?.status()).toBe(200);
  await expect(page.getByText('One business is no longer listed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose from saved listings' })).toBeVisible();
});

import { expect, LONG, test } from '#tests/browser/support/fixtures.ts';
import { selectCases } from '#tests/support/long-run.ts';

test.use({ javaScriptEnabled: false });

test('a visitor reads pages and navigates between them', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Recent Ads' })).toBeVisible();
  // Other tests post listings in Orange County and remove them.
  await page.getByRole('main').getByRole('link', { name: 'Kern County' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kern County Local Business Directory');
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ads\/\d+$/);
  await page.getByRole('link', { name: /^ZIP \d{5}$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Featured Businesses in/ })).toBeVisible();
});

test("'Load More Ads' links to a page with the next ads, which links back to the newest", async ({ page }) => {
  await page.goto('/browse');
  const rows = page.getByRole('link', { name: /^View Details/ });
  const first = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await page.getByRole('link', { name: 'Load More Ads' }).click();
  await expect(page).toHaveURL(/\/browse\?cursor=/);
  const second = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(second.length).toBe(20);
  expect(second.filter((href) => first.includes(href))).toEqual([]);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'Back to the newest' }).click();
  await expect(page).toHaveURL('/browse');
});

for (const path of selectCases(1, [
  '/los-angeles',
  '/city/bakersfield',
  '/county/kern-county',
  '/category/nightlife',
  '/',
])) {
  test(`the link to more ads on ${path} leads to more ads`, { tag: LONG }, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('link', { name: 'Load More Ads' }).last().click();
    await expect(page).toHaveURL(/cursor=/);
    await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu and the dropdown of locations open', async ({ page }) => {
    await page.goto('/los-angeles');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Locations' }).locator('summary').click();
    await page.getByRole('navigation', { name: 'Locations' }).getByRole('link', { name: 'Imperial' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imperial');
  });
});

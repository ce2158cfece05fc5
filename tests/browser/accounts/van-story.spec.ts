import type { Page } from '@playwright/test';
import { uniqueUsername } from '#tests/browser/support/accounts.ts';
import { countClicks } from '#tests/browser/support/clicks.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing, toggleSection } from '#tests/browser/support/listing-form.ts';

test.use({ viewport: { width: 390, height: 844 } });

const MAX_CLICKS = 20;
/** The street and the email, of which nobody else writes. */
const PRIVATE = /quetzalcoatl/i;

test('a plumber with a van registers and is listed, and nobody learns where he lives', { tag: LONG }, async ({
  page,
  otherPage,
}) => {
  const startedAt = Date.now();
  const clicks = await countClicks(page);
  const username = uniqueUsername();
  const name = `Van Plumbing ${username.slice(-6)}`;
  const email = `${username}@quetzalcoatl.example`;

  await open(page, '/auth?register=true');
  await page.getByLabel('Business Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('surf-and-turf');
  await page.getByLabel('Confirm Password').fill('surf-and-turf');
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/account/);

  await page.getByRole('main').locator('a[href="/post-ad"]').first().click();
  await expect(page).toHaveURL(/\/post-ad/);
  await page.getByLabel('Ad Title').fill(name);
  await page.getByLabel('Description', { exact: true }).fill('Leaks and drains, seen to where you live, the same day.');
  await page.getByLabel('Business Name').fill(name);
  // He types it, then reads that he need not.
  await page.getByLabel('Street Address').fill('77 Quetzalcoatl Way');
  await page.getByLabel('ZIP Code').fill('92614');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
  await page.getByLabel('Phone Number').fill('(949) 555-0123');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('combobox', { name: 'Category' }).fill('plomería');
  await page.getByRole('option', { name: 'Plumbers' }).click();
  await page.getByRole('button', { name: 'Add another category' }).click();
  await expect(page.getByRole('combobox', { name: 'Second category' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Second category' }).fill('hvac');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('checkbox', { name: 'I go to my customers: don’t show my street' }).click();
  await expect(page.getByLabel('Street Address')).toHaveValue('');
  await toggleSection(page, 'Service area, license and prices');
  await page.getByLabel('Service area').fill('Irvine, Tustin and Costa Mesa');
  await page.getByLabel('Service radius').fill('15');
  await expectAccessible(page);
  await submitListing(page);
  await expect(page).toHaveURL(/\/account/);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.info(`a plumber with a van: ${clicks()} clicks, ${seconds} s`);
  expect(clicks()).toBeLessThanOrEqual(MAX_CLICKS);

  const [ad] = await getJson<[{ id: number }]>(page, '/api/user/ads');
  await open(otherPage, `/ads/${ad.id}`);
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(otherPage.getByText('Goes to its customers')).toBeVisible();
  await expect(otherPage.getByText('Within 15 miles of 92614')).toBeVisible();
  await expect(otherPage.getByRole('link', { name: /Directions|Google Maps/ })).toHaveCount(0);
  const { moreCategories } = await getJson<{ moreCategories: { slug: string }[] }>(otherPage, `/api/ads/${ad.id}`);
  const [second] = moreCategories;
  const q = encodeURIComponent(name);
  for (const path of [
    ...['', '/es'].flatMap((language) => [
      `${language}/ads/${ad.id}`,
      `${language}/city/irvine`,
      `${language}/city/irvine/plumbers`,
      `${language}/city/irvine/${second?.slug}`,
      `${language}/search?q=${q}`,
    ]),
    ...[`/api/ads/${ad.id}`, `/api/ads?ids=${ad.id}`, '/api/city/irvine/ads?limit=100', `/api/search?q=${q}`],
    ...[`/api/category/${second?.slug}/ads?sort=newest`, `/api/search/suggestions?q=${q}`, '/city/irvine/rss.xml'],
    ...['/api/search/map?q=plumbing&box=-117.9,33.6,-117.7,33.8', '/api/ads/recent?limit=100'],
  ])
    expect(await findPrivate(otherPage, path), path).toBeNull();
  expect((await otherPage.request.get(`/city/irvine/${second?.slug}`)).ok()).toBe(true);
  const html = await (await otherPage.request.get(`/search?q=${q}`)).text();
  expect(html).toContain(name);
});

async function findPrivate(page: Page, path: string): Promise<string | null> {
  const response = await page.request.get(path);
  expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
  return PRIVATE.exec(await response.text())?.[0] ?? null;
}

import { createOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing, toggleSection } from '#tests/browser/support/listing-form.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a plumber who works from home is listed without a street and an email', async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  await open(page, '/post-ad');
  await page.getByLabel('Ad Title').fill('Van Plumbing');
  await page.getByLabel('Description', { exact: true }).fill('Leaks and drains, seen to where you live, the same day.');
  await page.getByLabel('Business Name').fill('Van Plumbing');
  await page.getByLabel('Street Address').fill('77 Quetzalcoatl Way');
  await page.getByLabel('ZIP Code').fill('92614');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
  await page.getByLabel('Phone Number').fill('(949) 555-0123');
  await page.getByLabel('Email').fill('van@quetzalcoatl.example');
  await page.getByRole('combobox', { name: 'Category' }).fill('Plumb');
  await page.getByRole('option', { name: 'Plumbers' }).click();
  const choice = page.getByRole('checkbox', { name: 'I go to my customers: don’t show my street' });
  await choice.click();
  await expect(choice).toBeChecked();
  await expect(page.getByLabel('Street Address')).toBeDisabled();
  await expect(page.getByLabel('Street Address')).toHaveValue('');
  await expect(page.getByRole('checkbox', { name: 'Show it on my listing' })).not.toBeChecked();
  await toggleSection(page, 'Service area, license and prices');
  await page.getByLabel('Service area').fill('Irvine, Tustin and Costa Mesa');
  await page.getByLabel('Service radius').fill('15');
  await expectAccessible(page);
  await submitListing(page);
  await expect(page).toHaveURL(/\/account/);

  const [{ id }] = await getJson<[{ id: number }]>(page, '/api/user/ads');
  await open(page, `/ads/${id}`);
  await expect(page.getByText('Goes to its customers')).toBeVisible();
  await expect(page.getByText('Within 15 miles of 92614')).toBeVisible();
  await expect(page.getByRole('link', { name: /Directions|Google Maps/ })).toHaveCount(0);
  const html = await (await page.request.get(`/ads/${id}`)).text();
  expect(html).not.toMatch(/quetzalcoatl/i);
  expect(html).toContain('"geoRadius":24135');
});

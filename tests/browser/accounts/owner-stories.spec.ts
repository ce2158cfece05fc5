import { createConfirmedOwner, createOwner, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing, toggleSection } from '#tests/browser/support/listing-form.ts';
import { postListing } from '#tests/browser/support/listings.ts';

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
  await page.getByRole('button', { name: 'Add another category' }).click();
  const second = page.getByRole('combobox', { name: 'Second category' });
  // Both trades are in this group, and the first one is chosen already.
  await second.fill('Home Services');
  await expect(page.getByRole('option', { name: 'Electricians', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Plumbers', exact: true })).toHaveCount(0);
  await page.getByRole('option', { name: 'Electricians', exact: true }).click();
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Electricians');
  await page.getByRole('option', { name: 'Electricians', exact: true }).click();
  await expect(second).toHaveCount(0);
  const choice = page.getByRole('checkbox', { name: 'I go to my customers: don’t show my street' });
  await choice.click();
  await expect(choice).toBeChecked();
  await expect(page.getByLabel('Street Address')).toBeDisabled();
  await expect(page.getByLabel('Street Address (optional)')).toBeVisible();
  await expect(page.getByText('The exact spot, where your address')).toHaveCount(0);
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

test('what needs an owner is the first screen of a phone', async ({ page, browser, baseURL }) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  await open(page, '/account');
  await expect(page.getByRole('heading', { name: 'Nothing needs your attention' })).toBeVisible();

  const ad = await postListing(page);
  const draft = await postListing(page, { title: 'Sunset Drain Service' });
  const refused = await postListing(page, { title: 'Pier Water Heaters' });
  await post(page, `/api/user/ads/${draft.id}/duplicate`, {});
  const others = await browser.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: { origin: baseURL ?? '' } });
  const customer = await others.newPage();
  await signIn(customer, await createConfirmedOwner(customer));
  await post(customer, `/api/ads/${ad.id}/messages`, {
    ...{ name: 'Maria Lopez', email: owner.email, topic: 'price', key: crypto.randomUUID() },
    text: 'Our water heater leaks. Could you come on Thursday?',
  });
  await signInAsAdmin(customer);
  await post(customer, `/api/admin/ads/${refused.id}/hide`, { reason: 'No such address.' });
  await others.close();

  await open(page, '/account');
  const section = page.getByRole('region', { name: 'Needs your attention' });
  await expect(section.getByRole('link')).toHaveText([
    /wrote to you/,
    'Pier Water Heaters',
    /^Edit it/,
    /^Ask us to look again/,
    /Sunset Drain Service/,
  ]);
  await expect(section).toContainText('We hid this listing: No such address.');
  const box = await section.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
  await expectAccessible(page);
  await section.getByRole('link', { name: /Sunset Drain Service/ }).click();
  await expect(page.getByRole('table', { name: 'Your listings' }).getByText('Not published yet')).toBeInViewport();
});

import { openSection, signInAsAdmin, uniqueUsername, waitForEmailLink } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

test('the staff posts a listing for a business and gives it to its owner, who registers and accepts', async ({
  page,
  otherPage,
}) => {
  await signInAsAdmin(page);
  await openSection(page, 'Post for a business');
  const title = `Salt & Cedar ${crypto.randomUUID().slice(0, 8)}`;
  const fields = {
    'Ad Title': title,
    Description: 'Bread and cakes, baked every morning.',
    'Business Name': 'Salt & Cedar',
    'Street Address': '100 Main St',
    'ZIP Code': '92614',
    'Phone Number': '(949) 555-0100',
    Email: 'hello@salt-cedar.example',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Category', { exact: true }).fill('Plumbers');
  await page.getByLabel('Category', { exact: true }).press('Enter');
  await page.getByLabel('Primary Location').selectOption('Orange County');
  await page.getByRole('button', { name: 'Post listing' }).click();
  await expect(page.getByText('Reason is required')).toBeVisible();
  await page.getByLabel('Why are you posting it?').fill('They called us');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Post listing' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

  const email = `${uniqueUsername()}@shop.example`;
  const panel = page.getByRole('region', { name: 'Give to its owner' });
  await panel.getByRole('button', { name: 'Give to an owner…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give this listing to its owner' });
  await dialog.getByLabel('Email of the owner').fill(email);
  await dialog.getByLabel('Reason').fill('They called us');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(panel).toContainText('Offered');

  await open(otherPage, await waitForEmailLink(email, /^Is Salt & Cedar .* your business/, /^\/join/));
  await expect(otherPage.getByRole('main')).toContainText(title);
  await otherPage.getByRole('link', { name: 'Create Account' }).click();
  const username = uniqueUsername();
  await otherPage.getByLabel('Business Name').fill('Salt & Cedar');
  await otherPage.getByLabel('Email').fill(email);
  await otherPage.getByLabel('Username').fill(username);
  await otherPage.getByLabel('Password', { exact: true }).fill('pelicans over the pier');
  await otherPage.getByLabel('Confirm Password').fill('pelicans over the pier');
  await otherPage.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await otherPage.getByRole('button', { name: `Accept as ${username}` }).click();
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('The listing is yours');
  await expectAccessible(otherPage);
  await page.reload();
  await expect(page.getByRole('link', { name: username })).toBeVisible();
});

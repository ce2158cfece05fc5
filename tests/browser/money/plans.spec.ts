import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

test('the administrator changes a price, which visitors see, and plans and withdraws another', async ({
  page,
  otherPage,
}) => {
  await signInAsAdmin(page);
  await open(page, '/admin?tab=plans');
  const setPrice = async (dollars: string, day?: string) => {
    await page.getByRole('button', { name: 'Change price of Premium Semiannual' }).click();
    const dialog = page.getByRole('dialog', { name: 'Price of Premium Semiannual' });
    await dialog.getByLabel('Price of the whole term').fill(dollars);
    if (day) await dialog.getByLabel('From').fill(day);
    await dialog.getByLabel('Reason').fill('Costs rose');
    await dialog.getByRole('button', { name: 'Save price' }).click();
    await expect(dialog).toBeHidden();
  };
  const plan = page.getByRole('listitem').filter({ hasText: 'Premium Semiannual' }).first();

  await page.getByRole('button', { name: 'Change price of Premium Semiannual' }).click();
  await page.getByLabel('Price of the whole term').fill('');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('Enter a price in dollars, such as 120 or 120.50')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await setPrice('540');
  await expect(plan).toContainText('$540');
  const row = otherPage.getByRole('row', { name: '6 months' });
  await expect(async () => {
    await open(otherPage, '/rates');
    await expect(row).toContainText('$90$54010%', { timeout: 100 });
  }).toPass();

  await setPrice('600', '2039-03-01');
  await expect(plan).toContainText('$600 from March 1, 2039');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Withdraw $600 for Premium Semiannual' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this price?' });
  await dialog.getByLabel('Reason').fill('Too much');
  await dialog.getByRole('button', { name: 'Withdraw price' }).click();
  await expect(plan).not.toContainText('$600');
  // Other tests of this site expect the first price.
  await setPrice('510');
  await expect(plan).toContainText('$510');
});

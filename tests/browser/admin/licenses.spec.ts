import { createOwner, openSection, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing, toggleSection } from '#tests/browser/support/listing-form.ts';
import { postListing } from '#tests/browser/support/listings.ts';

const MESSAGE = 'California licenses this trade: add your license number, or say that you have none.';

test.describe('The form', () => {
  // The refusal.
  test.use({ tolerated: /status of 400/ });

  test('asks a plumber for a license or a statement, and shows where one is required that it is missing', async ({
    page,
  }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/post-ad');
    for (const [label, value] of [
      ['Ad Title', 'Drains of Irvine'],
      ['Description', 'Leaks, drains and water heaters. We are bonded.'],
      ['Street Address', '18 Technology Drive'],
      ['ZIP Code', '92614'],
      ['Phone Number', '(949) 555-0100'],
    ] as const)
      await page.getByLabel(label).fill(value);
    const reminder = page.locator('summary').getByText(MESSAGE);
    await expect(reminder).toHaveCount(0);
    const category = page.getByLabel('Category');
    await category.fill('plumber');
    await category.press('Enter');
    await expect(category).toHaveValue('Plumbers');
    await expect(reminder).toBeVisible();

    // Other tests post plumbers meanwhile, so the setting is not on.
    await page.route('**/api/ads', (route) =>
      route.fulfill({ status: 400, json: { message: MESSAGE, issues: [{ path: 'licenseNumber', message: MESSAGE }] } }),
    );
    await submitListing(page);
    const number = page.getByLabel('License number');
    await expect(number).toBeFocused();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toHaveAccessibleDescription(MESSAGE);
    await expect(page.getByText(/^Your ad says “bonded”/)).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('Not licensed; jobs under $1,000').check();
    await expect(number).toHaveValue('Not licensed; jobs under $1,000');
    await expect(number).toHaveAttribute('readonly');
    await expect(number).not.toHaveAttribute('aria-invalid');
    await expect(reminder).toHaveCount(0);
    await page.getByLabel('Not licensed; jobs under $1,000').uncheck();
    await expect(number).toHaveValue('');
    await expect(number).toHaveAccessibleDescription(
      /^California licenses this trade \(C-36 plumbing, .*\), and ads must show the number/,
    );

    await category.fill('florist');
    await category.press('Enter');
    await expect(number).toHaveAccessibleDescription(/^As on your license/);
    await expect(page.getByText(/^Your ad says “bonded”/)).toHaveCount(0);
    await toggleSection(page, 'Service area, license and prices');
    await expect(number).toHaveCount(0);
  });
});

test('The staff sees a plumber who states no license', async ({ page, otherPage }) => {
  await signIn(otherPage, await createOwner(otherPage));
  const { id, title } = await postListing(otherPage);
  await signInAsAdmin(page);
  await openSection(page, 'Licenses');
  const row = page
    .getByRole('table', { name: 'Licenses to check, newest listing first' })
    .getByRole('row')
    .filter({ hasText: title });
  await expect(row).toContainText('Not stated');
  await expectAccessible(page);
  await row.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(`/admin/ads/${id}`);
});

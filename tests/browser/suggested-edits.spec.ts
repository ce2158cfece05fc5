import {
  createOwner,
  expectToast,
  openSection,
  signIn,
  signInAsAdmin,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  LONG,
  open,
  test,
} from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

// Suggestions are limited by address.
test.use(withRandomIpAddress);

test.describe('A suggested edit', () => {
  test.use({ tolerated: /status( of)? 400/ });

  test('of a phone number is applied by the owner; that a business closed is dismissed by the administrator', {
    tag: LONG,
  }, async ({ page, otherPage: admin }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    const ad = await postListing(page);
    await page.context().clearCookies();
    await open(page, `/ads/${ad.id}`);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expectToast(page, 'Thanks', 'Thank you for keeping this listing up to date.');

    await page.getByRole('button', { name: 'Suggest an edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suggest an edit' });
    await dialog.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(dialog.getByText('Choose what’s wrong').last()).toBeVisible();
    await dialog.getByLabel('What’s wrong?').selectOption('The phone number is wrong');
    await dialog.getByLabel('The right phone number').fill('123');
    await dialog.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(dialog.getByText('Phone number is required')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('The right phone number').fill('(949) 555-0147');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Suggestion sent', 'Thank you for keeping this listing up to date.');
    await page.getByRole('button', { name: 'Suggest an edit' }).click();
    await dialog.getByLabel('What’s wrong?').selectOption('It’s closed for good');
    await dialog.getByRole('button', { name: 'Send suggestion' }).click();
    await expect(dialog).toBeHidden();

    await signInAsAdmin(admin);
    await open(admin, '/admin');
    await openSection(admin, 'Suggested edits');
    const row = admin.getByRole('row').filter({ hasText: ad.title });
    await expect(row.first()).toContainText('It’s closed for good');
    await expect(row.last()).toContainText('(949) 555-0147');
    await expectAccessibleOnDeskAndPhone(admin);
    await admin.getByRole('button', { name: `Still open for ${ad.title}` }).click();
    await expectToast(admin, 'Suggestion Dismissed', 'The listing stays as it is.');

    await signIn(page, owner);
    await open(page, '/account');
    await page.getByRole('button', { name: `Apply for ${ad.title}` }).click();
    await expectToast(page, 'Suggestion applied', 'Your listing shows it now.');
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('link', { name: /555-0147/ }).first()).toBeVisible();
  });
});

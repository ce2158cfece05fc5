import type { Page } from '@playwright/test';
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
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';

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
    await expect(page.getByText('Noted: the information is right.')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);

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

test('That a business is gone is asked once more before it is sent, and what was noted takes the place of the buttons', async ({
  page,
}) => {
  const { id } = await findUnclaimedListing(page);
  await page.route(`**/api/ads/${id}`, async (route) => {
    const listing = await (await route.fetch()).json();
    const sources = [{ ...listing.sources[0], date: '2019-08' }];
    await route.fulfill({ json: { ...listing, sources, asksPresence: true } });
  });
  const sent: string[] = [];
  await page.route(`**/api/ads/${id}/suggested-edits`, (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ status: 201, json: { message: 'Thank you.' } });
  });
  await open(page, '/categories');
  await followAdded(page, `/ads/${id}`);
  const no = page.getByRole('button', { name: 'No', exact: true });
  await expect(page.getByText('This information is from August 2019. Is it still here?')).toBeVisible();
  await no.press('Enter');
  await expect(page.getByText('Has it closed for good, or moved away?')).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await no.click();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Yes, it’s gone' }).click();
  await expect(page.getByText('Noted: it’s no longer here.')).toBeFocused();
  expect(sent).toEqual([JSON.stringify({ kind: 'closed' })]);
  await expect(no).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Suggest an edit' })).toBeVisible();
  await expectAccessible(page);
});

/** Follows a link inside the app, so that the page reads the API in the browser. */
const followAdded = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, path);

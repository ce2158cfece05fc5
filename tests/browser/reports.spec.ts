import type { Page } from '@playwright/test';
import {
  createOwner,
  expectToast,
  openSection,
  post,
  signIn,
  signInAsAdmin,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';
import { findUnclaimedListing, getSampleListing, postListing } from '#tests/browser/support/listings.ts';

const REASON = 'The phone number is somebody else’s.';

// Reports are limited by network.
test.use(withRandomIpAddress);

test.describe('A report', () => {
  // The browser logs the 404 of a hidden listing, and the status of a failed request.
  test.use({ tolerated: /status( of)? (404|400)/ });

  test('leads to hiding the listing with a reason that its owner reads', async ({ page, otherPage: admin }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    const ad = await postListing(page);

    await page.context().clearCookies();
    await open(page, `/ads/${ad.id}`);
    await report(page, 'Wrong information', 'That is my number.', 'reporter@mail.example');
    await expectToast(page, 'Report sent', 'Thank you. We’ll review it.');

    await signInAsAdmin(admin);
    await openTab(admin, 'Reports');
    const row = admin.getByRole('row').filter({ hasText: ad.title });
    await expect(row).toContainText('Wrong information');
    await expect(row).toContainText('That is my number.');
    await expect(row).toContainText(`Owner: ${owner.username}`);
    await expect(row).toContainText('Visitor who left an email');
    await expectAccessible(admin);
    await admin.getByRole('button', { name: `Hide listing ${ad.title}` }).click();
    const dialog = admin.getByRole('dialog', { name: 'Hide this listing?' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Hide listing' })).toBeDisabled();
    await dialog.getByLabel('Reason').fill(REASON);
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Hide listing' }).click();
    await expectToast(admin, 'Listing Hidden', 'Visitors don’t see it until you show it again.');
    await expect(row).toHaveCount(0);

    expect((await page.goto(`/ads/${ad.id}`))?.status()).toBe(404);
    await signIn(page, owner);
    await open(page, '/account');
    await expect(page.getByRole('main')).toContainText(REASON);

    await admin.getByLabel('Show', { exact: true }).selectOption('Closed reports');
    await expect(row).toContainText('Listing hidden');
    await expectAccessible(admin);
  });

  test('that led to hiding the listing is no obstacle to showing it again', { tag: LONG }, async ({
    page,
    otherPage: admin,
  }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    const ad = await postListing(page);
    await post(page, `/api/ads/${ad.id}/reports`, { reason: 'wrong', text: 'That is my number.' });
    await signInAsAdmin(admin);
    await post(admin, `/api/admin/ads/${ad.id}/hide`, { reason: REASON });
    await openTab(admin, 'Hidden');
    const row = admin.getByRole('row').filter({ hasText: ad.title });
    await expect(row).toContainText(REASON);
    await expect(row).toContainText(owner.username);
    await expectAccessible(admin);
    await admin.getByRole('button', { name: `Show again ${ad.title}` }).click();
    await expectToast(admin, 'Listing Shown', 'The listing is back to how it was before.');
    await expect(row).toHaveCount(0);
    await openSection(admin, 'Audit log');
    await expect(admin.getByRole('row').filter({ hasText: `Listing hidden #${ad.id}` })).toContainText(REASON);
    await expect(admin.getByRole('row').filter({ hasText: `Listing shown again #${ad.id}` })).toHaveCount(1);

    await page.context().clearCookies();
    expect((await page.goto(`/ads/${ad.id}`))?.status()).toBe(200);
  });

  test('is listed when a failed request is retried, and is closed if the listing is kept', { tag: LONG }, async ({
    page,
  }) => {
    const ad = await findUnclaimedListing(page);
    await post(page, `/api/ads/${ad.id}/reports`, { reason: 'offensive', text: `I do not like number ${ad.id}.` });
    await signInAsAdmin(page);
    const list = /\/api\/admin\/reports\?/;
    await page.route(list, (route) => route.fulfill({ status: 400, json: { message: 'Out to lunch' } }));
    await openTab(page, 'Reports');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch reports');
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: `I do not like number ${ad.id}.` });
    await row.getByRole('button', { name: 'Keep' }).click();
    await expectToast(page, 'Report Closed', 'The listing stays as it is.');
    await expect(row).toHaveCount(0);
    await page.getByLabel('Show', { exact: true }).selectOption('Closed reports');
    await expect(row).toContainText('Listing kept');
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
  });
});

test.describe('The dialog', () => {
  test.use({ tolerated: /status of 429/ });

  test('has errors for missing fields, keeps its values and the focus, and refuses too many reports', {
    tag: LONG,
  }, async ({ page }) => {
    const ad = await findUnclaimedListing(page);
    await open(page, `/ads/${ad.id}`);
    const button = page.getByRole('button', { name: 'Report this listing' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Report this listing' });
    await expect(dialog.getByLabel('What’s wrong?')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByLabel('What’s wrong?')).toHaveAccessibleDescription('Choose a reason');
    await expect(dialog.getByLabel('What’s wrong?')).toBeFocused();
    await dialog.getByLabel('What’s wrong?').selectOption('Something else');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByLabel('Details')).toHaveAccessibleDescription('Tell us what’s wrong');
    await expectAccessible(page);
    await dialog.getByLabel('Details').fill('It is shut on Mondays');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Details')).toHaveValue('It is shut on Mondays');

    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expectToast(page, 'Report sent', 'Thank you. We’ll review it.');
    await report(page, 'Spam', 'Have I said that it is spam?');
    await expect(dialog).toContainText(/Too many attempts/);
    await expect(dialog.getByLabel('Details')).toHaveValue('Have I said that it is spam?');
    await expectAccessible(page);
  });
});

test('samples have illustrations, and cannot be reported, called or saved', async ({ page }) => {
  const { id } = await getSampleListing(page);
  await open(page, `/ads/${id}`);
  await expect(page.getByText('This isn’t a real business.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Sample illustration: / })).toHaveCount(3);
  await expect(page.getByRole('img', { name: /^Sample logo of / })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report this listing' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  // The rows of other listings below it have links that call them.
  const calls = page.getByRole('main').getByRole('link', { name: /^(Call|Directions|Google Maps)/ });
  await expect(calls.and(page.locator(':not(.listing-rows *)'))).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: /^Contact / })).toHaveCount(0);
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: VIEWPORTS.phone, colorScheme: 'dark' });

  test('reports are sent and listed', { tag: LONG }, async ({ page }) => {
    const ad = await findUnclaimedListing(page);
    await open(page, `/ads/${ad.id}`);
    await page.getByRole('button', { name: 'Report this listing' }).click();
    await expect(page.getByRole('dialog').getByLabel('What’s wrong?')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await post(page, `/api/ads/${ad.id}/reports`, { reason: 'closed', text: 'x'.repeat(900) });
    await signInAsAdmin(page);
    await openTab(page, 'Reports');
    const row = page.getByRole('row').filter({ hasText: ad.title });
    await row.first().getByText('Show all').click();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await openSection(page, 'Hidden');
    await expectAccessible(page);
  });
});

async function report(page: Page, reason: string, text: string, email = '') {
  await page.getByRole('button', { name: 'Report this listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this listing' });
  await dialog.getByLabel('What’s wrong?').selectOption(reason);
  await dialog.getByLabel('Details').fill(text);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send report' }).click();
}

async function openTab(page: Page, name: string) {
  await open(page, '/admin');
  await openSection(page, name);
}

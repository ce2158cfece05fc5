import type { Listing } from '#contract/listings.ts';
import { uniqueUsername, waitForEmailLink, withRandomIpAddress } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from '#tests/browser/support/fixtures.ts';

// Links are limited by network.
test.use(withRandomIpAddress);

test('a visitor keeps what was saved by an email and one link, and sees no business in the account', async ({
  page,
}) => {
  const [listing] = (await getJson<Listing[]>(page, '/api/category/nightlife/ads?featured=false&limit=1')) as [Listing];
  const email = `${uniqueUsername()}@mail.example`;
  await open(page, '/category/nightlife');
  const saveButton = page.getByRole('button', { name: `Save ${listing.title}`, exact: true }).first();
  await saveButton.click();
  await expect(saveButton).toHaveAttribute('aria-pressed', 'true');
  await open(page, '/saved');
  await page.getByRole('link', { name: 'Sign in by email' }).click();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await open(page, await waitForEmailLink(email, /^Your link to /));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/saved');
  await expect(page.getByRole('main').getByRole('heading', { name: listing.title })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('sign-in-next'))).toBeNull();

  await open(page, '/account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${email}`);
  await expect(page.getByRole('region', { name: 'Saved', exact: true })).toContainText(
    /Everything you saved\s*1 listing/,
  );
  await expect(page.getByRole('region', { name: 'Saved searches' })).toContainText('No saved searches yet');
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Messages that you send to businesses');
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('You haven’t reviewed a business yet');
  await expect(page.getByRole('link', { name: 'List your business' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payments' })).toHaveCount(0);
  await expect(page.getByLabel('Business Name')).toHaveCount(0);
  await expectAccessible(page);
});

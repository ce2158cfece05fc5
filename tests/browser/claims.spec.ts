import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Listing } from '#contract/listings.ts';
import {
  createConfirmedOwner,
  createOwner,
  expectToast,
  openSection,
  post,
  signIn,
  signInAsAdmin,
  submitSignInForm,
  uniqueUsername,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';
import { findUnclaimedListing } from '#tests/browser/support/listings.ts';

test('a claim is verified by a link emailed to an address at the business’s website', { tag: LONG }, async ({
  page,
}) => {
  const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined);
  const proof = `${crypto.randomUUID().slice(0, 8)}@${findWebsite(ad)}`;
  const owner = await createConfirmedOwner(page);

  await open(page, `/ads/${ad.id}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Is this your business?' }).click();
  await expect(page).toHaveURL(/^[^?]*\/auth\?register=true&next=/);
  await expect(page.getByText(`Create a free account, and continue to claim ${ad.businessName}.`)).toBeVisible();
  await expect(page.getByLabel('Business Name')).toHaveValue(ad.businessName);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await submitSignInForm(page, owner);
  const dialog = page.getByRole('dialog', { name: 'Is this your business?' });
  await expect(dialog.getByLabel('An email address at')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('An email address at').fill('info');
  await dialog.getByRole('button', { name: 'Claim this listing' }).click();
  await expect(dialog.getByLabel('An email address at')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await dialog.getByLabel('An email address at').fill(proof);
  await dialog.getByRole('button', { name: 'Claim this listing' }).click();
  const result = page.getByRole('dialog', { name: 'Check your email' });
  await expect(result).toContainText(`We emailed a link to ${proof}.`);
  await expectAccessible(page);
  await result.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(`/ads/${ad.id}`);

  await open(page, await waitForClaimLink(proof));
  await expect(page).toHaveURL('/account/claim');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claim your listing');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Claim this listing' }).click();
  await expect(page.getByRole('heading', { name: 'The listing is yours' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View listing' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
  await open(page, `/ads/${ad.id}`);
  await expect(page.getByRole('button', { name: 'Is this your business?' })).toHaveCount(0);
  await open(page, '/account');
  await expect(page.getByRole('main')).toContainText(ad.title);
});

test.describe('The link', () => {
  test.use({ tolerated: /status of 40[03]/ });

  test('survives signing in, is refused to others, and works once', { tag: LONG }, async ({
    page,
    otherPage: stranger,
  }) => {
    const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined);
    const proof = `${crypto.randomUUID().slice(0, 8)}@${findWebsite(ad)}`;
    const [owner, other] = [await createConfirmedOwner(page), await createConfirmedOwner(page)];
    await signIn(page, owner);
    await post(page, `/api/ads/${ad.id}/claims`, { email: proof, note: '' });
    const link = await waitForClaimLink(proof);

    await signIn(stranger, other);
    await open(stranger, link);
    await stranger.getByRole('button', { name: 'Claim this listing' }).click();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
    await expect(stranger.getByRole('main')).toContainText('This link is for another account.');
    await expectToast(stranger, 'Couldn’t claim', 'This link is for another account.');
    await expectAccessible(stranger);

    await page.context().clearCookies();
    await open(page, link);
    await expect(page).toHaveURL('/account/claim');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await submitSignInForm(page, owner);
    await page.getByRole('button', { name: 'Claim this listing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The listing is yours');
    await open(page, link);
    await page.getByRole('button', { name: 'Claim this listing' }).click();
    await expect(page.getByRole('main')).toContainText('This link has expired or has already been used.');
  });

  test('has a message if it is incomplete', { tag: LONG }, async ({ page }) => {
    await open(page, '/account/claim');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
    await expectAccessible(page);
  });
});

test('the link that confirms an email survives signing in', { tag: LONG }, async ({ page }) => {
  const owner = await createOwner(page);
  await open(page, await waitForEmailLink(owner.email, /^Confirm your email/));
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await submitSignInForm(page, owner);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused();
  await expectAccessible(page);
});

test('a claim that says nothing is refused at its field', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await findUnclaimedListing(page, ({ businessUrl }) => businessUrl !== null);
  await open(page, `/ads/${ad.id}?claim=1`);
  const dialog = page.getByRole('dialog', { name: 'Is this your business?' });
  await dialog.getByRole('button', { name: 'Claim this listing' }).click();
  const note = dialog.getByLabel(/tell us how we can verify/i);
  await expect(note).toHaveAccessibleDescription(/Enter an email address at the website, add a document, or tell us/);
  await expectAccessible(page);
});

test.describe('A claim without verification', () => {
  test('is approved, which transfers the listing', async ({ page, otherPage: admin }) => {
    const { ad, owner } = await claimByNote(page, 'I am behind the bar every Friday.');
    await signInAsAdmin(admin);
    await openClaims(admin);
    const row = getClaimRow(admin, ad, owner.username);
    await expect(row).toContainText('I am behind the bar every Friday.');
    await expect(row).toContainText(owner.email);
    await expectAccessible(admin);
    await row.getByRole('button', { name: 'Approve' }).click();
    const approval = admin.getByRole('dialog', { name: 'Approve this claim?' });
    await expect(approval).toContainText(`${ad.title} will belong to ${owner.username}`);
    await expectAccessible(admin);
    await approval.getByRole('button', { name: 'Approve claim' }).click();
    await expectToast(admin, 'Claim Approved', 'The claimant now owns the listing, and we emailed them.');
    await expect(row).toHaveCount(0);

    await waitForEmailLink(owner.email, /^Your claim of .* was approved$/);
    await open(page, '/account');
    await expect(page.getByRole('main')).toContainText(ad.title);
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('button', { name: 'Is this your business?' })).toHaveCount(0);
  });

  test('is declined with a reason', { tag: LONG }, async ({ page, otherPage: admin }) => {
    const { ad, owner } = await claimByNote(page, 'I own it.');
    await signInAsAdmin(admin);
    await openClaims(admin);
    const row = getClaimRow(admin, ad, owner.username);
    await row.getByRole('button', { name: 'Decline' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Decline this claim?' });
    await dialog.getByLabel('Reason').fill('Nobody at the business knows you.');
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Decline claim' }).click();
    await expectToast(admin, 'Claim Declined', 'We emailed the claimant the reason.');
    await expect(row).toHaveCount(0);

    await waitForEmailLink(owner.email, /^Your claim of .* was declined$/);
    await open(page, '/account');
    await expect(page.getByRole('main')).toContainText('Nobody at the business knows you.');
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('button', { name: 'Is this your business?' })).toBeVisible();
  });
});

test('an address at another website leaves the claim waiting for review, with the reason', { tag: LONG }, async ({
  page,
}) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined);
  await open(page, `/ads/${ad.id}`);
  await page.getByRole('button', { name: 'Is this your business?' }).click();
  await page.getByLabel('An email address at').fill('me@gmail.com');
  await page.getByRole('button', { name: 'Claim this listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Claim received' });
  await expect(dialog).toContainText('We can’t match that address to the business’s website.');
  await expectAccessible(page);
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: VIEWPORTS.phone, colorScheme: 'dark' });

  test('a new account at the website’s domain confirms its email, and claims by one click', async ({ page }) => {
    const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined);
    const username = uniqueUsername();
    const email = `${username}@${findWebsite(ad)}`;
    await open(page, `/ads/${ad.id}`);
    await page.getByRole('button', { name: 'Is this your business?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('surf-and-turf');
    await page.getByLabel('Confirm Password').fill('surf-and-turf');
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    const first = page.getByRole('dialog', { name: 'Confirm your email first' });
    await expect(first).toContainText(`We emailed a link to ${email}.`);
    await expectAccessible(page);
    await first.getByRole('button', { name: 'Resend email' }).click();
    await expectToast(page, 'Email sent', email);

    await open(page, await waitForEmailLink(email, /^Confirm your email/, /confirm\?claim=/));
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused();
    await page.getByRole('link', { name: 'Continue your claim' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is this your business?' });
    await expect(dialog).toContainText(`Your email ${email} is at the website’s domain`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Claim this listing' }).click();
    const done = page.getByRole('dialog', { name: 'The listing is yours' });
    await expect(done).toContainText('You can now edit it');
    await expectAccessible(page);
    await done.getByRole('link', { name: 'Go to your account' }).click();
    await expect(page.getByRole('main')).toContainText(ad.title);
  });

  test('claims are made by keyboard, and listed', { tag: LONG }, async ({ page }) => {
    const owner = await createConfirmedOwner(page);
    await signIn(page, owner);
    const ad = await findUnclaimedListing(page, ({ businessUrl }) => businessUrl !== null);
    await open(page, `/ads/${ad.id}`);
    const button = page.getByRole('button', { name: 'Is this your business?' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('An email address at')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ask for me at the counter.');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('A document that shows it’s yours')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Claim received' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();

    await signInAsAdmin(page);
    await openClaims(page);
    await expect(getClaimRow(page, ad, owner.username)).toContainText('Ask for me at the counter.');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
});

test.describe('A document', () => {
  // One that cannot be read is refused.
  test.use({ tolerated: /status of 400/ });

  test('proves a claim, and the staff downloads it', { tag: LONG }, async ({ page }) => {
    const owner = await createConfirmedOwner(page);
    await signIn(page, owner);
    const ad = await findUnclaimedListing(page, ({ businessUrl }) => businessUrl === null);
    await open(page, `/ads/${ad.id}`);
    await page.getByRole('button', { name: 'Is this your business?' }).click();
    const dialog = page.getByRole('dialog');
    const empty = dialog.getByText('Add a document, or tell us how we can verify that it’s yours');
    await page.getByRole('button', { name: 'Claim this listing' }).click();
    await expect(empty).toBeVisible();
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.getByLabel('A document that shows it’s yours').setInputFiles({ name, mimeType, buffer });
    await choose('license.txt', 'text/plain', Buffer.from('A license'));
    await expect(dialog.getByText('We couldn’t read this file. Use PDF, JPEG, PNG, WebP or AVIF.')).toBeVisible();
    await choose('scan.pdf', 'application/pdf', Buffer.alloc(11 * 1024 * 1024));
    await expect(dialog.getByText('This file is larger than 10 MB.')).toBeVisible();
    await choose('license.pdf', 'application/pdf', Buffer.from('%PDF-1.7 A license'));
    await expect(dialog.getByText('license.pdf')).toBeVisible();
    await expect(empty).toBeHidden();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Claim this listing' }).click();
    await expect(page.getByRole('dialog', { name: 'Claim received' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Your claim is in review' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send another claim' }).click();
    await expect(dialog.getByText('replaces your claim that’s in review, with its document')).toBeVisible();

    await signInAsAdmin(page);
    await openClaims(page);
    const downloading = page.waitForEvent('download');
    await getClaimRow(page, ad, owner.username).getByRole('link', { name: 'Download the document' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^claim-\d+\.pdf$/);
    await expectAccessible(page);
  });
});

/** Creates a signed-in account with a claim without verification. */
async function claimByNote(page: Page, note: string) {
  const ad = await findUnclaimedListing(page);
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  await post(page, `/api/ads/${ad.id}/claims`, { email: '', note });
  return { ad, owner };
}

const waitForClaimLink = (address: string) => waitForEmailLink(address, /^Verify the claim of /, /^\/account\/claim#/);

async function openClaims(page: Page) {
  await open(page, '/admin');
  await openSection(page, 'Claims');
}

const getClaimRow = (page: Page, ad: Listing, username: string) =>
  page.getByRole('row').filter({ hasText: ad.title }).filter({ hasText: username });

interface Brewery {
  name: string;
  website: string;
}

// The API does not return the websites of free listings.
const BREWERIES: Brewery[] = parse(readFileSync(join(import.meta.dirname, '../../data/socal_breweries.csv'), 'utf8'), {
  columns: true,
  bom: true,
});

/** The domain of a brewery's own website, if it has one. */
function findWebsite({ businessName }: Listing): string | undefined {
  const found = BREWERIES.filter(({ name }) => name === businessName);
  const host = found.length === 1 ? URL.parse(found[0]?.website ?? '')?.hostname.replace(/^www\./, '') : undefined;
  return host && /^[^.]+\.com$/.test(host) && !/facebook|instagram|wix|square/.test(host) ? host : undefined;
}

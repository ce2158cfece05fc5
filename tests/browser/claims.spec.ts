import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Listing } from '#contract/listings.ts';
import {
  createOwner,
  expectToast,
  post,
  signIn,
  signInAsAdmin,
  submitSignInForm,
  waitForEmailLink,
} from './support/accounts.ts';
import { expect, expectAccessible, open, test } from './support/fixtures.ts';
import { VIEWPORTS } from './support/layout.ts';
import { findUnclaimedListing } from './support/listings.ts';

test('a claim is verified by a link emailed to an address at the business’s website', async ({ page }) => {
  const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined);
  const proof = `${crypto.randomUUID().slice(0, 8)}@${findWebsite(ad)}`;
  const owner = await createOwner(page);

  await open(page, `/ads/${ad.id}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Is this your business?' }).click();
  await expect(page).toHaveURL(/^[^?]*\/auth\?next=/);
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
  const result = page.getByRole('dialog', { name: 'Check your mail' });
  await expect(result).toContainText(`We have mailed a link to ${proof}.`);
  await expectAccessible(page);
  await result.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(`/ads/${ad.id}`);

  await open(page, await waitForClaimLink(proof));
  await expect(page).toHaveURL('/account/claim');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claim your listing');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Claim the listing' }).click();
  await expect(page.getByRole('heading', { name: 'The listing is yours' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the listing' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
  await open(page, `/ads/${ad.id}`);
  await expect(page.getByRole('button', { name: 'Is this your business?' })).toHaveCount(0);
  await open(page, '/account');
  await expect(page.getByRole('main')).toContainText(ad.title);
});

test.describe('The link', () => {
  test.use({ tolerated: /status of 40[03]/ });

  test('survives signing in, is refused to others, and works once', async ({ page, browser }) => {
    const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined);
    const proof = `${crypto.randomUUID().slice(0, 8)}@${findWebsite(ad)}`;
    const [owner, other] = [await createOwner(page), await createOwner(page)];
    await signIn(page, owner);
    await post(page, `/api/ads/${ad.id}/claims`, { email: proof, note: '' });
    const link = await waitForClaimLink(proof);

    const stranger = await openAnotherBrowser(browser);
    await signIn(stranger, other);
    await open(stranger, link);
    await stranger.getByRole('button', { name: 'Claim the listing' }).click();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
    await expect(stranger.getByRole('main')).toContainText('This link is for another account.');
    await expectToast(stranger, 'Not claimed', 'This link is for another account.');
    await expectAccessible(stranger);
    await stranger.context().close();

    const later = await openAnotherBrowser(browser);
    await open(later, link);
    await expect(later).toHaveURL('/account/claim');
    await expectAccessible(later);
    await later.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await submitSignInForm(later, owner);
    await later.getByRole('button', { name: 'Claim the listing' }).click();
    await expect(later.getByRole('heading', { level: 1 })).toHaveText('The listing is yours');
    await open(later, link);
    await later.getByRole('button', { name: 'Claim the listing' }).click();
    await expect(later.getByRole('main')).toContainText('This link has expired or was used already.');
    await later.context().close();
  });

  test('has a message if it is incomplete', async ({ page }) => {
    await open(page, '/account/claim');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
    await expectAccessible(page);
  });
});

test.describe('A claim without verification', () => {
  test('is approved, which transfers the listing', async ({ page, browser }) => {
    const { ad, owner } = await claimByNote(page, 'I am behind the bar every Friday.');
    const admin = await openAnotherBrowser(browser);
    await signInAsAdmin(admin);
    await openClaims(admin);
    const row = getClaimRow(admin, ad, owner.username);
    await expect(row).toContainText('I am behind the bar every Friday.');
    await expect(row).toContainText(owner.email);
    await expectAccessible(admin);
    await row.getByRole('button', { name: 'Approve' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Approve this claim?' });
    await expect(dialog).toContainText(`${ad.title} will belong to ${owner.username}`);
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Approve claim' }).click();
    await expectToast(admin, 'Claim Approved', 'The listing belongs to its claimant, who is told by mail.');
    await expect(row).toHaveCount(0);
    await admin.context().close();

    await waitForEmailLink(owner.email, /^Your claim at .* was approved$/);
    await open(page, '/account');
    await expect(page.getByRole('main')).toContainText(ad.title);
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('button', { name: 'Is this your business?' })).toHaveCount(0);
  });

  test('is declined, which notifies the claimant of the reason', async ({ page, browser }) => {
    const { ad, owner } = await claimByNote(page, '');
    const admin = await openAnotherBrowser(browser);
    await signInAsAdmin(admin);
    await openClaims(admin);
    const row = getClaimRow(admin, ad, owner.username);
    await row.getByRole('button', { name: 'Decline' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Decline this claim?' });
    await dialog.getByLabel('Reason').fill('Nobody at the business knows you.');
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Decline claim' }).click();
    await expectToast(admin, 'Claim Declined', 'The claimant is told why by mail.');
    await expect(row).toHaveCount(0);
    await admin.context().close();

    await waitForEmailLink(owner.email, /^Your claim at .* was declined$/);
    await open(page, '/account');
    await expect(page.getByRole('main')).toContainText('Nobody at the business knows you.');
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('button', { name: 'Is this your business?' })).toBeVisible();
  });
});

test('an address at another website leaves the claim waiting for review, with the reason', async ({ page }) => {
  await signIn(page, await createOwner(page));
  const ad = await findUnclaimedListing(page);
  await open(page, `/ads/${ad.id}`);
  await page.getByRole('button', { name: 'Is this your business?' }).click();
  await page.getByLabel('An email address at').fill('me@gmail.com');
  await page.getByRole('button', { name: 'Claim this listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'We have your claim' });
  await expect(dialog).toContainText('That address is not at a website that we know to be the business’s own.');
  await expectAccessible(page);
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: VIEWPORTS.phone, colorScheme: 'dark' });

  test('claims are made by keyboard, and listed', async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    const ad = await findUnclaimedListing(page);
    await open(page, `/ads/${ad.id}`);
    const button = page.getByRole('button', { name: 'Is this your business?' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('An email address at')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ask for me at the counter.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'We have your claim' })).toBeVisible();
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

/** Creates a signed-in account with a claim without verification. */
async function claimByNote(page: Page, note: string) {
  const ad = await findUnclaimedListing(page);
  const owner = await createOwner(page);
  await signIn(page, owner);
  await post(page, `/api/ads/${ad.id}/claims`, { email: '', note });
  return { ad, owner };
}

const waitForClaimLink = (address: string) =>
  waitForEmailLink(address, /^Is your business listed at /, /^\/account\/claim\?/);

async function openClaims(page: Page) {
  await open(page, '/admin');
  await page.getByRole('tab', { name: /^Claims/ }).click();
}

const getClaimRow = (page: Page, ad: Listing, username: string) =>
  page.getByRole('row').filter({ hasText: ad.title }).filter({ hasText: username });

const openAnotherBrowser = async (browser: Browser) => (await browser.newContext()).newPage();

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

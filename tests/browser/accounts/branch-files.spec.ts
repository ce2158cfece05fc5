import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { Listing } from '#contract/listings.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import {
  createConfirmedOwner,
  post,
  signIn,
  uniqueUsername,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { countClicks } from '#tests/browser/support/clicks.ts';
import { expect, expectAccessibleOnDeskAndPhone, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';

test.use({ viewport: { width: 390, height: 844 } });

const MAX_CLICKS = 40;
const HEADER = 'Business Name,Street,City,ZIP,Phone,Category,Hours';

test('a dental group registers, and its 14 branches are published or claimed, with hours for all', {
  tag: LONG,
}, async ({ page }) => {
  const startedAt = Date.now();
  const clicks = await countClicks(page);
  const ad = await findUnclaimedListing(page, (ad) => findWebsite(ad) !== undefined && ad.street !== null);
  const username = uniqueUsername();
  const email = `${username}@${findWebsite(ad)}`;
  const name = `Bright Smiles ${username.slice(-6)}`;

  await open(page, '/auth?register=true');
  await page.getByLabel('Business Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('surf-and-turf');
  await page.getByLabel('Confirm Password').fill('surf-and-turf');
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/account/);
  await open(page, await waitForEmailLink(email, /^Confirm your email/));
  await page
    .getByRole('main')
    .getByRole('button', { name: /Confirm/ })
    .click();
  await expect(page.getByRole('main')).toContainText(/confirmed/i);

  await open(page, '/account');
  await page.getByRole('link', { name: 'Several locations? Add them all at once' }).click();
  await page.getByRole('button', { name: 'Create the business' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add branches from a file');
  await expectAccessibleOnDeskAndPhone(page);
  // What another test has added there would belong to another account.
  const number = randomInt(10_000, 90_000);
  const rows = Array.from(
    { length: 13 },
    (_, n) => `${name},${number + n} Culver Dr,Irvine,92604,(949) 555-01${10 + n},dentist,Mon-Fri 9-5`,
  );
  const listed = [
    ad.businessName,
    ad.street,
    ad.city.name,
    ad.zipCode,
    ad.tel?.slice('tel:'.length) ?? '(949) 555-0199',
    'brewery',
    '',
  ];
  await sendFile(page, [HEADER, ...rows, listed.map((cell) => `"${cell}"`).join()].join('\n'));
  await expect(page.getByRole('heading', { name: '14 branches in the file' })).toBeVisible();
  await expect(page.getByText('Listed already: you claim it')).toHaveCount(1);
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('button', { name: 'Add 14 branches' }).click();
  await expect(page.getByRole('heading', { name: '14 branches are in' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Claimed' })).toHaveCount(1);
  await expectAccessibleOnDeskAndPhone(page);

  await page.getByRole('link', { name: 'See your branches' }).click();
  await page.getByRole('link', { name: 'Edit branches' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit branches');
  await page.getByRole('checkbox', { name: 'Opening hours' }).check();
  await page.getByRole('switch', { name: 'By appointment only' }).check();
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: '14 branches change' })).toBeFocused();
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('button', { name: 'Change 14 branches' }).click();
  await expect(page.getByRole('heading', { name: '14 branches were changed' })).toBeFocused();

  const own = await getJson<{ id: number; status: string }[]>(page, '/api/user/ads');
  expect(own.map(({ status }) => status)).toEqual(Array(14).fill('active'));
  for (const { id } of own) {
    const { form } = await getJson<OwnerListingPage>(page, `/api/user/ads/${id}`);
    expect(form.hours?.monday).toBe('appointment');
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  // Choosing the file, and opening the emailed link.
  const count = clicks() + 3;
  console.info(`14 branches: ${count} clicks, ${seconds} s`);
  expect(count).toBeLessThanOrEqual(MAX_CLICKS);
});

test.describe('Wrong input', () => {
  test.use({ tolerated: /status of 400/ });

  test('rows are mended where they are wrong, and an edit of all branches is undone', { tag: LONG }, async ({
    page,
  }) => {
    const owner = await createConfirmedOwner(page);
    await signIn(page, owner);
    const name = `Golden Dental ${owner.username.slice(-6)}`;
    const { id } = await post<{ id: number }>(page, '/api/user/organizations', { name });
    const branch = await postListing(page);
    await page.request.patch(`/api/user/organizations/${id}`, {
      headers: { origin: process.env.SITE_ORIGIN ?? '' },
      data: { add: [branch.id] },
    });
    await open(page, `/account/branches/${id}/file`);
    await sendFile(page, `A,B,C,D,E\n${name},${randomInt(10_000, 90_000)} Culver Dr,Irvine,92604,\n`);
    await page.getByLabel('Name', { exact: true }).selectOption('A');
    await page.getByLabel('Street address').selectOption('B');
    await page.getByLabel('City').selectOption('C');
    await page.getByLabel('ZIP code').selectOption('D');
    await page.getByRole('combobox', { name: 'Category of all branches' }).fill('Dentist');
    await page.getByRole('option', { name: /Dent/ }).first().click();
    await expectAccessibleOnDeskAndPhone(page);
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await expect(page.getByText('Something is missing')).toBeVisible();
    await page.getByLabel('Phone Number').fill('949 555 0188');
    await expectAccessibleOnDeskAndPhone(page);
    await page.getByRole('button', { name: 'Add 1 branch' }).click();
    await expect(page.getByRole('heading', { name: '1 branch is in' })).toBeFocused();

    await open(page, `/account/branches/${id}/edit`);
    await page.getByRole('checkbox', { name: 'Description' }).check();
    await page.getByLabel('Description', { exact: true }).last().fill('Too short');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Description must be at least 20 characters')).toBeVisible();
    await page
      .getByLabel('Description', { exact: true })
      .last()
      .fill('Gentle dentists in all of Orange County since 1990.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Change 2 branches' }).click();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByRole('heading', { name: '2 branches are as before' })).toBeFocused();
    await expectAccessibleOnDeskAndPhone(page);
  });
});

async function sendFile(page: Page, content: string) {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'branches.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const BREWERIES = parse(readFileSync(join(import.meta.dirname, '../../../data/socal_breweries.csv'), 'utf8'), {
  columns: true,
  bom: true,
}) as {
  name: string;
  website: string;
}[];

/** The host of an unclaimed listing's website, which the API does not tell. */
function findWebsite({ businessName }: Listing): string | undefined {
  const found = BREWERIES.filter(({ name }) => name === businessName);
  const host = found.length === 1 ? URL.parse(found[0]?.website ?? '')?.hostname.replace(/^www\./, '') : undefined;
  return host && /^[^.]+\.com$/.test(host) && !/facebook|instagram|wix|square/.test(host) ? host : undefined;
}

import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import { createConfirmedOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessibleOnDeskAndPhone, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { detailsOf } from '#tests/browser/support/row-names.ts';

// The browser logs the 404 of a link that was revoked.
test.use({ tolerated: /status of 404/ });

const rows = (page: Page) => page.getByRole('main').getByRole('link', { name: /^View Details/ });
const toRowTexts = (listings: Listing[]) => listings.map(detailsOf);
const getListings = (page: Page) => getJson<Listing[]>(page, '/api/category/nightlife/ads?limit=3&featured=false');

/** Signs in, and opens what was saved just before in this browser. */
async function openSaved(page: Page, listings: Listing[]) {
  await open(page, '/category/nightlife');
  for (const { title } of listings) {
    const button = page.getByRole('button', { name: `Save ${title}`, exact: true }).first();
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  await signIn(page, await createConfirmedOwner(page));
  await open(page, '/saved');
  await expect(rows(page)).toHaveText(toRowTexts(listings.toReversed()));
}

async function createList(page: Page, name: string, listings: Listing[]) {
  for (const { title } of listings) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Add to a list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New list' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

test('a list is named, shared by a link, copied by a visitor, and no longer shown once its link is revoked', async ({
  page,
  otherPage,
}) => {
  const listings = await getListings(page);
  await openSaved(page, listings);
  await expectAccessibleOnDeskAndPhone(page);
  await createList(page, 'Night out', listings.slice(0, 2));
  await expect(rows(page)).toHaveText(toRowTexts(listings.slice(0, 2)));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('link', { name: 'Open the shared list' });
  const path = (await link.getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/lists\/[\w-]{43}$/);
  await expectAccessibleOnDeskAndPhone(page);

  await open(otherPage, path);
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Night out');
  await expect(rows(otherPage)).toHaveText(toRowTexts(listings.slice(0, 2)));
  await expect(otherPage.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessibleOnDeskAndPhone(otherPage);
  await otherPage.getByRole('button', { name: 'Save a copy' }).click();
  await expect(otherPage).toHaveURL('/saved');
  await expect(rows(otherPage)).toHaveText(toRowTexts(listings.slice(0, 2)));

  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expectToast(page, 'The link no longer works', '');
  const response = await otherPage.goto(path);
  expect(response?.status()).toBe(404);
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('This list isn’t shared anymore');
  await expectAccessibleOnDeskAndPhone(otherPage);
});

test('a list is changed and deleted, and what is removed from Saved comes back with its lists', { tag: LONG }, async ({
  page,
}) => {
  const listings = await getListings(page);
  const [first, second, third] = listings as [Listing, Listing, Listing];
  await openSaved(page, listings);
  await createList(page, 'Night out', [first, second]);
  const lists = page.getByRole('navigation', { name: 'Your lists' });

  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toContainText('Enter a name');
  await page.getByRole('dialog').getByLabel('Name').fill('Late night');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(lists.getByRole('link', { name: 'Late night' })).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: `Save ${first.title}`, exact: true }).click();
  await expect(rows(page)).toHaveText(toRowTexts([second]));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveText(toRowTexts([first, second]));

  await page.getByRole('checkbox', { name: `Select ${second.title}` }).check();
  await page.getByRole('button', { name: 'Add to a list' }).click();
  await page.getByRole('dialog').getByLabel('Also remove from “Late night”').check();
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('dialog').getByRole('button', { name: 'New list' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Early');
  await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Early' })).toBeVisible();
  await expect(rows(page)).toHaveText(toRowTexts([second]));
  await lists.getByRole('link', { name: 'Late night' }).click();
  await expect(rows(page)).toHaveText(toRowTexts([first]));

  await lists.getByRole('link', { name: 'Saved' }).click();
  await page.getByRole('checkbox', { name: `Select ${third.title}` }).check();
  await page.getByRole('button', { name: 'Add to a list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Late night' }).click();
  await expectToast(page, 'Added to “Late night”', '');
  await lists.getByRole('link', { name: 'Late night' }).click();
  await expect(rows(page)).toHaveText(toRowTexts([third, first]));
  await page.getByRole('checkbox', { name: `Select ${third.title}` }).check();
  await page.getByRole('button', { name: 'Remove from this list' }).click();
  await expect(rows(page)).toHaveText(toRowTexts([first]));

  await page.getByRole('button', { name: 'Delete list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click();
  await expect(page).toHaveURL('/saved');
  await expect(lists.getByRole('link')).toHaveCount(2);
  await expect(rows(page)).toHaveCount(3);
});

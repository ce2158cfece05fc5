import type { Page } from '@playwright/test';
import { createConfirmedOwner, expectToast, signIn, waitForEmailLink } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

test('an owner invites a manager, who edits the listing until the owner removes them', async ({ page, otherPage }) => {
  const { ad, helper } = await postBesideHelper(page, otherPage);
  await open(page, '/account');
  const people = getPeople(page);
  await people.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('Email or username').fill(helper.email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expectToast(page, 'Invitation sent', '');
  await expect(people.getByRole('listitem').filter({ hasText: helper.email })).toContainText('Manager, invited');

  await open(otherPage, await waitForEmailLink(helper.email, /^Help with the listings of/, /^\/join/));
  await expect(otherPage).toHaveURL('/join?of=business');
  await expect(otherPage.getByRole('main')).toContainText('Salt & Sons invites you as manager');
  await expect(otherPage.getByRole('main')).toContainText(ad.title);
  await expectAccessible(otherPage);
  await otherPage.getByRole('button', { name: `Accept as ${helper.username}` }).click();
  await otherPage.getByRole('link', { name: 'Go to your account' }).click();
  const row = otherPage.getByRole('row', { name: ad.title });
  await expect(row).toContainText('Manager');
  await expect(row).toContainText('Salt & Sons');
  await expect(row).not.toContainText('Upgrade');
  await row.getByRole('link', { name: 'Edit' }).click();
  await otherPage.getByLabel('Phone').fill('(949) 555-0177');
  await otherPage.getByRole('button', { name: 'Save changes' }).click();
  await expect(otherPage).toHaveURL('/account#listings');

  await page.reload();
  await people.getByRole('button', { name: `Remove ${helper.username}` }).click();
  await page.getByRole('dialog', { name: 'Remove this person?' }).getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Removed', '');
  await open(otherPage, `/account/ads/${ad.id}/edit`);
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Ad Not Found');
});

test('an owner hands a listing over', { tag: LONG }, async ({ page, otherPage }) => {
  const { ad, helper } = await postBesideHelper(page, otherPage);
  await open(page, '/account');
  await getPeople(page).getByRole('button', { name: 'Hand over…' }).click();
  const handOver = page.getByRole('dialog', { name: 'Hand over' });
  await handOver.getByLabel('Email or username').fill(helper.username);
  await handOver.getByLabel('What you hand over').selectOption(ad.title);
  await handOver.getByRole('button', { name: 'Send to the new owner' }).click();
  await expectToast(page, 'Invitation sent', '');
  await open(otherPage, await waitForEmailLink(helper.email, /^Take over /, /^\/join/));
  await otherPage.getByRole('button', { name: `Accept as ${helper.username}` }).click();
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('The listing is yours');
  await otherPage.getByRole('link', { name: 'Go to your listings' }).click();
  await expect(otherPage.getByRole('row', { name: ad.title })).toContainText('Free');
});

/** Posts a listing, while another account is signed in too. */
async function postBesideHelper(page: Page, otherPage: Page) {
  const [owner, helper] = [await createConfirmedOwner(page), await createConfirmedOwner(otherPage)];
  await signIn(page, owner);
  await signIn(otherPage, helper);
  return { ad: await postListing(page), helper };
}

const getPeople = (page: Page) => page.getByRole('region', { name: 'People' });

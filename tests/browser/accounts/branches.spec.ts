import { createConfirmedOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  open,
  test,
} from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

test('an owner joins listings into one business, and a visitor finds the nearest branch on its page', async ({
  page,
  otherPage,
}) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const name = `Pacific Dental ${owner.username}`;
  const irvine = await postListing(page);
  const downtown = await postListing(page, { city: 'Los Angeles', zipCode: '90012', locationId: '1' });

  await open(page, '/account');
  await page.getByRole('link', { name: 'Join your listings into one business' }).click();
  await page.getByLabel('Name of the business').fill(name);
  for (const { title } of [irvine, downtown]) await expect(page.getByRole('checkbox', { name: title })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create with 2 branches' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectToast(page, 'Your business is ready', '');
  await expect(page.getByRole('row', { name: irvine.title })).toContainText('Free');
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByLabel('About the business').fill('Gentle dentists since 1990.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved', '');

  const path = (await page.getByRole('link', { name: 'View the page' }).getAttribute('href')) ?? '';
  await open(otherPage, path);
  const main = otherPage.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(main).toContainText('Gentle dentists since 1990.');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Los Angeles County', 'Orange County']);
  await expectAccessibleOnDeskAndPhone(otherPage);
  await otherPage.getByLabel('Find the nearest one').fill('92618');
  await otherPage.getByRole('button', { name: 'Find' }).click();
  await expect(otherPage).toHaveURL(`${path}?zip=92618`);
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([irvine.title, downtown.title]);
  await otherPage.getByRole('link', { name: new RegExp(`of ${irvine.title}`) }).click();
  await otherPage.getByRole('link', { name: 'All 2 locations' }).click();
  await expect(otherPage).toHaveURL(path);

  await page.getByRole('button', { name: 'Delete this business' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/account/branches');
  await expectToast(page, 'Business deleted', '');
  await open(otherPage, `/ads/${irvine.id}`);
  await expect(otherPage.getByRole('link', { name: 'All 2 locations' })).toHaveCount(0);
});

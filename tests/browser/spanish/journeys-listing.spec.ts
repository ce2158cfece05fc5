import type { Locator, Page } from '@playwright/test';
import { ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import { createConfirmedOwner, createOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';
import { es, esLike } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

// The browser logs the status of pages that are not public any more.
test.use({ tolerated: /status of 404/ });

test('an owner posts a free listing, and opens its page', { tag: LONG }, async ({ page, expectSpanish }) => {
  await signIn(page, await createOwner(page));
  await open(page, '/es/post-ad');
  const title = await fillIn(page);
  await expectSpanish();
  await page.getByRole('button', { name: es('Post Ad'), exact: true }).click();
  await expectToast(page, es('Ad Posted Successfully'), es('Your free listing has been published.'));
  await expectSpanish();
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(/\/es\/ads\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('the form of a listing says in Spanish what is missing or wrong', async ({ page }) => {
  await open(page, '/es/post-ad');
  await page.getByLabel(es('State'), { exact: true }).fill('');
  await page.getByRole('button', { name: es('Post Ad'), exact: true }).click();
  for (const [label, message] of [
    ['Ad Title', 'Title must be at least 5 characters'],
    ['Description', 'Description must be at least 20 characters'],
    ['Business Name', 'Business name is required'],
    ['Street Address', 'Address is required'],
    ['City', 'City is required'],
    ['State', 'State is required'],
    ['ZIP Code', 'Zip code is required'],
    ['Phone Number', 'Phone number is required'],
    ['Email', 'Invalid email address'],
    ['Category', 'Category is required'],
    ['Primary Location', 'Location is required'],
  ] as const)
    await expect(page.getByLabel(es(label), { exact: true }), label).toHaveAccessibleDescription(esLike(message));
  await page.getByLabel(es('ZIP Code')).fill('94103');
  await page.getByLabel(es('ZIP Code')).press('Tab');
  await expect(page.getByLabel(es('ZIP Code'))).toHaveAccessibleDescription(esLike(ZIP_OUTSIDE_AREA_MESSAGE));
});

test('an owner pauses, resumes, renews and copies a listing', { tag: LONG }, async ({ page, expectSpanish }) => {
  await signIn(page, await createOwner(page));
  const { title } = await postListing(page);
  await open(page, '/es/account');
  const row = page.getByRole('row', { name: title });
  await selectMenuItem(row, 'Pause', expectSpanish);
  await expectToast(page, es('Paused'), es('Visitors can’t see it anymore.'));
  await expectSpanish();
  await row.getByRole('button', { name: es('Resume') }).click();
  await expectToast(page, es('Live again'), /./);
  await selectMenuItem(row, 'Renew');
  await expectToast(page, es('Renewed'), /./);
  await selectMenuItem(row, 'Duplicate');
  await expect(page.getByRole('row', { name: title })).toHaveCount(2);
});

test('an owner changes the phone number of a listing', { tag: LONG }, async ({ page, expectSpanish }) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page);
  await open(page, '/es/account');
  await page
    .getByRole('row', { name: ad.title })
    .getByRole('link', { name: es('Edit') })
    .click();
  await expect(page).toHaveURL(`/es/account/ads/${ad.id}/edit`);
  await page.getByLabel(es('Ad Title')).fill('Ay');
  await page.getByRole('button', { name: es('Save changes') }).click();
  await expect(page.getByLabel(es('Ad Title'))).toHaveAccessibleDescription(
    esLike('Title must be at least 5 characters'),
  );
  await expectSpanish();
  await page.getByLabel(es('Ad Title')).fill(ad.title);
  await page.getByLabel(es('Phone Number')).fill('(949) 555-0123');
  await page.getByRole('button', { name: es('Save changes') }).click();
  await expect(page).toHaveURL('/es/account#listings');
  await expectToast(page, es('Changes saved'), es('Visitors can see them now.'));
  expect(await getJson(page, `/api/ads/${ad.id}`)).toMatchObject({ phone: '(949) 555-0123' });
});

test('an owner deletes a listing, and restores it', { tag: LONG }, async ({ page, expectSpanish }) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page);
  await open(page, '/es/account');
  await selectMenuItem(page.getByRole('row', { name: ad.title }), 'Delete');
  const dialog = page.getByRole('dialog', { name: es('Delete this listing?') });
  await expect(dialog).toBeVisible();
  await expectSpanish();
  await dialog.getByRole('button', { name: es('Delete listing') }).click();
  await expect(page.getByText(es('No listings yet'))).toBeVisible();
  await expectSpanish();
  await page.getByRole('button', { name: es('Undo') }).click();
  await expectToast(page, es('Restored'), es('It’s live again.'));
});

test('a draft is previewed, and published', { tag: LONG }, async ({ page, expectSpanish }) => {
  await signIn(page, await createOwner(page));
  const { title } = await postListing(page);
  await open(page, '/es/account');
  await selectMenuItem(page.getByRole('row', { name: title }), 'Duplicate');
  await page.getByRole('button', { name: es('Edit copy') }).click();
  await expect(page).toHaveURL(/\/es\/account\/ads\/\d+\/edit$/);
  await expectSpanish();
  await open(page, page.url().replace(/edit$/, 'preview'));
  await expect(page.getByText(es('Preview: only you can see this draft. It isn’t published yet.'))).toBeVisible();
  await expectSpanish();
  await page.getByRole('button', { name: es('Publish free') }).click();
  await expectToast(page, es('Published'), /./);
});

test('an owner claims a business', { tag: LONG }, async ({ page, expectSpanish }) => {
  await signIn(page, await createConfirmedOwner(page));
  const { id } = await findUnclaimedListing(page);
  await open(page, `/es/ads/${id}`);
  await page.getByRole('button', { name: es('Is this your business?') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectSpanish();
  await dialog.getByRole('textbox').last().fill('Atiendo la barra todos los viernes.');
  await dialog.getByRole('button', { name: es('Claim this listing') }).click();
  await expect(page.getByRole('dialog', { name: es('Claim received') })).toBeVisible();
});

test('a business is claimed after registering for it', { tag: LONG }, async ({ page }) => {
  const { id, businessName } = await findUnclaimedListing(page);
  await open(page, `/es/ads/${id}`);
  await page.getByRole('button', { name: es('Is this your business?') }).click();
  await expect(page).toHaveURL(/^[^?]*\/es\/auth\?register=true&next=/);
  await expect(
    page.getByText(es('Create a free account, and continue to claim {business}.', { business: businessName })),
  ).toBeVisible();
  await expect(page.getByLabel(es('Business Name'))).toHaveValue(businessName);
});

async function fillIn(page: Page): Promise<string> {
  const title = `Baño de perros ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel(es('Ad Title')).fill(title);
  await page.getByLabel(es('Description'), { exact: true }).fill('Vamos a su casa con agua tibia y mano suave.');
  await page.getByLabel(es('Business Name')).fill('Patitas Limpias');
  await page.getByLabel(es('Street Address')).fill('18 Technology Drive');
  await page.getByLabel(es('ZIP Code')).fill('92614');
  await page.getByLabel(es('Phone Number')).fill('(949) 555-0100');
  await page.getByLabel(es('Email'), { exact: true }).fill('hola@patitas.example');
  await page.getByLabel(es('Category'), { exact: true }).fill('estética canina');
  await page.getByLabel(es('Category'), { exact: true }).press('Enter');
  await expect(page.getByLabel(es('City'), { exact: true })).toHaveValue('Irvine');
  return title;
}

async function selectMenuItem(row: Locator, item: string, look = async () => {}) {
  await row.getByRole('button', { name: esLike('More for {title}') }).click();
  await look();
  await row
    .page()
    .getByRole('menuitem', { name: es(item) })
    .click();
}

import {
  createOwner,
  expectToast,
  post,
  signIn,
  signInAsAdmin,
  submitSignInForm,
} from '#tests/browser/support/accounts.ts';
import { expect, LONG, open } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';
import { es } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

// The browser logs the status of a refused sign-in, and of a hidden listing.
test.use({ tolerated: /status of 40[134]/ });

test('an administrator suspends an account, which is told the reason in Spanish, and activates it', {
  tag: LONG,
}, async ({ page, otherPage: visitor, expectSpanish }) => {
  const owner = await createOwner(page);
  await signInAsAdmin(page);
  await open(page, '/es/admin?tab=all');
  await page.getByRole('searchbox', { name: es('Search users by username, email or name') }).fill(owner.username);
  const row = page.getByRole('row').filter({ has: page.getByText(owner.username, { exact: true }) });
  await row.getByRole('button', { name: /^Suspender/ }).click();
  const dialog = page.getByRole('dialog', { name: es('Suspend User Account') });
  await expect(dialog.getByLabel(es('Suspension Reason'))).toHaveAccessibleDescription(
    es('This reason is shown to the user when they attempt login.'),
  );
  await expectSpanish();
  await dialog.getByLabel(es('Suspension Reason')).fill('Publica teléfonos de otras personas.');
  await dialog.getByRole('button', { name: es('Suspend User') }).click();
  await expectToast(page, es('User Suspended'), es('The user has been suspended successfully.'));
  await expect(row).toContainText(es('Suspended [account]'));
  await expectSpanish();

  await open(visitor, '/es/auth');
  await submitSignInForm(visitor, owner);
  await expectToast(visitor, es('Login failed'), 'Publica teléfonos de otras personas.');
  await row.getByRole('button', { name: /^(?:Re)?[Aa]ctivar/ }).click();
  await expectToast(page, es('User Activated'), es('The user has been activated successfully.'));
});

test('a notice is published on the pages of a city', { tag: LONG }, async ({ page, otherPage, expectSpanish }) => {
  const text = `La calle principal está cerrada hasta el viernes ${crypto.randomUUID().slice(0, 4)}.`;
  await signInAsAdmin(page);
  await open(page, '/es/admin?tab=notices');
  await page.getByRole('button', { name: es('Add notice') }).click();
  const dialog = page.getByRole('dialog', { name: es('Add notice') });
  await dialog.getByRole('button', { name: es('Add notice') }).click();
  await expect(dialog).toContainText(es('Enter what happened'));
  await expectSpanish();
  await dialog.getByLabel(es('Text'), { exact: true }).fill(text);
  await dialog.getByLabel(es('Tone')).selectOption(es('Warning'));
  await dialog.getByLabel(es('Pages')).selectOption(es('A city'));
  await dialog.getByLabel(es('City')).selectOption('Needles');
  await dialog.getByRole('button', { name: es('Add notice') }).click();
  await expect(dialog).toBeHidden();
  const notices = otherPage.getByRole('region', { name: es('Notices') });
  await expect(async () => {
    await open(otherPage, '/es/city/needles');
    await expect(notices).toContainText(text, { timeout: 100 });
  }).toPass();
  await notices.getByRole('button', { name: es('Dismiss [notice]') }).click();
  await expect(notices).toBeHidden();
  const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await listed.getByRole('button', { name: /^Terminar ahora/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: es('End now') })
    .click();
  await expect(listed.getByRole('button', { name: /^Editar/ })).toBeHidden();
});

test('a category gets another name in Spanish', { tag: LONG }, async ({ page, otherPage, expectSpanish }) => {
  await signInAsAdmin(page);
  await open(page, '/es/admin?tab=categories');
  await page.getByLabel(es('Find a category by its name, web address or words')).fill('karaoke');
  await page.getByRole('button', { name: /^Karaoke/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectSpanish();
  const name = dialog.getByLabel(es('{language} name', { language: 'español' }));
  const before = await name.inputValue();
  await name.fill('Karaoke y canto');
  await dialog.getByRole('button', { name: es('Save') }).click();
  await expect(dialog.getByLabel(es('Reason'))).toHaveAccessibleDescription(new RegExp(es('Reason is required')));
  await expectSpanish();
  await dialog.getByLabel(es('Reason')).fill('Así la llaman aquí.');
  await dialog.getByRole('button', { name: es('Save') }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    await open(otherPage, '/es/category/karaoke');
    await expect(otherPage.getByRole('heading', { level: 1 })).toContainText('Karaoke y canto', { timeout: 100 });
  }).toPass();
  await page.getByRole('button', { name: /^Karaoke/ }).click();
  await name.fill(before);
  await dialog.getByLabel(es('Reason')).fill('Como antes.');
  await dialog.getByRole('button', { name: es('Save') }).click();
  await expect(dialog).toBeHidden();
});

test('a file of businesses is looked at before it is imported', { tag: LONG }, async ({ page, expectSpanish }) => {
  const lines = [
    'Negocio;Calle;Ciudad;CP;Giro',
    'Roble Cerrajería;900 Oak St;Irvine;92614;locksmith',
    ';1 Main St;Irvine;92614;locksmith',
  ];
  const file = { name: 'registro.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await signInAsAdmin(page);
  await open(page, '/es/admin?tab=imports');
  await page.getByLabel(es('File'), { exact: true }).setInputFiles(file);
  const region = page.getByRole('region', { name: file.name });
  await expect(region.getByLabel(es('Name'), { exact: true })).toBeVisible();
  await expectSpanish();
  await region.getByLabel(es('Name'), { exact: true }).selectOption('Negocio');
  await region.getByLabel(es('Source'), { exact: true }).fill('Registro municipal');
  await region.getByLabel(es('Month of the data'), { exact: true }).fill('2026-08');
  await page.keyboard.press('Enter');
  await expect(region.getByRole('table').getByRole('row').filter({ hasText: 'Roble Cerrajería' })).toBeVisible();
});

test('a message is answered from the administration', { tag: LONG }, async ({ page, expectSpanish }) => {
  const subject = `Pregunta ${crypto.randomUUID().slice(0, 8)}`;
  const email = 'ana@mail.example';
  const message = { name: 'Ana Lima', email, inquiryType: 'general', subject, message: '¿Cómo empiezo?' };
  await post(page, '/api/contact', message);
  await signInAsAdmin(page);
  await open(page, '/es/admin?tab=messages');
  const row = page.getByRole('row').filter({ hasText: subject });
  await row.getByRole('button', { name: es('Reply [verb]') }).click();
  const dialog = page.getByRole('dialog', { name: es('Reply to this message') });
  await dialog.getByLabel(es('Your reply')).fill('Está en su cuenta.');
  await expectSpanish();
  await dialog.getByRole('button', { name: es('Send reply') }).click();
  await expectToast(page, es('Reply Sent'), es('We’re emailing it now.'));
});

test('a reported listing is hidden with a reason, which its owner reads', { tag: LONG }, async ({
  page,
  otherPage: admin,
  expectSpanish,
}) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);
  await post(admin, `/api/ads/${ad.id}/reports`, { reason: 'wrong', details: 'Ese es mi número.' });
  await signInAsAdmin(admin);
  await open(admin, '/es/admin?tab=reports');
  await admin.getByRole('button', { name: new RegExp(`^Ocultar anuncio.*${ad.title}`) }).click();
  const dialog = admin.getByRole('dialog', { name: es('Hide this listing?') });
  await dialog.getByLabel(es('Reason')).fill('El teléfono es de otra persona.');
  await dialog.getByRole('button', { name: es('Hide listing') }).click();
  await expectToast(admin, es('Listing Hidden'), es('Visitors don’t see it until you show it again.'));
  await open(page, '/es/account');
  await expect(page.getByRole('row', { name: ad.title })).toContainText('El teléfono es de otra persona.');
  await expectSpanish();
});

test('an owner is not let into the administration, in Spanish', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  await open(page, '/es/browse');
  await open(page, '/es/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es('Access Denied'));
  await page.getByRole('button', { name: es('Go Back') }).click();
  await expect(page).toHaveURL('/es/browse');
});

test('a listing is looked at on the desk of the staff', { tag: LONG }, async ({ page, expectSpanish }) => {
  const { id, title } = await findUnclaimedListing(page);
  await signInAsAdmin(page);
  await open(page, `/es/admin/ads/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expectSpanish();
  await open(page, '/es/admin');
  await page.getByRole('button', { name: es('Go to…') }).click();
  const palette = page.getByRole('dialog', { name: es('Go to') });
  await palette.getByRole('combobox').fill('auditoría');
  await expectSpanish();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/es/admin?tab=record');
});

import type { Page } from '@playwright/test';
import {
  createConfirmedOwner,
  createOwner,
  expectToast,
  signIn,
  submitSignInForm,
  uniqueUsername,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { expect, LONG, open } from '#tests/browser/support/fixtures.ts';
import { es, esLike } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

// The browser logs the status of what the API refuses.
test.use({ tolerated: /status of 40[014]/ });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an owner registers in Spanish, confirms the email by a link in Spanish, and signs out', async ({
  page,
  expectSpanish,
}) => {
  const username = uniqueUsername();
  await open(page, '/es/account');
  await expect(page.getByText(es('Sign in Required'))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: es('Create Account') })
    .click();
  await expect(page).toHaveURL('/es/auth?register=true');
  await page.getByLabel(es('Business Name')).fill('Panadería Ñandú');
  await page.getByLabel(es('Email')).fill(`${username}@shop.example`);
  await page.getByLabel(es('Username')).fill(username);
  await page.getByLabel(es('Password'), { exact: true }).fill('pan-dulce-y-canela');
  await page.getByLabel(es('Confirm Password')).fill('otra cosa');
  await page.getByRole('button', { name: es('Create Account') }).click();
  await expect(page.getByText(es('Passwords do not match'))).toBeVisible();
  await expectSpanish();
  await page.getByLabel(es('Confirm Password')).fill('pan-dulce-y-canela');
  await page.getByRole('button', { name: es('Create Account') }).click();
  await expectToast(page, es('Registration successful'), /Le damos la bienvenida/);
  await expect(page).toHaveURL('/es/account');
  await expect(heading(page)).toHaveText('Hola, Panadería Ñandú');
  await expect(page.getByText('Confirme su correo.', { exact: true })).toBeVisible();
  await expectSpanish();

  await open(page, await waitForEmailLink(`${username}@shop.example`, /^Confirme su correo/, /^\/es\//));
  await page.getByRole('button', { name: es('Confirm email') }).click();
  await expect(page.getByRole('heading', { name: es('Your email is confirmed') })).toBeVisible();
  await page.getByRole('button', { name: esLike('Account menu of {username}') }).click();
  await page
    .locator('#account-menu')
    .getByRole('button', { name: es('Sign out') })
    .click();
  await expectToast(page, es('Logged out'), es('You have been successfully logged out.'));
});

test('a wrong password is refused in Spanish, and what is missing is asked for', { tag: LONG }, async ({
  page,
  expectSpanish,
}) => {
  const owner = await createOwner(page);
  await open(page, '/es/auth');
  await page
    .getByRole('main')
    .getByRole('button', { name: es('Sign In') })
    .click();
  await expect(page.getByLabel(es('Username'))).toBeFocused();
  await expectSpanish();
  await submitSignInForm(page, { ...owner, password: 'no-es-mi-clave' });
  await expectToast(page, es('Login failed'), es('Invalid username or password'));
  await submitSignInForm(page, owner);
  await expect(page).toHaveURL('/es/account');
  await expectToast(page, es('Login successful'), es('Welcome back! You have successfully logged in.'));
});

test('a forgotten password is reset by a link in Spanish', { tag: LONG }, async ({ page, expectSpanish }) => {
  const owner = await createOwner(page);
  await open(page, '/es/auth');
  await page.getByRole('link', { name: es('Forgot your password?') }).click();
  await page.getByLabel(es('Email')).fill(owner.email);
  await page.getByRole('button', { name: es('Send link') }).click();
  await expect(page.getByRole('heading', { name: es('Check your email') })).toBeVisible();
  await expectSpanish();
  await open(page, await waitForEmailLink(owner.email, /./, /^\/es\/auth\/reset/));
  await page.getByLabel(es('New password')).fill('sal');
  await page.getByRole('button', { name: es('Save new password') }).click();
  await expect(page.getByLabel(es('New password'))).toHaveAccessibleDescription(/al menos/);
  await expectSpanish();
  await page.getByLabel(es('New password')).fill('conchas-y-caracoles');
  await page.getByRole('button', { name: es('Save new password') }).click();
  await expect(page.getByRole('heading', { name: es('Password changed') })).toBeVisible();
});

test('an owner changes the password and what is emailed', { tag: LONG }, async ({ page }) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  await open(page, '/es/account');
  await page.getByLabel(es('Current password')).fill('no-es-mi-clave');
  await page.getByLabel(es('New password'), { exact: true }).fill('conchas-y-caracoles');
  await page.getByRole('button', { name: es('Change password') }).click();
  await expectToast(page, es('Couldn’t change your password'), /./);
  await page.getByLabel(es('Current password')).fill(owner.password);
  await page.getByRole('button', { name: es('Change password') }).click();
  await expectToast(page, es('Password changed'), es('You’ve been signed out on all other devices.'));
  await page.getByRole('switch', { name: es('Email me the weekly summary') }).click();
  await expectToast(page, es('Saved'), es('You won’t get the weekly summary anymore.'));
});

test('an owner saves a search, which is emailed weekly, and deletes it', { tag: LONG }, async ({
  page,
  expectSpanish,
}) => {
  await signIn(page, await createConfirmedOwner(page));
  await open(page, '/es/search?q=plomero&near=Irvine');
  await page.getByRole('button', { name: esLike('Save<wide> this search</wide>') }).click();
  const dialog = page.getByRole('dialog', { name: es('Save this search') });
  await dialog.getByLabel(es('Email me new listings')).selectOption(es('Weekly'));
  await expectSpanish();
  await dialog.getByRole('button', { name: es('Save search') }).click();
  await expectToast(page, es('Search saved'), es('Find it in your account, under Searches.'));
  await open(page, '/es/account#searches');
  const searches = page.getByRole('region', { name: es('Saved searches') });
  await searches.getByRole('button', { name: esLike('Delete<hidden> {name}</hidden>') }).click();
  await expect(page.getByRole('dialog', { name: es('Delete this search?') })).toBeVisible();
  await expectSpanish();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: es('Delete search') })
    .click();
  await expectToast(page, es('Search deleted'), '');
  await expect(page.getByText(es('No saved searches yet'))).toBeVisible();
});

test('the link in an email unsubscribes by a click', { tag: LONG }, async ({ page, expectSpanish }) => {
  await open(page, `/es/unsubscribe#token=${'x'.repeat(43)}`);
  await expect(page).toHaveURL('/es/unsubscribe');
  await expect(heading(page)).toHaveText(es('Unsubscribe from the weekly summary?'));
  await page.getByRole('button', { name: es('Unsubscribe') }).click();
  await expect(heading(page)).toHaveText(es('This link doesn’t work'));
  await expect(page.getByRole('main').getByText(es('This link isn’t from one of our emails.'))).toBeVisible();
  await expectSpanish();
  await page.route('**/api/unsubscribe', (route) => route.fulfill({ json: { message: '' } }));
  await open(page, `/es/unsubscribe#token=${'y'.repeat(43)}`);
  await page.getByRole('button', { name: es('Unsubscribe') }).click();
  await expect(heading(page)).toHaveText(es('You’re unsubscribed'));
});

import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { createOwner, expectToast, signIn, signOut, submitSignInForm } from '../support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '../support/fixtures.ts';

/** A browser whose device has a fingerprint reader, which always says yes. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test('an owner adds a passkey, and signs in with it as the second step and by itself', async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const session = await addAuthenticator(page);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const code = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await expectAccessible(page);
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename My laptop' })).toBeVisible();

  await signOut(page);
  await open(page, '/auth');
  await submitSignInForm(page, owner);
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page).toHaveURL('/account');
  await expectToast(page, 'Login successful', 'Welcome back! You have successfully logged in.');

  await signOut(page);
  await open(page, '/auth');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/account');
  await session.detach();

  await signOut(page);
  await open(page, '/auth');
  await submitSignInForm(page, owner);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/account');
});

test.describe('refused requests', () => {
  // The console names them.
  test.use({ tolerated: /status of 40[03]/ });

  test('an owner adds an authenticator app, and is asked for a code before a change an hour later', {
    tag: LONG,
  }, async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    await open(page, '/account');
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(setup.getByRole('img', { name: /^QR code/ })).toBeVisible();
    const secret = ((await setup.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    await expectAccessible(page);
    await setup.getByLabel('6-digit code').fill('000000');
    await setup.getByRole('button', { name: 'Turn on' }).click();
    await expect(setup.getByText('That code isn’t right.')).toBeVisible();
    await setup.getByLabel('6-digit code').fill(new TOTP({ secret }).generate());
    await setup.getByRole('button', { name: 'Turn on' }).click();
    await page
      .getByRole('dialog', { name: 'Save your recovery codes' })
      .getByRole('button', { name: 'I saved them' })
      .click();

    // The API answers as it does when ten minutes have passed.
    let isStale = true;
    await page.route('**/api/user/second-factor/totp', (route) =>
      isStale && route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 403,
            json: { message: 'Please confirm that it’s you first.', code: 'step-up-required' },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Remove authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await expectAccessible(page);
    isStale = false;
    // Each code works once. That of the next half minute is accepted as well, and stays so when this one ends meanwhile.
    await dialog.getByLabel('6-digit code').fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await expectToast(page, 'Removed', /authenticator app/);
    await expect(page.getByText('Off. Turn it on')).toBeVisible();
  });
});

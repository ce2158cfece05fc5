import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  createConfirmedOwner,
  createOwner,
  expectToast,
  signIn,
  signOut,
  submitSignInForm,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';

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
  const owner = await createConfirmedOwner(page);
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
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  });
  await codes.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Couldn’t copy', { exact: true })).toBeVisible();
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

test('an owner confirms the email before adding a second factor or inviting somebody', async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  await open(page, '/account');
  for (const name of ['Security', 'People']) {
    const section = page.getByRole('region', { name });
    await expect(section.getByText(`open the link we sent to ${owner.email}`)).toBeVisible();
    await expect(section.getByRole('button', { name: /^(?:Add|Invite)/ })).toHaveCount(0);
  }
  await expectAccessible(page);
  const security = page.getByRole('region', { name: 'Security' });
  await security.getByRole('button', { name: 'Resend email' }).click();
  await expectToast(page, 'Email sent', owner.email);
  await open(page, await waitForEmailLink(owner.email, /^Confirm your email/));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed');
  await open(page, '/account');
  await expect(security.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
});

test.describe('refused requests', () => {
  // The console names them.
  test.use({ tolerated: /status of 40[03]/ });

  test('an owner adds an authenticator app, and is asked for a code before a change an hour later', {
    tag: LONG,
  }, async ({ page }) => {
    const owner = await createConfirmedOwner(page);
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

  /** The API answers a request as it does when ten minutes have passed, until the page has asked who it is. */
  async function answerStale(page: Page, url: string, method: string) {
    let isStale = true;
    await page.route(url, (route) =>
      isStale && route.request().method() === method
        ? route.fulfill({
            status: 403,
            json: { message: 'Please confirm that it’s you first.', code: 'step-up-required' },
          })
        : route.continue(),
    );
    await page.route('**/api/user/step-up', (route) => {
      isStale = false;
      return route.continue();
    });
  }

  test('an owner is asked for the password before messages are exported, and for a passkey before the email changes', async ({
    page,
  }) => {
    const owner = await createConfirmedOwner(page);
    await signIn(page, owner);
    const session = await addAuthenticator(page);
    await open(page, '/account');
    await answerStale(page, '**/api/user/conversations.csv', 'GET');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all as CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    expect((await download).suggestedFilename()).toBe('messages.csv');

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('My laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I saved them' }).click();
    await answerStale(page, '**/api/user/email', 'POST');
    const profile = page.getByRole('region', { name: 'Profile' });
    const address = `moved-${owner.email}`;
    await profile.getByLabel('New email').fill(address);
    await profile.getByLabel('Password', { exact: true }).fill(owner.password);
    await profile.getByRole('button', { name: 'Change email' }).click();
    await expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expectToast(page, 'Email sent', address);
    await expect(profile.getByText(`Waiting for ${address} to be confirmed.`)).toBeVisible();
    await session.detach();
  });
});

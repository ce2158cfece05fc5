import type { APIRequestContext, Locator } from '@playwright/test';
import {
  createOwner,
  expectToast,
  signIn,
  signInAsAdmin,
  submitSignInForm,
  uniqueUsername,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { selectCases } from '#tests/support/long-run.ts';

test.describe('An account', () => {
  // The browser logs the status of a refused sign-in.
  test.use({ tolerated: /status of 401/ });

  test('is created, signed in to and signed out of', async ({ page }) => {
    const owner = { username: uniqueUsername(), password: 'surf-and-turf' };
    await open(page, '/account');
    await expect(page.getByText('Sign in Required')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/auth?register=true');
    await expectAccessible(page);

    await page.getByLabel('Business Name').fill('Salt & Sons');
    await page.getByLabel('Email').fill(`${owner.username}@shop.example`);
    await page.getByLabel('Username').fill(owner.username);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByLabel('Confirm Password').fill('something else');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Confirm Password').fill(owner.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'Registration successful', /^.*Welcome to .+! Your account has been created/);

    await expect(page).toHaveURL('/account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Salt & Sons');
    await expect(page.getByText('Please confirm your email.')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.cookie), 'scripts cannot read the session').toBe('signed-in=1');

    await page.getByRole('button', { name: `Account menu of ${owner.username}` }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => localStorage.setItem('userEmail', 'as the checkout stores it'));
    const signedOut = page.waitForResponse('/api/logout');
    const requests: string[] = [];
    void signedOut.then(() => page.on('request', (request) => requests.push(new URL(request.url()).pathname)));
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
    // What the page asked for before has been answered.
    await page.waitForLoadState('networkidle');
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await expectToast(page, 'Logged out', 'You have been successfully logged out.');
    expect(await page.evaluate(() => localStorage.getItem('userEmail'))).toBeNull();
    await expect(page.getByText('Sign in Required')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect([requests.filter((path) => /^\/api\/(user|admin)/.test(path)), refused]).toEqual([[], []]);
    await page.reload();
    await expect(page.getByText('Sign in Required')).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await submitSignInForm(page, { ...owner, password: 'not my password' });
    await expectToast(page, 'Login failed', 'Invalid username or password');
    await expectAccessible(page);
    await submitSignInForm(page, owner);
    await expect(page).toHaveURL('/account');
    await expectToast(page, 'Login successful', 'Welcome back! You have successfully logged in.');
  });

  test('is created and signed in to by keyboard', { tag: LONG }, async ({ page }) => {
    const owner = { username: uniqueUsername(), password: 'surf-and-turf' };
    await open(page, '/auth');
    await page.getByRole('tab', { name: 'Sign In' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Create Account' })).toHaveAttribute('aria-selected', 'true');
    for (const [label, text] of [
      ['Business Name', 'Salt & Sons'],
      ['Email', `${owner.username}@shop.example`],
      ['Username', owner.username],
      ['Password', owner.password],
      ['Confirm Password', owner.password],
    ] as const) {
      await tabTo(page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Salt & Sons');

    await page.getByRole('button', { name: /^Account menu/ }).focus();
    await page.keyboard.press('Enter');
    const signOut = page.locator('#account-menu').getByRole('button', { name: 'Sign out' });
    await tabTo(signOut);
    await page.keyboard.press('Escape');
    await expect(signOut).toBeHidden();
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeFocused();
  });
});

test('signing in returns to the previous page', { tag: LONG }, async ({ page }) => {
  const owner = await createOwner(page);
  await open(page, '/auth?next=/browse%3Fcursor');
  await submitSignInForm(page, owner);
  await expect(page).toHaveURL('/browse?cursor');
});

// The header of the home page differs, because the page has its own search box.
for (const [path, width] of selectCases(1, [
  ['/', 1024],
  ['/browse', 1440],
  ['/browse', 1024],
  ['/', 1440],
] as const)) {
  test.describe(`${path} at a width of ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('has no layout shift in the header when the signed-in administrator is loaded', async ({ page }) => {
      await signInAsAdmin(page);
      let respond = () => {};
      const responded = new Promise<void>((resolve) => {
        respond = resolve;
      });
      await page.route('**/api/user', async (route) => {
        await responded;
        await route.continue();
      });
      await open(page, path);
      const header = page.getByRole('navigation', { name: 'Main' });
      const places = () =>
        header
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => [link.textContent, link.getBoundingClientRect().toJSON()]));
      const before = await places();
      respond();
      await expect(header.getByRole('button', { name: /^Account menu/ })).toBeVisible();
      const after = await places();
      expect(after.filter(([name]) => name === 'Admin')).toHaveLength(1);
      expect(after.filter(([name]) => name !== 'Admin')).toEqual(before);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
}

test.describe('A forgotten password', () => {
  test.use({ tolerated: /status of 4\d\d/ });

  test('is reset by an emailed link, which works once and ends all sessions', async ({
    page,
    otherPage: elsewhere,
  }) => {
    const owner = await createOwner(page);
    await signIn(elsewhere, owner);

    await open(page, '/auth');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(owner.email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectAccessible(page);

    const link = await waitForEmailLink(owner.email, /^Set a new password/);
    await open(page, link);
    expect(page.url(), 'the address bar keeps no token').not.toContain('token=');
    await page.getByLabel('New password').fill('sea-glass-and-salt');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    expect((await elsewhere.request.get('/api/user')).status()).toBe(401);

    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await submitSignInForm(page, owner);
    await expectToast(page, 'Login failed', 'Invalid username or password');
    await submitSignInForm(page, { ...owner, password: 'sea-glass-and-salt' });
    await expect(page).toHaveURL('/account');

    await open(page, link);
    await page.getByLabel('New password').fill('once-more-with-feeling');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('an email address is confirmed by a click on the page of its emailed link', { tag: LONG }, async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  await open(page, '/account');
  await expect(page.getByText('Please confirm your email.')).toBeVisible();
  await open(page, await waitForEmailLink(owner.email, /^Confirm your email/));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Salt & Sons');
  await expect(page.getByText('Please confirm your email.')).toHaveCount(0);
});

test.describe('Sessions', () => {
  test.use({ tolerated: /status of 401/ });

  test('of other devices end when they are signed out here, or when the password is changed', { tag: LONG }, async ({
    page,
    playwright,
    baseURL,
  }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    const others = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL })));
    for (const request of others) await signIn({ request }, owner);
    await open(page, '/account');
    const panel = page.getByRole('listitem').filter({ hasText: 'Last seen' });
    // Registering signed in too.
    await expect(panel).toHaveCount(4);
    await page.getByRole('button', { name: 'Sign out 3 other devices' }).click();
    await expectToast(page, 'Signed out', 'You’re only signed in on this device.');
    await expect(panel).toHaveCount(1);
    await expect(panel).toContainText('This device');
    for (const other of others) expect((await other.get('/api/user')).status()).toBe(401);
    expect((await page.request.get('/api/user')).status()).toBe(200);

    const [elsewhere] = others as [APIRequestContext];
    await signIn({ request: elsewhere }, owner);
    await page.getByLabel('Current password').fill(owner.password);
    await page.getByLabel('New password').fill('sea-glass-and-salt');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectToast(page, 'Password changed', 'You’ve been signed out on all other devices.');
    expect((await elsewhere.get('/api/user')).status()).toBe(401);
    expect((await page.request.get('/api/user')).status()).toBe(200);
    for (const other of others) await other.dispose();
  });

  test('that ended elsewhere leave no private data on the page', async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    await open(page, '/account');
    await expect(page.getByText(owner.email).first()).toBeVisible();
    // As if the session had expired: the browser still has the cookie that indicates a session.
    await page.context().clearCookies({ name: 'session' });
    await page.getByRole('region', { name: 'Confirm your email' }).getByRole('button').click();
    await expect(page.getByText('Sign in Required')).toBeVisible();
    await expect(page.getByText(owner.email)).toHaveCount(0);
  });
});

test.describe('Deleting an account', () => {
  test.use({ tolerated: /status of 4\d\d/ });

  test('is possible after downloading its data, requires the password, and nobody can sign in to it then', {
    tag: LONG,
  }, async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    await open(page, '/account');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toBe('my-account.json');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expectAccessible(page);
    await dialog.getByLabel('Password', { exact: true }).fill('not my password');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/password/i);
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(page).toHaveURL('/');
    await expectToast(page, 'Account deleted', 'Your account and listings have been deleted.');
    await open(page, '/auth');
    await submitSignInForm(page, owner);
    await expectToast(page, 'Login failed', 'Invalid username or password');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the pages of an account do not overflow', { tag: LONG }, async ({ page }) => {
    const owner = await createOwner(page);
    for (const path of ['/auth', '/auth?register=true', '/auth/reset', '/account']) {
      if (path === '/account') await signIn(page, owner);
      await open(page, path);
      if (path === '/account') await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  });
});

/** Presses Tab until the field or button has the focus. */
async function tabTo(target: Locator) {
  for (let stop = 0; stop < 8; stop += 1) {
    await target.page().keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

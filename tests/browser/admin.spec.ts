import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AdminUser } from '#contract/admin/users.ts';
import {
  createOwner,
  expectToast,
  getAdminCredentials,
  openSection,
  post,
  signIn,
  signInAsAdmin,
  submitSignInForm,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

const REASON = 'Posting other people’s phone numbers';
test('on a laptop the administrator signs in with the password alone, and is offered a second step', async ({
  page,
}) => {
  await open(page, '/admin');
  await expect(page).toHaveURL('/auth?next=/admin');
  await submitSignInForm(page, getAdminCredentials());
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  await expect(page.getByRole('main').getByText('In production, everyone on the team needs')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByRole('main').getByText('Admin', { exact: true })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true }),
  ).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'set it up now' }).click();
  await expect(page).toHaveURL('/account#security');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
});

test('an owner gets Access Denied without a link to Admin, and can go back', async ({ page }) => {
  await signIn(page, await createOwner(page));
  await open(page, '/browse');
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toHaveCount(0);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await open(page, '/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expectAccessible(page);
  expect(requestedUrls.filter((url) => url.includes('/api/admin/'))).toEqual([]);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/browse');
});

test('an account is opened by its username, with its email, listings and payments', async ({ page }) => {
  const owner = await createOwner(page);
  await signInAsAdmin(page);
  await open(page, '/admin');
  await search(page, owner.username);
  await page.getByRole('button', { name: owner.username, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: owner.username });
  await expect(dialog.getByRole('definition').filter({ hasText: '@' })).toBeVisible();
  await expect(dialog).toContainText('This account has no listings.');
  await expect(dialog).toContainText('This account has paid nothing.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: owner.username, exact: true })).toBeFocused();
});

test('listings are found by words, selected by keys, hidden and deleted together, and restored', async ({ page }) => {
  const word = `Quokka${crypto.randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;
  await signIn(page, await createOwner(page));
  for (const n of [1, 2]) await postListing(page, { title: `${word} Bakery ${n}`, businessName: `${word} ${n}` });
  await signInAsAdmin(page);
  await open(page, '/admin?tab=listings');
  await page.getByRole('searchbox', { name: 'Name, street, city, ZIP code or number' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`tab=listings&words=${word}`));
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select ${word}`) });
  await expect(boxes).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Listings', exact: true }).focus();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('2 listings selected')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export selected' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\n')).toEqual([
    expect.stringMatching(/^id,/),
    ...[2, 1].map((n) => expect.stringContaining(`${word} ${n}`)),
  ]);
  await page.getByRole('button', { name: 'Hide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide 2 listings?' });
  await expect(dialog.getByText('2 listings will be hidden.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No such businesses');
  await dialog.getByRole('button', { name: 'Hide 2 listings' }).click();
  await expect(page.getByText('2 listings hidden', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Hidden' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, '2 listings are as they were before', '');
  await expect(page.getByRole('cell', { name: 'Shown' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Save this view…' }).click();
  await page.getByRole('dialog', { name: 'Save this view' }).getByRole('textbox', { name: 'Name' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Saved views' })).toContainText(word);
  await page.getByRole('region', { name: 'Listings', exact: true }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Select the listing, or not')).toBeVisible();
  await expectAccessible(page);
  for (const key of ['Escape', 'j', 'x', 'j', 'X']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete 2 listings?' });
  await expect(deletion.getByText('2 have owners, who will be emailed.')).toBeVisible();
  await expectAccessible(page);
  await deletion.getByRole('textbox', { name: 'Reason' }).fill(`Spam ${word}`);
  await deletion.getByRole('button', { name: 'Delete 2 listings' }).click();
  await expect(page.getByRole('cell', { name: 'Deleted' })).toHaveCount(2);
  await open(page, '/admin?tab=bulk-actions');
  const action = page.getByRole('listitem').filter({ hasText: `Spam ${word}` });
  await expectAccessible(page);
  await action.getByRole('button', { name: 'Undo 2 listings deleted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(action.getByText('Undone,')).toBeVisible();

  await open(page, '/admin?tab=listings');
  await expect(page.getByRole('searchbox', { name: 'Name, street, city, ZIP code or number' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Name, street, city, ZIP code or number' })).toBeFocused();
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Phone' }).check();
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Saved views' }).selectOption(word);
  await expect(page.getByRole('cell', { name: 'Shown' })).toHaveCount(2);
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0);
  await page.getByRole('region', { name: 'Listings', exact: true }).focus();
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await expect(page.getByRole('checkbox', { name: `Select ${word} Bakery 2` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} Bakery 2`);
  await page.goBack();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/admin?tab=listings');
});

test('what waits is shown first, with a link to where it is worked through', { tag: LONG }, async ({ page }) => {
  const subject = `Question ${crypto.randomUUID().slice(0, 8)}`;
  await post(page, '/api/contact', {
    name: 'Ana Lima',
    email: 'ana@mail.example',
    inquiryType: 'general',
    subject,
    message: 'How do I begin?',
  });
  await signInAsAdmin(page);
  await open(page, '/admin');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expect(today.getByRole('listitem').filter({ hasText: 'Messages' })).toContainText(
    /new messages?.*oldest has waited/,
  );
  await expectAccessible(page);
  await today.getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL('/admin?tab=messages');
  await expect(page.getByRole('row').filter({ hasText: subject })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Messages/ }),
  ).toHaveAttribute('aria-current', 'page');
  await openSection(page, 'Failures');
  await expect(page.getByText(/^No failed (emails|jobs)\.$/).first()).toBeVisible();
  await expectAccessible(page);
});

test.describe('Exports', () => {
  // The first answer.
  test.use({ tolerated: /403 \(Forbidden\).*\/exports\// });

  test('ask who it is, and are downloaded then', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    let isVerified = false;
    await page.route('**/api/admin/exports/**', (route) =>
      isVerified
        ? route.fulfill({ contentType: 'text/csv', body: 'id\n1\n' })
        : route.fulfill({
            status: 403,
            json: { message: 'Please confirm that it’s you first.', code: 'step-up-required' },
          }),
    );
    await page.route('**/api/user/step-up/options', (route) =>
      route.fulfill({ json: { methods: ['totp'], passkey: null } }),
    );
    await page.route('**/api/user/step-up', (route) => {
      isVerified = true;
      return route.fulfill({ json: { message: 'Thanks, that’s you.' } });
    });
    await openSection(page, 'Exports');
    await page.getByRole('combobox', { name: 'What' }).selectOption('Accounts');
    await page.getByRole('button', { name: 'Download' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await expectAccessible(page);
    await dialog.getByLabel('6-digit code').fill('123456');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    expect((await download).suggestedFilename()).toBe('accounts.csv');
  });
});

test('the samples of a new directory can be removed after a question', { tag: LONG }, async ({ page }) => {
  await signInAsAdmin(page);
  // Other tests of this site need them.
  let areLoaded = true;
  await page.route('**/api/admin/samples', (route) => route.fulfill({ json: { areLoaded } }));
  await page.route('**/api/admin/samples/remove', (route) => {
    areLoaded = false;
    return route.fulfill({ json: { openData: 20, samples: 3 } });
  });
  await open(page, '/admin?tab=imports');
  await page.getByRole('button', { name: 'Remove samples…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove all samples?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove samples' }).click();
  await expectToast(page, 'Samples removed', '23 listings are gone.');
  await expect(page.getByRole('heading', { name: 'Samples' })).toHaveCount(0);
});

test('the palette leads to a section, a listing and an account by keyboard', async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const title = `Numbat Bakery ${crypto.randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;
  const ad = await postListing(page, { title });
  await signInAsAdmin(page);
  await open(page, '/admin');
  await expect(page.getByRole('button', { name: /^Go to/ })).toBeVisible();
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const field = palette.getByRole('combobox', { name: 'Section, listing or account' });
  await expect(field).toBeFocused();
  await field.fill('audit');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin?tab=record');
  const people = page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'People' });
  await expect(people).toHaveAttribute('aria-expanded', 'true');
  await people.press('Enter');
  await page.reload();
  await expect(people).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Control+K');
  await field.fill('sign-up');
  await palette.getByRole('option', { name: /^New accounts/ }).click();
  await expect(page.getByRole('dialog', { name: 'New accounts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin?tab=settings');

  await page.getByRole('button', { name: /^Go to/ }).click();
  await field.fill(title);
  await expect(palette.getByRole('option', { name: title })).toContainText(`Listing #${ad.id}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/ads/${ad.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await open(page, '/admin');
  await expect(page.getByRole('button', { name: /^Go to/ })).toBeVisible();

  await page.keyboard.press('Control+K');
  await field.fill(owner.username);
  await expect(palette.getByRole('option', { name: owner.username })).toContainText(`Account #${owner.id}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'All Users (1)' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test('the health of the site is shown with its problems first', async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, '/admin');
  await openSection(page, 'Health');
  const table = page.getByRole('table', { name: 'What was checked, problems first' });
  await expect(table.getByRole('row').filter({ hasText: 'Its tables match the running release.' })).toContainText('OK');
  const states = await table.getByRole('row').locator('td:first-child').allTextContents();
  const order = ['Problem', 'Warning', 'OK'];
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  await expectAccessible(page);
  // The site of the tests has no place for backups.
  await page.getByText('Have backups made each day, in another place').click();
  await expect(page.getByText('Please set BACKUP_TO for our site')).toBeVisible();
});

test.describe('A suspension', () => {
  test.use({ tolerated: /status of 40[13]/ });

  test('ends the sessions of the account, is shown with its reason at login, and is lifted', async ({
    page,
    otherPage: visitor,
  }) => {
    const owner = await createOwner(page);
    await signIn(visitor, owner);
    await signInAsAdmin(page);
    await open(page, '/admin');
    await search(page, owner.username);
    await expect(headings(page)).toHaveText(['ID', 'Username', 'Status', 'Suspended At', 'Reason', 'Actions']);
    await expect(getUserRow(page, owner.username)).toContainText('Active');
    await expect(page.getByRole('tab')).toHaveText(['All Users (1)', 'Suspended Users (0)', 'Invitations']);
    await expectAccessible(page);

    await page.getByRole('button', { name: `Suspend ${owner.username}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend User Account' });
    await expect(dialog).toContainText('will be prevented from logging in');
    await expect(dialog.getByLabel('Suspension Reason')).toBeFocused();
    await expect(dialog.getByLabel('Suspension Reason')).toHaveAccessibleDescription(
      'This reason is shown to the user when they attempt login.',
    );
    const confirm = dialog.getByRole('button', { name: 'Suspend User' });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Suspension Reason').fill(' \n ');
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('Suspension Reason').fill(REASON);
    await confirm.click();
    await expectToast(page, 'User Suspended', 'The user has been suspended successfully.');
    await expect(dialog).toBeHidden();
    await expect(getUserRow(page, owner.username)).toContainText('Suspended');
    await expect(getUserRow(page, owner.username)).toContainText(REASON);
    await expect(page.getByRole('tab')).toHaveText(['All Users (1)', 'Suspended Users (1)', 'Invitations']);
    expect((await visitor.request.get('/api/user')).status()).toBe(401);

    await open(visitor, '/auth');
    await submitSignInForm(visitor, owner);
    await expectToast(visitor, 'Login failed', REASON);
    await expectAccessible(visitor);

    await page.getByRole('tab', { name: /^Suspended/ }).click();
    await expect(headings(page)).toHaveText(['ID', 'Username', 'Suspended At', 'Reason', 'Suspended By', 'Actions']);
    await expect(getUserRow(page, owner.username)).toContainText('Admin #1');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Activate ${owner.username}` }).click();
    await expectToast(page, 'User Activated', 'The user has been activated successfully.');
    await expect(page.getByText('No suspended users found.')).toBeVisible();
    await expectAccessible(page);
    await submitSignInForm(visitor, owner);
    await expect(visitor).toHaveURL('/account');

    await openSection(page, 'Audit log');
    const records = page.getByRole('row').filter({ hasText: owner.username });
    const recordOf = (what: string) => records.filter({ has: page.getByText(what, { exact: true }) });
    await expect(recordOf('Suspended')).toContainText(REASON);
    await expect(recordOf('Activated')).toContainText('admin #1');
    await expect(recordOf('Sign-in failed')).toHaveCount(1);
    await expectAccessible(page);
  });
});

test('the administrator searches by any part of a username, suspends by keyboard, and cancels with Escape', {
  tag: LONG,
}, async ({ page }) => {
  const owner = await createOwner(page);
  await signInAsAdmin(page);
  await open(page, '/admin');
  await search(page, owner.username.slice(3).toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(getUserRow(page, owner.username)).toBeVisible();
  await search(page, `${owner.username}%`);
  await expect(page.getByText('No users found.')).toBeVisible();
  await search(page, 'admin');
  await expect(getUserRow(page, 'admin')).toContainText('Administrator');
  await search(page, '');

  await page.getByRole('searchbox').focus();
  await page.keyboard.type(owner.username);
  await expect(page.getByRole('tab', { name: 'All Users (1)' })).toBeVisible();
  const suspend = page.getByRole('button', { name: `Suspend ${owner.username}` });
  await suspend.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('First thought');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(suspend).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Suspension Reason')).toHaveValue('First thought');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(getUserRow(page, owner.username)).toContainText('First thought');
});

test.describe('With very many accounts', () => {
  test('the table is accessible in both themes, paginated and sorted by its columns', { tag: LONG }, async ({
    page,
  }) => {
    await signInAsAdmin(page);
    const queries = await mockManyUsers(page);
    await open(page, '/admin');
    await expect(page.getByRole('tab', { name: 'All Users (100,000)' })).toBeVisible();
    await expect(page.getByText('Showing 1–25 of 100,000')).toBeVisible();
    await expect(getUserRow(page, 'owner-3')).toBeVisible();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Showing 26–50 of 100,000')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(page.getByText('Showing 1–25 of 100,000')).toBeVisible();

    const username = page.getByRole('columnheader', { name: 'Username' });
    await expect(page.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Next' }).click();
    await username.getByRole('button').click();
    await expect(username).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByText('Showing 1–25 of 100,000')).toBeVisible();
    await username.getByRole('button').click();
    await expect(username).toHaveAttribute('aria-sort', 'descending');
    expect(queries.filter((query) => query.has('sort')).map((query) => query.get('sort'))).toEqual(
      expect.arrayContaining(['id', 'username', '-username']),
    );
  });
});

test.describe('A failed request', () => {
  test.use({ tolerated: /status( of)? (4|5)\d\d/ });

  test('shows a message, and can be retried', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    const lists = /\/api\/admin\/users(\/suspended)?\?/;
    await page.route(lists, (route) => route.fulfill({ status: 400, json: { message: 'Out to lunch' } }));
    await open(page, '/admin');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch users');
    await expectAccessible(page);
    await page.getByRole('tab', { name: /^Suspended/ }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to fetch suspended users');
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('keeps the typed reason, and shows the message of the API or a default', { tag: LONG }, async ({ page }) => {
    const owner = await createOwner(page);
    await signInAsAdmin(page);
    await open(page, '/admin');
    await search(page, owner.username);
    await page.getByRole('button', { name: `Suspend ${owner.username}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend User Account' });
    await dialog.getByLabel('Suspension Reason').fill(REASON);

    const actionUrl = /\/(suspend|activate)$/;
    await page.route(actionUrl, (route) => route.fulfill({ status: 409, json: { message: 'Out to lunch' } }));
    await dialog.getByRole('button', { name: 'Suspend User' }).click();
    // The dialog stays, says why, and keeps the reason, also after it was closed.
    await expect(dialog.getByRole('alert')).toHaveText('Out to lunch');
    await expect(dialog.getByLabel('Suspension Reason')).toHaveValue(REASON);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(actionUrl);
    await page.route(actionUrl, (route) => route.fulfill({ status: 502, body: '' }));
    await page.getByRole('button', { name: `Suspend ${owner.username}` }).click();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(dialog.getByLabel('Suspension Reason')).toHaveValue(REASON);
    await dialog.getByRole('button', { name: 'Suspend User' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Failed to suspend user');

    await page.unroute(actionUrl);
    await dialog.getByRole('button', { name: 'Suspend User' }).click();
    await expectToast(page, 'User Suspended', 'The user has been suspended successfully.');
    await page.route(actionUrl, (route) => route.fulfill({ status: 502, body: '' }));
    await page.getByRole('button', { name: `Activate ${owner.username}` }).click();
    await expectToast(page, 'Operation Failed', 'Failed to activate user');
  });

  test('because of an ended session leads to signing in', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    await open(page, '/admin');
    await expect(getUserRow(page, 'admin')).toBeVisible();
    await page.context().clearCookies({ name: 'session' });
    await openSection(page, 'Audit log');
    await expect(page).toHaveURL('/auth?next=/admin');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the tables are cards, and the menu leads to Admin and out', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    await open(page, '/browse');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Admin' }).click();
    await expect(getUserRow(page, 'admin')).toContainText('UsernameadminStatusActive');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.getByLabel('Sort by').selectOption('Username, Z to A');
    await expect(page.getByLabel('Sort by')).toHaveValue('-username');
    await openSection(page, 'Audit log');
    await expect(page.getByRole('row').filter({ hasText: 'Signed in' }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await expectToast(page, 'Logged out', 'You have been successfully logged out.');
    await expect(page).toHaveURL('/auth?next=/admin');
  });
});

const headings = (page: Page) => page.getByRole('columnheader');

/** The row of an account, by its full username. */
const getUserRow = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) });

async function search(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search users by username' }).fill(text);
}

/** Mocks the API with 100,000 accounts; returns the queries that it receives. */
async function mockManyUsers(page: Page): Promise<URLSearchParams[]> {
  const queries: URLSearchParams[] = [];
  const users = Array.from({ length: 25 }, (_, index): AdminUser => {
    const isActive = index % 5 !== 3;
    return {
      id: index + 1,
      username: `owner-${index + 1}`,
      isActive,
      suspendedAt: isActive ? null : '2025-11-20T07:30:00.000Z',
      suspensionReason: isActive ? null : `${REASON}, again and again. `.repeat(6),
      suspendedBy: isActive ? null : 1,
    };
  });
  await page.route('**/api/admin/users?*', (route) => {
    queries.push(new URL(route.request().url()).searchParams);
    const headers = { 'x-total-count': '100000', link: '</api/admin/users?cursor=next>; rel="next"' };
    return route.fulfill({ json: users, headers });
  });
  return queries;
}

import type { Page } from '@playwright/test';
import { createOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { selectCases } from '#tests/support/long-run.ts';

const link = `/unsubscribe#token=${'x'.repeat(43)}`;

/** Mocks a valid token: during tests no emails are sent, except on Mondays. */
const mockUnsubscribe = (page: Page) =>
  page.route('**/api/unsubscribe', (route) => route.fulfill({ json: { message: 'You’re unsubscribed.' } }));

const isMailingOn = async (page: Page) => (await getJson<{ on: boolean }[]>(page, '/api/user/mailings'))[0]?.on;

test.describe('The weekly summary', () => {
  // The browser logs the status of a failed request.
  test.use({ tolerated: /status of 400/ });

  test('is turned off and on in the account, also by keyboard, and the switch is reset with a reason if the API fails', {
    tag: LONG,
  }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/account');
    const summary = page.getByRole('switch', { name: 'Email me the weekly summary' });
    await expect(summary).toBeChecked();
    await summary.click();
    await expectToast(page, 'Saved', 'You won’t get the weekly summary anymore.');
    await expect(summary).not.toBeChecked();
    expect(await isMailingOn(page)).toBe(false);
    await expectAccessible(page);

    await page.reload();
    await expect(summary).not.toBeChecked();
    await summary.focus();
    await page.keyboard.press('Space');
    await expectToast(page, 'Saved', 'You’ll get the weekly summary every Monday.');
    await expect(summary).toBeChecked();
    expect(await isMailingOn(page)).toBe(true);

    let respond = () => {};
    const responded = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/api/user/mailings', async (route) => {
      await responded;
      await route.fulfill({ status: 400, json: { message: 'Out to lunch' } });
    });
    await summary.click();
    await expect(summary).not.toBeChecked();
    await expect(summary).toHaveAccessibleDescription('Saving...');
    respond();
    await expectToast(page, 'Couldn’t save', 'Out to lunch');
    await expect(summary).toBeChecked();
  });
});

test('the link in the email unsubscribes by a click and not by being opened, and a signed-in owner can resubscribe', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/unsubscribe'))
      requests.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData()}`);
  });
  await mockUnsubscribe(page);
  await signIn(page, await createOwner(page));
  const resubscribed = page.waitForRequest((request) => request.method() === 'PUT');
  await open(page, link);
  await expect(page).toHaveURL('/unsubscribe');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe from the weekly summary?');
  await expectAccessible(page);
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(requests).toEqual([`POST /api/unsubscribe {"token":"${'x'.repeat(43)}"}`]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Resubscribe' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re subscribed again');
  expect((await resubscribed).postDataJSON()).toEqual({ kind: 'weekly-summary', on: true });
});

test('an anonymous visitor unsubscribes too, and is not offered to resubscribe', { tag: LONG }, async ({ page }) => {
  await mockUnsubscribe(page);
  await open(page, link);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed');
  await expect(page.getByRole('button', { name: 'Resubscribe' })).toHaveCount(0);
});

test.describe('An invalid link', () => {
  test.use({ tolerated: /status of 40[04]/, viewport: { width: 360, height: 740 } });

  for (const [path, reason] of selectCases(1, [
    [link, 'This link isn’t from one of our emails.'],
    ['/unsubscribe#token=short', 'This link is incomplete. Open it again from your email.'],
  ] as const)) {
    test(`of ${path.length} characters has an error message`, async ({ page }) => {
      await open(page, path);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
      await expect(page.getByRole('main').getByText(reason)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }

  test('without a token links to the account', { tag: LONG }, async ({ page }) => {
    const response = await open(page, '/unsubscribe');
    expect(response?.status()).toBe(200);
    await expect(page.getByText('This link is incomplete.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account#profile');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  });
});

import type { Page } from '@playwright/test';
import { createOwner, expectToast, signIn } from './support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from './support/fixtures.ts';

const link = `/unsubscribe?token=${'x'.repeat(43)}`;

/** Mocks a valid token: during tests no emails are sent, except on Mondays. */
const mockUnsubscribe = (page: Page) =>
  page.route('**/api/unsubscribe/*', (route) =>
    route.fulfill({ json: { message: 'You will not get this mail any more.' } }),
  );

const isMailingOn = async (page: Page) => (await getJson<{ on: boolean }[]>(page, '/api/user/mailings'))[0]?.on;

test('the weekly summary is turned off and on in the account, also by keyboard', async ({ page }) => {
  await signIn(page, await createOwner(page));
  await open(page, '/account');
  const summary = page.getByRole('switch', { name: 'Mail me the weekly summary' });
  await expect(summary).toBeChecked();
  await summary.click();
  await expectToast(page, 'Saved', 'The weekly summary does not come any more.');
  await expect(summary).not.toBeChecked();
  expect(await isMailingOn(page)).toBe(false);
  await expectAccessible(page);

  await page.reload();
  await expect(summary).not.toBeChecked();
  await summary.focus();
  await page.keyboard.press('Space');
  await expectToast(page, 'Saved', 'The weekly summary comes on Mondays.');
  await expect(summary).toBeChecked();
  expect(await isMailingOn(page)).toBe(true);
});

test.describe('If the API fails', () => {
  test.use({ tolerated: /status of 400/ });

  test('the switch is reset, and a message has the reason', async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/account');
    const summary = page.getByRole('switch', { name: 'Mail me the weekly summary' });
    await expect(summary).toBeChecked();
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
    await expectToast(page, 'Not saved', 'Out to lunch');
    await expect(summary).toBeChecked();
  });
});

test('the link in the email unsubscribes by a click and not by being opened, and a signed-in owner can resubscribe', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/unsubscribe/'))
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await mockUnsubscribe(page);
  await signIn(page, await createOwner(page));
  const resubscribed = page.waitForRequest((request) => request.method() === 'PUT');
  await open(page, link);
  await expect(page).toHaveURL('/unsubscribe');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop the weekly summary?');
  await expectAccessible(page);
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Stop this mail' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly summary is stopped');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(requests).toEqual([`POST /api/unsubscribe/${'x'.repeat(43)}`]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Turn it on again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly summary is on again');
  expect((await resubscribed).postDataJSON()).toEqual({ kind: 'weekly-summary', on: true });
});

test('an anonymous visitor unsubscribes too, and is not offered to resubscribe', async ({ page }) => {
  await mockUnsubscribe(page);
  await open(page, link);
  await page.getByRole('button', { name: 'Stop this mail' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly summary is stopped');
  await expect(page.getByRole('button', { name: 'Turn it on again' })).toHaveCount(0);
});

test.describe('An invalid link', () => {
  test.use({ tolerated: /status of 40[04]/, viewport: { width: 360, height: 740 } });

  for (const [path, reason] of [
    [link, 'This link does not belong to any of our mails.'],
    ['/unsubscribe?token=short', 'This link is not complete. Open it from the mail again.'],
  ] as const) {
    test(`of ${path.length} characters has an error message`, async ({ page }) => {
      await open(page, path);
      await page.getByRole('button', { name: 'Stop this mail' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
      await expect(page.getByText(reason)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }

  test('without a token links to the account', async ({ page }) => {
    const response = await open(page, '/unsubscribe');
    expect(response?.status()).toBe(200);
    await expect(page.getByText('This link is not complete.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account#profile');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  });
});

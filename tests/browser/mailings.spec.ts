import type { Page } from '@playwright/test';
import { createOwner, expectToast, signIn } from './support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from './support/fixtures.ts';

const link = `/unsubscribe?token=${'x'.repeat(43)}`;

/** Takes the link for one of a mail that was sent: nobody is mailed while tests run, unless it is Monday. */
const mockUnsubscribe = (page: Page) =>
  page.route('**/api/unsubscribe/*', (route) =>
    route.fulfill({ json: { message: 'You will not get this mail any more.' } }),
  );

const isMailingOn = async (page: Page) => (await getJson<{ on: boolean }[]>(page, '/api/user/mailings'))[0]?.on;

test('the weekly summary is turned off and on in the account, by keyboard too', async ({ page }) => {
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

test.describe('Where the API is out to lunch', () => {
  test.use({ tolerated: /status of 400/ });

  test('the switch goes back to what is so, and says why', async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/account');
    const summary = page.getByRole('switch', { name: 'Mail me the weekly summary' });
    await expect(summary).toBeChecked();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/user/mailings', async (route) => {
      await answered;
      await route.fulfill({ status: 400, json: { message: 'Out to lunch' } });
    });
    await summary.click();
    await expect(summary).not.toBeChecked();
    await expect(summary).toHaveAccessibleDescription('Saving...');
    answer();
    await expectToast(page, 'Not saved', 'Out to lunch');
    await expect(summary).toBeChecked();
  });
});

test('the link in the mail stops it by a click, not by being opened, and it is turned on again by who is signed in', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/unsubscribe/'))
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await mockUnsubscribe(page);
  await signIn(page, await createOwner(page));
  const turned = page.waitForRequest((request) => request.method() === 'PUT');
  await open(page, link);
  await expect(page).toHaveURL('/unsubscribe');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop the weekly summary?');
  await expectAccessible(page);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Stop this mail' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly summary is stopped');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(asked).toEqual([`POST /api/unsubscribe/${'x'.repeat(43)}`]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Turn it on again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly summary is on again');
  expect((await turned).postDataJSON()).toEqual({ kind: 'weekly-summary', on: true });
});

test('whoever is not signed in stops it too, and is offered nothing that needs it', async ({ page }) => {
  await mockUnsubscribe(page);
  await open(page, link);
  await page.getByRole('button', { name: 'Stop this mail' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The weekly summary is stopped');
  await expect(page.getByRole('button', { name: 'Turn it on again' })).toHaveCount(0);
});

test.describe('A link that is none of ours', () => {
  test.use({ tolerated: /status of 40[04]/, viewport: { width: 360, height: 740 } });

  for (const [path, reason] of [
    [link, 'This link does not belong to any of our mails.'],
    ['/unsubscribe?token=short', 'This link is not complete. Open it from the mail again.'],
  ] as const) {
    test(`as ${path.length} characters does nothing, and says so`, async ({ page }) => {
      await open(page, path);
      await page.getByRole('button', { name: 'Stop this mail' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
      await expect(page.getByText(reason)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }

  test('without a token leads to the account', async ({ page }) => {
    const response = await open(page, '/unsubscribe');
    expect(response?.status()).toBe(200);
    await expect(page.getByText('This link is not complete.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account#profile');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  });
});

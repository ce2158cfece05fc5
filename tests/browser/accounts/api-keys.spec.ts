import { createConfirmedOwner, createOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';

test('an owner creates an API key, uses it, and revokes it', { tag: LONG }, async ({ page, request }) => {
  await signIn(page, await createConfirmedOwner(page));
  await open(page, '/account');
  await page.getByRole('button', { name: 'Create an API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByLabel('Read my listings').uncheck();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toContainText('Name the key after what uses it');
  await expect(dialog).toContainText('Choose at least one permission');
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Our CRM');
  await dialog.getByLabel('Read my listings').check();
  await dialog.getByLabel('Works for').selectOption('90 days');
  await dialog.getByRole('button', { name: 'Create' }).click();

  const created = page.getByRole('dialog', { name: 'Copy your API key' });
  const key = (await created.getByText(/^slk_live_/).textContent()) ?? '';
  await expectAccessible(page);
  await created.getByRole('button', { name: 'I saved it' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Our CRM' });
  await expect(row).toContainText('Read my listings');
  await expect(row).toContainText('Not used yet');

  const list = () => request.get('/api/user/ads', { headers: { authorization: `Bearer ${key}` } });
  expect((await list()).status()).toBe(200);
  await row.getByRole('button', { name: 'Revoke Our CRM' }).click();
  await page.getByRole('dialog', { name: 'Revoke “Our CRM”?' }).getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Revoked', '“Our CRM” no longer works.');
  await expect(page.getByText('You have no API keys.')).toBeVisible();
  expect((await list()).status()).toBe(401);
});

test('an owner confirms the email before creating an API key', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  await open(page, '/account');
  // For webhooks too.
  await expect(page.getByText('Confirm your email first. The link is in your inbox.')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Create an API key' })).toHaveCount(0);
});

test('the guide to the API is the introduction of its documentation', { tag: LONG }, async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Using the API' })).toBeVisible();
  await expect(page.getByText('curl "$SITE/api/user/ads"').first()).toBeVisible();
});

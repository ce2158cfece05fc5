import { createConfirmedOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';

// The address that is refused.
test.use({ tolerated: /status of 400/ });

test('an owner creates a webhook, tests it, replaces its secret, pauses and deletes it', { tag: LONG }, async ({
  page,
}) => {
  await signIn(page, await createConfirmedOwner(page));
  await open(page, '/account');
  await page.getByRole('button', { name: 'Create a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a webhook' });
  await dialog.getByLabel('A customer wrote first').uncheck();
  await dialog.getByLabel('Address').fill('https://127.0.0.1/hooks');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toContainText('Choose at least one event');
  await dialog.getByLabel('A customer wrote first').check();
  await dialog.getByLabel('A listing is no longer live').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toContainText('that everybody on the internet can reach');
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill('https://receiver.invalid/hooks');
  await dialog.getByRole('button', { name: 'Create' }).click();

  const created = page.getByRole('dialog', { name: 'Copy the secret of your webhook' });
  await expect(created).toContainText('whsec_');
  await created.getByRole('button', { name: 'I saved it' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'https://receiver.invalid/hooks' });
  await expect(row).toContainText('A customer wrote first · A listing is no longer live');

  await row.getByRole('button', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
  await expect(deliveries).toContainText('Nothing was sent in the past 30 days.');
  await deliveries.getByRole('button', { name: 'Send a test' }).click();
  const delivery = deliveries.getByRole('listitem').filter({ hasText: 'Test' });
  await expect(delivery).toContainText('Failed', { timeout: 20_000 });
  await delivery.getByRole('button', { name: 'Test' }).click();
  await expect(delivery).toContainText('The name of the address was not found.');
  await expect(delivery.getByRole('region', { name: 'Sent' })).toContainText('"type": "test"');
  await expectAccessible(page);
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery).toContainText('Tried once');
  await page.keyboard.press('Escape');

  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for https://receiver.invalid/hooks' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Replace the secret');
  await page.getByRole('dialog', { name: 'Replace the secret?' }).getByRole('button', { name: 'Replace' }).click();
  await expect(created).toContainText('whsec_');
  await created.getByRole('button', { name: 'I saved it' }).click();
  await expect(row).toContainText('The former secret signs too until');
  await choose('Pause');
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Resume' }).click();
  await expectToast(page, 'Resumed', 'What waited is being sent.');
  await choose('Delete');
  await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('You have no webhooks.')).toBeVisible();
});

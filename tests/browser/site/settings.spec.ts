import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

// The API's answer to the slower of two.
test.use({ tolerated: /409 \(Conflict\)/ });

test('the administrator changes the postal address, which pages show, replaces that of another one, and resets it', async ({
  page,
  otherPage,
}) => {
  await signInAsAdmin(page);
  await signInAsAdmin(otherPage);
  await open(page, '/admin?tab=settings');
  const setting = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^Postal address/ });
  const dialog = page.getByRole('dialog', { name: 'Postal address' });
  const openDialog = () => setting.getByRole('button', { name: 'Change Postal address' }).click();
  const expectInFooter = async (text: string) =>
    expect(async () => {
      await open(otherPage, '/contact');
      await expect(otherPage.getByRole('contentinfo')).toContainText(text, { timeout: 100 });
    }).toPass();
  await expect(setting).toContainText('Not set');
  await expectAccessible(page);

  await openDialog();
  await dialog.getByLabel('Postal address').fill('x'.repeat(301));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Use at most 300 characters');
  await expectAccessible(page);
  await dialog.getByLabel('Postal address').fill('1 Pier Street\nHuntington Beach');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(setting).toContainText('Huntington Beach');
  await expectInFooter('1 Pier Street');

  // Somebody else is faster.
  await openDialog();
  const { version } = await getSetting();
  const faster = await otherPage.request.put('/api/admin/settings/postalAddress', {
    data: { value: '2 Pier Street', version },
    headers: { origin: process.env.SITE_ORIGIN ?? '' },
  });
  expect(faster.ok()).toBe(true);
  await dialog.getByLabel('Postal address').fill('3 Pier Street');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Someone else changed this setting');
  await expect(dialog).toContainText('2 Pier Street');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expectInFooter('3 Pier Street');

  await openDialog();
  await dialog.getByRole('button', { name: 'Reset to default' }).click();
  await expect(dialog).toBeHidden();
  await expect(setting).toContainText('Not set');

  async function getSetting(): Promise<{ version: number }> {
    const { settings } = await (await otherPage.request.get('/api/admin/settings')).json();
    return settings.find(({ key }: { key: string }) => key === 'postalAddress');
  }
});

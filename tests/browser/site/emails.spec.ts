import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

test('the administrator reads an email as it is sent, on a computer and on a phone', async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, '/admin?tab=emails');
  await page.getByText('After a listing went live').click();
  const email = page.getByRole('listitem').filter({ hasText: 'After a listing went live' });
  await expect(email).toContainText('Good news: your listing “Golden Hour 24/7” is live.');
  const text = email.getByText('Good news');
  const width = async () => (await text.boundingBox())?.width ?? 0;
  const wide = await width();
  await page.getByLabel('Show').selectOption('On a phone');
  expect(await width()).toBeLessThan(Math.min(wide, 361));
  await expect(email.getByRole('button', { name: 'Send to me' })).toBeVisible();
  await expectAccessible(page);
});

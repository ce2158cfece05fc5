import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

test('the staff adds a category, renames it by the keyboard, orders its siblings, and merges it: its addresses lead on', async ({
  page,
  otherPage,
}) => {
  await signInAsAdmin(page);
  await open(page, '/admin?tab=categories');
  await expect(page.getByRole('button', { name: 'Add category' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add category' }).click();
  const adding = page.getByRole('dialog', { name: 'Add category' });
  await adding.getByRole('button', { name: 'Add category' }).click();
  await expect(adding).toContainText('Enter a name');
  await adding.getByLabel('Name', { exact: true }).fill('Kite Shops');
  await adding.getByLabel('Parent').selectOption('Arts & Entertainment');
  await adding.getByLabel('Icon').selectOption('sailboat');
  await adding.getByLabel('Words in English').fill('kites, kite flying');
  await adding.getByLabel('Reason').fill('Asked for at the pier.');
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add category' }).click();
  await expect(adding).toBeHidden();
  await expect(async () => {
    await open(otherPage, '/category/kite-shops');
    await expect(otherPage.getByRole('heading', { level: 1 })).toContainText('Kite Shops', { timeout: 100 });
  }).toPass();

  await page.getByLabel(/^Find a category/).fill('kite flying');
  const row = page.getByRole('button', { name: /^Kite Shops/ });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const editing = page.getByRole('dialog', { name: 'Edit Kite Shops' });
  await editing.getByLabel('Web address').fill('kites');
  await expect(editing).toContainText('/category/kite-shops will redirect here.');
  await editing.getByLabel('Reason').fill('Shorter.');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  await expect(async () => {
    await open(otherPage, '/category/kite-shops');
    await expect(otherPage).toHaveURL('/category/kites', { timeout: 100 });
  }).toPass();

  await page.getByRole('button', { name: 'More for Arts & Entertainment' }).click();
  await page.getByRole('menuitem', { name: 'Order subcategories' }).click();
  const ordering = page.getByRole('dialog', { name: 'Order of Arts & Entertainment' });
  await ordering.getByRole('button', { name: 'Move Kite Shops up' }).press('Enter');
  await expect(ordering.getByRole('button', { name: 'Move Kite Shops up' })).toBeFocused();
  await ordering.getByLabel('Reason').fill('Kites are popular.');
  await expectAccessible(page);
  await ordering.getByRole('button', { name: 'Save order' }).click();
  await expect(ordering).toBeHidden();

  await page.getByRole('button', { name: 'More for Kite Shops' }).click();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge Kite Shops into another category?' });
  await merging.getByLabel('Merge into').selectOption('Karaoke');
  await expect(merging).toContainText('This can’t be undone.');
  await expect(merging).toContainText('1 page of Kite Shops redirects there');
  await merging.getByLabel('Reason').fill('Nobody lists kites.');
  await expectAccessible(page);
  await merging.getByRole('button', { name: 'Merge into Karaoke' }).click();
  await expect(merging).toBeHidden();
  await page.getByLabel(/^Find a category/).fill('kite');
  await expect(page.getByRole('button', { name: /^Karaoke/ })).toBeVisible();
  await expect(async () => {
    await open(otherPage, '/category/kites');
    await expect(otherPage).toHaveURL('/category/karaoke', { timeout: 100 });
  }).toPass();
});

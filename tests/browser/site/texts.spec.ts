import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

// The API's answer to the slower of two editors, and to readers of what was removed.
test.use({ tolerated: /409 \(Conflict\)|status of 404/ });

const EXCERPT = 'What the pier is for, and who mends it when the winter storms are over.';

test('an editor adds a post, mends what is refused, publishes it over what somebody else saved, and removes it', async ({
  page,
  otherPage,
}) => {
  const slug = `pier-${crypto.randomUUID().slice(0, 8)}`;
  await signInAsAdmin(page);
  await signInAsAdmin(otherPage);
  await open(page, '/admin?tab=texts');
  await expect(page.getByRole('link', { name: 'Edit Privacy Policy' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add post' });
  await dialog.getByLabel('Title').fill('The pier, mended');
  await expect(dialog.getByLabel('Web address')).toHaveValue('the-pier-mended');
  await dialog.getByLabel('Web address').fill(slug);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add post' }).click();

  const preview = page.getByRole('region', { name: 'Preview' });
  const markdown = page.getByLabel('Text', { exact: true });
  await expect(preview).toContainText('Before you can publish');
  await page.getByLabel('Excerpt').fill(EXCERPT);
  await page.getByLabel('Description').fill(EXCERPT);
  await page.getByLabel('Drawing', { exact: true }).selectOption('Kern County');
  await markdown.fill('Planks.\n\n<script>alert(1)</script>\n\n## Nails\n\nAnd [more](/contact).');
  await preview.getByRole('button', { name: 'Line 3: HTML is not allowed' }).click();
  await expect(markdown).toBeFocused();
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled();
  await expectAccessible(page);
  await markdown.fill('Planks.\n\n## Nails\n\nAnd [more](/contact).');
  await expect(preview.getByRole('heading', { name: 'Nails' })).toBeVisible();

  // Somebody else is faster; a reload loses nothing.
  const draft = { fields: { title: 'Another pier' }, markdown: 'Ropes.', version: 1 };
  const path = `/api/admin/texts/${encodeURIComponent(`blog/${slug}`)}`;
  const headers = { origin: process.env.SITE_ORIGIN ?? '' };
  expect((await otherPage.request.put(`${path}/draft`, { data: draft, headers })).ok()).toBe(true);
  const refused = page.waitForResponse((response) => response.status() === 409);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await refused;
  await page.reload();
  const conflict = page.getByRole('alert').filter({ hasText: 'changed this text while you had it open' });
  await expect(conflict.getByRole('region', { name: 'Differences' })).toContainText('Ropes');
  await expect(markdown).toHaveValue(/Planks/);
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Go on with mine' }).click();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByLabel('Note (optional)').fill('New planks');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('New planks')).toBeVisible();

  await expect(async () => {
    await open(otherPage, '/blog');
    await expect(otherPage.getByRole('link', { name: 'Read More of The pier, mended' })).toBeVisible({ timeout: 100 });
  }).toPass();
  await otherPage.getByRole('link', { name: 'Read More of The pier, mended' }).click();
  await expect(otherPage.getByRole('heading', { name: 'Nails' })).toBeVisible();

  await page.getByRole('button', { name: 'More for The pier, mended' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the blog' }).click();
  await page.getByRole('button', { name: 'Remove post' }).click();
  await expect(page.getByRole('main')).toContainText('Removed');
  await expect(async () => {
    await open(otherPage, `/blog/${slug}`);
    await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Post not found', { timeout: 100 });
  }).toPass();
});

test('what was typed and not saved is marked in the list, and thrown away after a question', async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, '/admin?tab=texts&text=privacy-policy');
  const title = page.getByLabel('Title');
  const discard = page.getByRole('button', { name: 'Discard changes' });
  await expect(title).toHaveValue('Privacy Policy');
  await expect(discard).toBeHidden();
  await title.fill('Privacy, mistyped');
  await expect(discard).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All texts' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Edit Privacy Policy' }) });
  await expect(row).toContainText('Not saved');
  await row.getByRole('link').click();
  await expect(title).toHaveValue('Privacy, mistyped');
  await discard.click();
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(title).toHaveValue('Privacy Policy');
  await expect(discard).toBeHidden();
  await page.getByRole('link', { name: 'All texts' }).click();
  await expect(row).not.toContainText('Not saved');
});

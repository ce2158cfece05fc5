import sharp from 'sharp';
import { openSection, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  LONG,
  open,
  test,
} from '#tests/browser/support/fixtures.ts';

// What is in use is not deleted.
test.use({ tolerated: /409 \(Conflict\).*\/api\/admin\/pictures\// });

test('a picture is uploaded, described, inserted into a post, chosen as its cover, and kept until its post is removed', {
  tag: LONG,
}, async ({ page, otherPage: reader }) => {
  const alt = `The pier of ${crypto.randomUUID().slice(0, 8)}`;
  const buffer = await sharp({ create: { width: 900, height: 500, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await signInAsAdmin(page);
  await open(page, '/admin?tab=pictures');
  await page.locator('input[type=file]').setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Describe the picture' });
  await dialog.getByLabel('Description').fill(alt);
  await dialog.getByLabel('Point in focus, from left to right').fill('20');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('listitem').filter({ hasText: alt });
  await expect(card).toContainText('Not used');
  await expectAccessibleOnDeskAndPhone(page);

  const slug = `pier-${crypto.randomUUID().slice(0, 8)}`;
  const added = await page.request.post('/api/admin/texts', { data: { slug, title: 'The pier', language: 'en' } });
  expect(added.ok()).toBe(true);
  await open(page, `/admin?tab=texts&text=${encodeURIComponent(`blog/${slug}`)}`);
  await page.getByLabel('Text', { exact: true }).fill('Look: ');
  await page.getByLabel('Text', { exact: true }).press('End');
  await page.getByRole('button', { name: 'Insert picture' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose a picture' });
  await expect(chooser.getByRole('button', { name: alt })).toBeVisible();
  await expectAccessible(page);
  await chooser.getByRole('button', { name: alt }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    new RegExp(`^Look:\\n\\n!\\[${alt}\\]\\(picture:\\d+\\)\\n$`),
  );
  await page.getByRole('button', { name: 'Choose a picture (Cover)' }).click();
  await chooser.getByRole('button', { name: alt }).click();

  const text = await page.getByLabel('Text', { exact: true }).inputValue();
  const id = /picture:(\d+)/.exec(text)?.[1] ?? '';
  const { version } = await (await page.request.get(`/api/admin/texts/${encodeURIComponent(`blog/${slug}`)}`)).json();
  const sentence = 'What the text is about, in a sentence that is long enough for search engines.';
  const fields = { title: 'The pier', county: 'kern-county', excerpt: sentence, description: sentence, cover: id };
  const data = { fields, markdown: text, version, publishAt: null };
  const published = await page.request.post(`/api/admin/texts/${encodeURIComponent(`blog/${slug}`)}/publish`, { data });
  expect(published.ok(), await published.text()).toBe(true);
  await expect(async () => {
    await open(reader, `/blog/${slug}`);
    await expect(reader.getByRole('img', { name: alt })).toHaveCount(2, { timeout: 100 });
  }).toPass();
  await expectAccessibleOnDeskAndPhone(reader);
  await expect(reader.getByRole('img', { name: alt }).first()).toHaveCSS('object-position', '20% 50%');

  await page.goto('/admin');
  await openSection(page, 'Pictures');
  await expect(card).toContainText(`Used in blog/${slug}`);
  await expect(card.getByRole('button', { name: /^Delete/ })).toBeDisabled();

  // The blog in Spanish would show it in English to other tests.
  const path = `/api/admin/texts/${encodeURIComponent(`blog/${slug}`)}`;
  const current = await (await page.request.get(path)).json();
  expect((await page.request.post(`${path}/remove`, { data: { version: current.version } })).ok()).toBe(true);
  await page.reload();
  await card.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog', { name: 'Delete this picture?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(card).toHaveCount(0);
});

import { post, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, LONG, open, test } from '#tests/browser/support/fixtures.ts';

test('a post that is only in Spanish names no page in English, and its link to English leads to the blog', {
  tag: LONG,
}, async ({ page, otherPage }) => {
  await signInAsAdmin(otherPage);
  const slug = `solo-en-espanol-${crypto.randomUUID().slice(0, 8)}`;
  await post(otherPage, '/api/admin/texts', { slug, language: 'es', title: 'Quinceañeras' });
  const path = `/api/admin/texts/${encodeURIComponent(`es/blog/${slug}`)}`;
  const words = 'Lo que hay que saber antes de rentar un salón para la fiesta.';
  const fields = { title: 'Quinceañeras', date: '', county: 'kern-county', excerpt: words, description: words };
  await post(otherPage, `${path}/publish`, { fields, markdown: 'La sala.', version: 1, publishAt: null });

  await expect(async () => expect((await page.request.get(`/es/blog/${slug}`)).status()).toBe(200)).toPass();
  await open(page, `/es/blog/${slug}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/es/blog/${slug}$`));
  await expect(page.locator('link[hreflang]')).toHaveCount(0);
  for (const part of ['banner', 'contentinfo'] as const) {
    await open(page, `/es/blog/${slug}`);
    await page.getByRole(part).getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/blog');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  }

  await post(otherPage, `${path}/remove`, { version: 2 });
  await expect(async () => expect((await page.request.get(`/es/blog/${slug}`)).status()).toBe(404)).toPass();
});

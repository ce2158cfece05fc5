import type { Page } from '@playwright/test';
import { expectedPages } from '#tests/browser/support/expected-pages.ts';
import { expect, LONG, open, test } from '#tests/browser/support/fixtures.ts';

// The server refuses a sign-in.
test.use({ tolerated: /status of 401/ });

test('a form of a page that the browser has translated is sent, and shows what became of it', async ({ page }) => {
  await open(page, '/auth');
  await page.getByLabel('Username', { exact: true }).fill('nobody-at-all');
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await translate(page);
  await submitForms(page);
  await expect(page.getByText('Login failed').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const { path } of expectedPages.slice(0, 20)) {
  test(`${path} stays itself when the browser has translated it and its forms are submitted`, { tag: LONG }, async ({
    page,
  }) => {
    await open(page, path);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await translate(page);
    await submitForms(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
  });
}

/** Puts each text into elements, as the translators of Chrome and Safari do. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (texts.nextNode()) if (texts.currentNode.nodeValue?.trim()) nodes.push(texts.currentNode);
    for (const node of nodes) {
      if (node.parentElement?.closest('script, style, textarea, select, svg')) continue;
      const font = document.createElement('font');
      node.parentNode?.replaceChild(font, node);
      font.appendChild(document.createElement('font')).appendChild(node);
    }
  });

/** Submits the forms that React sends; the others lead to a search. */
const submitForms = (page: Page) =>
  page.evaluate(async () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('main form[method="post"]')) {
      form.requestSubmit();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });

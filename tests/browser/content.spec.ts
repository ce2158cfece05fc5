import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';

test('a reader navigates from the blog to a post, its table of contents, and the next post', async ({ page }) => {
  await open(page, '/blog');
  await expect(page.getByRole('link', { name: /^Read More/ })).toHaveCount(5);
  await page.getByRole('link', { name: 'Read More of Getting found in your ZIP code' }).click();
  await expect(page).toHaveURL('/blog/found-in-your-zip-code');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Getting found in your ZIP code');
  await expect(page.getByText(/^April 22, 2025 · \d+ min read$/)).toBeVisible();

  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'What not to buy' }).click();
  await expect(page).toHaveURL('/blog/found-in-your-zip-code#what-not-to-buy');
  await expect(page.getByRole('heading', { name: 'What not to buy' })).toBeInViewport();

  const next = page.getByRole('region', { name: 'Read next' }).getByRole('link');
  await expect(next).toHaveCount(3);
  await expect(next.filter({ hasText: 'Getting found' })).toHaveCount(0);
});

test('a post is shared in a new window', { tag: LONG }, async ({ page, baseURL }) => {
  await open(page, '/blog/hours-holidays-heat');
  const address = encodeURIComponent(`${baseURL}/blog/hours-holidays-heat`);
  for (const [name, at] of [
    ['Share on Twitter', 'https://twitter.com/intent/tweet?'],
    ['Share on Facebook', 'https://www.facebook.com/sharer/sharer.php?'],
    ['Share on LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?'],
  ] as const) {
    const link = page.getByRole('link', { name });
    const href = await link.getAttribute('href');
    expect(href?.startsWith(at), href ?? '').toBe(true);
    expect(href).toContain(`url=${address}`.replace('url=', at.includes('facebook') ? 'u=' : 'url='));
    await expect(link).toHaveAttribute('target', '_blank');
  }
});

test.describe('A post that does not exist', () => {
  // The browser logs the status, and React Router the error of its boundary.
  test.use({ tolerated: /status of 404|caught the following error|^error: \w+: Post not found\n/ });

  test('has an error page, also on client-side navigation', { tag: LONG }, async ({ page }) => {
    const response = await open(page, '/blog/no-such-post');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');

    await open(page, '/blog');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/blog/gone', textContent: 'Gone' });
      document.querySelector('main')?.prepend(link);
    });
    await page.getByRole('link', { name: 'Gone' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
  });
});

test.describe('The help', () => {
  test('is searched while typing', async ({ page }) => {
    await open(page, '/faq');
    await page.getByRole('searchbox', { name: 'Search the answers' }).fill('Money BACK');
    await expect(page.getByRole('status').filter({ hasText: /answer/ })).toHaveText(/^\d answers?$/);
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText(
      'Can I get my money back?',
    );
    await expect(page.getByRole('heading', { name: 'What is this site?' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 2, name: 'Posting Ads' })).toBeHidden();
    await expectAccessible(page);

    await page.getByRole('searchbox').clear();
    await expect(page.getByRole('heading', { name: 'What is this site?' })).toBeVisible();
  });

  test('without an answer offers to ask, and counts the question', { tag: LONG }, async ({ page }) => {
    await open(page, '/help');
    const counted = page.waitForRequest('**/api/help/searches');
    await page.getByRole('searchbox', { name: 'Search the answers' }).fill('Zithers & xylophones?');
    await expect(page.getByText('No matching answers')).toBeVisible();
    await expectAccessible(page);
    expect((await counted).postDataJSON()).toEqual({ words: 'zithers & xylophones?' });
    await page.getByRole('link', { name: 'Ask us this question' }).click();
    await expect(page.getByLabel('Message')).toHaveValue('Zithers & xylophones?');
    await expect(page.getByLabel('Subject')).toHaveValue('');
  });

  test('opens the answer of a link', { tag: LONG }, async ({ page }) => {
    const answer = page.getByText('Claiming is free.');
    await open(page, '/help#how-do-i-claim-a-listing-that-is-already-here');
    await expect(answer).toBeInViewport();
    await expectAccessible(page);

    await open(page, '/blog/hours-holidays-heat');
    await page.getByRole('main').getByRole('link', { name: 'the help page' }).click();
    await expect(page).toHaveURL('/help#how-do-i-claim-a-listing-that-is-already-here');
    await expect(answer).toBeInViewport();

    await page.getByText('What does unclaimed listing mean?').click();
    await page.getByText('How do I claim a listing that is already here?').click();
    await expect(answer).toBeHidden();
    await page.getByRole('link', { name: 'claim it' }).click();
    await expect(answer).toBeInViewport();
  });

  test('is accessible by keyboard, and every answer has a URL', async ({ page }) => {
    await open(page, '/help');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('receipt');
    await page.locator('summary').filter({ hasText: 'Where is my receipt?' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Each receipt has a number.')).toBeVisible();
    await page.getByRole('link', { name: 'Link to this answer' }).and(page.locator(':visible')).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/help#where-is-my-receipt');
  });
});

test('a policy is printed without header and footer', { tag: LONG }, async ({ page }) => {
  await open(page, '/privacy-policy');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'How long we keep it' })).toBeVisible();
  await expect(page.getByText('Last updated: April 16, 2025')).toBeVisible();
  for (const name of ['Main', 'On this page', 'Breadcrumb']) {
    await expect(page.getByRole('navigation', { name })).toBeHidden();
  }
});

test('most lines of text have at most 70 characters', { tag: LONG }, async ({ page }) => {
  for (const path of ['/blog/found-in-your-zip-code', '/terms-of-service', '/help#can-i-pay-ahead']) {
    await open(page, path);
    await page.evaluate(() => document.fonts.ready);
    const lengths = await page.locator('.prose p').evaluateAll(countLettersPerLine);
    expect(lengths.length, path).toBeGreaterThan(0);
    expect(lengths.filter((length) => length > 70).length, path).toBeLessThanOrEqual(lengths.length / 20);
  }
});

/** The number of characters in each line of the paragraphs. */
function countLettersPerLine(paragraphs: Element[]): number[] {
  return paragraphs.flatMap((paragraph) => {
    const lines = new Map<number, number>();
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.sr-only')) continue;
      for (let at = 0; at < (text.textContent ?? '').length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const bottom = Math.round(range.getBoundingClientRect().bottom / 6);
        lines.set(bottom, (lines.get(bottom) ?? 0) + 1);
      }
    }
    return [...lines.values()];
  });
}

test('the quick links page links to all sections, and its contact link is recorded', { tag: LONG }, async ({
  page,
}) => {
  await open(page, '/quick-links');
  const links = page.getByRole('region', { name: 'Quick links' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/post-ad',
    '/browse',
    '/featured',
    '/rates',
    '/contact',
    '/help',
  ]);
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), true));
  await page.getByRole('region', { name: 'Have something else on your mind?' }).getByRole('link').click();
  const events = await page.evaluate(() => window.dataLayer?.map((entry) => (entry as { event?: string }).event));
  expect(events).toContain('quick_links_contact_cta');
});

test('the rates link to posting and to paying', { tag: LONG }, async ({ page }) => {
  await open(page, '/rates');
  await expect(page.getByRole('link', { name: 'Post a free listing' })).toHaveAttribute('href', '/post-ad?plan=free');
  await expect(page.getByRole('link', { name: 'Go premium' })).toHaveAttribute('href', '/checkout?plan=premium');
  await expect(page.getByRole('row', { name: '6 months $85 $510 15%' })).toBeVisible();
  for (const name of [
    'Los Angeles Metro',
    'Palm Springs and Coachella Valley',
    'El Centro and Imperial County',
    'Bakersfield and Kern County',
    'Orange County',
    'San Diego County',
  ]) {
    await expect(page.getByRole('main').getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  }
});

test('without JavaScript texts are readable and answers open', { tag: LONG }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/terms-of-service');
  await expect(page.getByRole('heading', { name: 'Governing law and courts' })).toBeVisible();
  await page.goto('/help');
  await page.getByText('Does anything renew automatically?').click();
  await expect(page.getByText('You pay for a fixed term')).toBeVisible();
  await context.close();
});

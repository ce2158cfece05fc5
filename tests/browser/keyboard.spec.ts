import { expect, LONG, open, test } from '#tests/browser/support/fixtures.ts';

test('the first Tab focuses the skip link', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByLabel('What', { exact: true })).toBeFocused();
});

test('a search leads past its filters to the results', async ({ page }) => {
  await open(page, '/search?q=market');
  const skip = page.getByRole('link', { name: 'Skip to results' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#found')).toBeFocused();
});

test.describe('With links that are prefetched on focus', () => {
  // Of a listing that another test has just removed.
  test.use({ tolerated: /status of 404/ });

  test('every focused element has a visible focus indicator', async ({ page }) => {
    await open(page, '/county/orange-county');
    const unmarked: string[] = [];
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const rings = [element, element.closest('article, li')].flatMap((part) =>
          part ? [getComputedStyle(part), getComputedStyle(part, '::after')] : [],
        );
        const marked = rings.some(
          (style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
        );
        const { top, bottom } = element.getBoundingClientRect();
        return { html: element.outerHTML.slice(0, 120), marked, visible: bottom > 0 && top < innerHeight };
      });
      if (!seen.marked || !seen.visible) unmarked.push(seen.html);
    }
    expect(unmarked).toEqual([]);
  });
});

test('a visitor navigates from the home page to a business by keyboard', { tag: LONG }, async ({ page }) => {
  await open(page, '/');
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Browse Ads' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Ads');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Load More Ads' }).focus();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('link', { name: /^View Details/ });
  await expect(rows.nth(20)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ads\/\d+$/);
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('the menu opens on Enter, closes on Escape and restores the focus', { tag: LONG }, async ({ page }) => {
    await open(page, '/');
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });
});

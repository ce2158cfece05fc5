import { expect, open, test } from '#tests/browser/support/fixtures.ts';
import { selectCases } from '#tests/support/long-run.ts';

for (const viewport of selectCases(1, [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])) {
  test(`suggestions never cover the Search button, at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await open(page, '/');
    const search = page.getByRole('main').getByRole('search');
    const button = search.getByRole('button', { name: 'Search' });
    for (const [field, text] of [
      ['Where', ''],
      ['Where', 'san'],
      ['What', 'mark'],
    ] as const) {
      await search.getByLabel(field).fill(text);
      await search.getByLabel(field).focus();
      const list = page.getByRole('listbox');
      await expect(list.getByRole('option').first()).toBeVisible();
      const [below, above] = [await list.boundingBox(), await button.boundingBox()];
      if (!below || !above) throw new Error('not visible');
      const isApart =
        below.y + below.height <= above.y ||
        above.y + above.height <= below.y ||
        below.x + below.width <= above.x ||
        above.x + above.width <= below.x;
      expect(isApart, `${field} ${text}`).toBe(true);
    }
  });
}

test.describe('A tap on Search', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('searches while the suggestions are open', async ({ page }) => {
    await open(page, '/');
    const search = page.getByRole('main').getByRole('search');
    await search.getByLabel('What').fill('market');
    await search.getByLabel('Where').tap();
    await page.keyboard.type('irvine');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    const box = await search.getByRole('button', { name: 'Search' }).boundingBox();
    if (!box) throw new Error('not visible');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page).toHaveURL('/search?q=market&near=irvine');
  });
});

import { expect, open, test } from './support/fixtures.ts';

test('with reduced motion a change of style is complete at once', async ({ page }) => {
  await open(page, '/contact');
  const padding = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const read = () => getComputedStyle(heading).paddingLeft;
    const before = read();
    heading.style.paddingLeft = '77px';
    return [before, read()];
  });
  expect(padding).toEqual(['0px', '77px']);
});

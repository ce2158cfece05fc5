import { expect, type Page } from '@playwright/test';

/** The sizes of a phone, a tablet and a desktop, in px. */
export const VIEWPORTS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
};

/** Expects that the page is not wider than the window. */
export async function expectNoOverflow(page: Page) {
  const getOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(getOverflow, `${page.viewportSize()?.width} px wide`).toBeLessThanOrEqual(0);
}

/** Expects no layout shift since the page was opened, and while it is scrolled to its end. */
export async function expectNoLayoutShift(page: Page) {
  const shifts = await page.evaluate(async () => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    }
    const entries: LayoutShift[] = [];
    new PerformanceObserver((list) => entries.push(...(list.getEntries() as LayoutShift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // On a busy machine preloaded fonts can arrive after the page was scrolled, which nobody does as fast.
    await document.fonts.ready;
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' });
      await twoFrames();
    }
    scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
    const images = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    await twoFrames();
    return entries
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => ({
        value,
        sources: sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : `${node?.textContent}`).slice(0, 200),
        ),
      }));
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  // A late web font may move a word by a pixel. This still rounds to 0.00.
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(0.005);
}

import { expect, type Page } from '@playwright/test';
import { open } from './fixtures.ts';

const STYLESHEETS = '**/*.css';

/**
 * Opens a page whose stylesheet arrives after its fonts. On a busy machine they can arrive after the first paint, and the font before
 * them is wider than any for which `web/base/styles/fonts.css` has measures: the packaged Chromium has no other.
 */
export async function openWithFonts(page: Page, path: string) {
  await page.route(STYLESHEETS, async (route) => {
    await page.evaluate(waitForFonts);
    // What is requested later, such as by a map, may have been let through when the route was removed.
    await route.continue().catch(() => {});
  });
  const response = await open(page, path);
  await page.unroute(STYLESHEETS);
  return response;
}

/** Waits for the preloaded fonts, in a document that is not painted yet, so that it has no frames. */
function waitForFonts(): Promise<void> {
  return new Promise((resolve) => {
    const loaded = new Set<string>();
    new PerformanceObserver((list, observer) => {
      for (const { name } of list.getEntries()) loaded.add(name);
      const fonts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')];
      if (fonts.length === 0 || fonts.some(({ href }) => !loaded.has(href))) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'resource', buffered: true });
  });
}

/** Expects no layout shift since the page was opened by `openWithFonts`, and while it is scrolled to its end. */
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
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' });
      await twoFrames();
    }
    scrollTo({ top: 0, behavior: 'instant' });
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
  // This still rounds to 0.00.
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(0.005);
}

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

import type { Page } from '@playwright/test';

/** Counts the clicks and taps of a user on a page, on all that it opens. Call it before the first page is opened. */
export async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('countClick', () => {
    count++;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    addEventListener('click', ({ isTrusted }) => isTrusted && countClick(), { capture: true });
  });
  return () => count;
}

import { expect, type Page } from '@playwright/test';
import { isLongRun } from '#tests/support/long-run.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoOverflow, VIEWPORTS } from './layout.ts';
import { expectNoLayoutShift, openWithFonts } from './layout-shift.ts';

/**
 * Expects that a page has no overflow from a phone in dark mode to a desktop in light mode, no layout shift, and is accessible in both
 * themes. The long run also reloads it on the desktop, where it stays open. `waitForContent` waits for what the page loads.
 */
export async function expectSoundLayout(page: Page, path: string, waitForContent?: () => Promise<unknown>) {
  for (const [viewport, colorScheme, reducedMotion] of [
    [VIEWPORTS.phone, 'dark', 'reduce'],
    [VIEWPORTS.desktop, 'light', 'no-preference'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
    if (isLongRun || viewport === VIEWPORTS.phone) {
      const response = await openWithFonts(page, path);
      expect(response?.status()).toBe(200);
      await waitForContent?.();
      await expectNoLayoutShift(page);
    }
    await expectNoOverflow(page);
    // The footer is the same on all pages of a language.
    await expectAccessible(page, isLongRun || ['/', '/es'].includes(path) ? 'all' : 'without footer');
    // Its width is the same in both themes.
    if (!isLongRun && viewport === VIEWPORTS.desktop) continue;
    await page.setViewportSize(VIEWPORTS.tablet);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
}

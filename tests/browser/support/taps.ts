import type { Locator, Page } from '@playwright/test';
import { expect, LONG, test } from './fixtures.ts';

/** Taps and counts. */
export interface Taps {
  on: (target: Locator) => Promise<void>;
  /** Two taps: on the list, and on the option. */
  choose: (list: Locator, option: string) => Promise<void>;
  /** The last tap of a journey, on a link that leaves the site: it is only looked at. */
  out: (link: Locator, href: RegExp) => Promise<void>;
  count: number;
}

function countTaps(): Taps {
  const taps: Taps = {
    count: 0,
    async on(target) {
      taps.count += 1;
      await target.tap();
    },
    async choose(list, option) {
      taps.count += 2;
      await list.selectOption(option);
    },
    async out(link, href) {
      taps.count += 1;
      await expect(link).toBeInViewport();
      await expect(link).toHaveAttribute('href', href);
    },
  };
  return taps;
}

/** A journey takes exactly so many taps; text that is typed is not counted. Most are taken by the long run only. */
export function journey(
  task: string,
  taps: number,
  take: (page: Page, taps: Taps) => Promise<void>,
  run: 'usual' | 'long' = 'long',
) {
  const details = run === 'long' ? { tag: LONG } : {};
  test(`${task}: ${taps} ${taps === 1 ? 'tap' : 'taps'}`, details, async ({ page }) => {
    const counted = countTaps();
    await take(page, counted);
    expect(counted.count).toBe(taps);
  });
}

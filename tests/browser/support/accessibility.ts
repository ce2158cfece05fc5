import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { isLongRun } from '../../support/long-run.ts';
import { expectNoOverflow, VIEWPORTS } from './layout.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

// Less than half the size of `axe.source`, because each new document parses it again.
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Frames are third-party content.
  iframes: false,
  // Reporting a passed rule takes as long as checking it.
  reporter: 'no-passes',
};

/** The rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const FOOTER = ['main ~ footer'];

/** What this worker has tested, and in which theme. */
const testedKinds = new Map<string, Set<Theme>>();

type Theme = 'dark' | 'light';

/**
 * Expects that the page meets WCAG 2.2 AA and axe's best practices after its animations have ended. The usual run tests each kind of
 * page, each tab of it and each dialog on it once, and its colors once more in the other theme; the long run tests every state.
 * @param part 'without footer' excludes the footer, a third of most pages, which `pages.spec.ts` tests once, and the long run on every page
 */
export async function expectAccessible(page: Page, part: 'all' | 'without footer' = 'without footer') {
  const kind = `${part} ${await describeKind(page)}`;
  const theme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const tested = testedKinds.get(kind) ?? new Set();
  if (tested.has(theme) && !isLongRun) return;
  const options = tested.size > 0 && !isLongRun ? { ...AXE_OPTIONS, runOnly: COLOR_RULES } : AXE_OPTIONS;
  testedKinds.set(kind, tested.add(theme));
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  const exclude = part === 'all' ? [] : [FOOTER];
  const messages = await page.evaluate(
    async ({ options, exclude }) => {
      const passing = () =>
        document
          .getAnimations()
          .filter(({ effect, playState }) => effect?.getTiming().iterations !== Infinity && playState !== 'finished');
      // An animation may start another one when it ends. axe starts before the next frame.
      while (passing().length > 0) await Promise.allSettled(passing().map(({ finished }) => finished));
      const { violations } = await (window.axe as typeof axe).run({ include: [['html']], exclude }, options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
          const reasons = [...any, ...all, ...none].map(({ message }) => message);
          return `${id} (${help}) at ${target.join(' ')}: ${reasons.join('; ')}`;
        }),
      );
    },
    { options, exclude },
  );
  expect(messages).toEqual([]);
}

/** The path without what differs among pages of a kind, the selected tabs without their counts, and the open dialogs. */
function describeKind(page: Page): Promise<string> {
  return page.evaluate(() => {
    const path = location.pathname.replace(/\d+/g, '').replace(/^((?:\/es)?\/(?:blog|category|city|county)\/).*/, '$1');
    const parts = [...document.querySelectorAll('[role=tab][aria-selected=true], dialog[open] h2')];
    return [path, ...parts.map(({ textContent }) => textContent.replace(/\(.*\)/, ''))].join(' ');
  });
}

/**
 * Expects no overflow of a page open on a desktop, and that it is accessible without overflow on a phone in dark mode. The long run
 * also tests accessibility on the desktop.
 */
export async function expectAccessibleOnDeskAndPhone(page: Page) {
  const viewport = page.viewportSize() ?? VIEWPORTS.desktop;
  await expectNoOverflow(page);
  if (isLongRun) await expectAccessible(page);
  await page.setViewportSize(VIEWPORTS.phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light' });
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { isLongRun, selectEveryNth } from '#tests/support/long-run.ts';
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

const PAGE = ['html'];
const DIALOG = ['dialog[open]'];
const FOOTER = ['main ~ footer'];

/** What this worker has tested: kinds of pages in a language, and their colors in a theme, which are the same in each language. */
const tested = new Set<string>();

/** The kinds of pages with a dialog that this worker has seen, in order. */
const dialogs: string[] = [];

/**
 * Expects that the page meets WCAG 2.2 AA and axe's best practices after its animations have ended. The usual run tests each kind of
 * page and each tab of it once, its colors once more in the other theme, and each third dialog, others for each seed; the long run
 * tests every state, and with a dialog also the page behind it again.
 * @param part 'without footer' excludes the footer, a third of most pages, which `pages.spec.ts` tests once, and the long run on every page
 */
export async function expectAccessible(page: Page, part: 'all' | 'without footer' = 'without footer') {
  const { behind, kind, language, theme } = await describeKind(page);
  // What is behind a dialog is inert.
  const isOnlyDialog = !isLongRun && kind !== behind && tested.has(`${part} ${language} ${behind}`);
  if (isOnlyDialog && !isSelectedDialog(kind)) return;
  const include = isOnlyDialog ? DIALOG : PAGE;
  const options = selectRules(`${part} ${language} ${kind}`, `${part} ${theme} ${kind}`);
  if (!options) return;
  // Private pages are drawn when the account is known.
  await expect(page.locator('h1')).not.toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  const exclude = part === 'all' ? [] : [FOOTER];
  const messages = await page.evaluate(
    async ({ options, include, exclude }) => {
      const passing = () =>
        document
          .getAnimations()
          .filter(({ effect, playState }) => effect?.getTiming().iterations !== Infinity && playState !== 'finished');
      // An animation may start another one when it ends. axe starts before the next frame.
      while (passing().length > 0) await Promise.allSettled(passing().map(({ finished }) => finished));
      const { violations } = await (window.axe as typeof axe).run({ include: [include], exclude }, options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
          const reasons = [...any, ...all, ...none].map(({ message }) => message);
          return `${id} (${help}) at ${target.join(' ')}: ${reasons.join('; ')}`;
        }),
      );
    },
    { options, include, exclude },
  );
  expect(messages).toEqual([]);
}

/** Whether the usual run tests a dialog that is on a page that was tested without it. */
function isSelectedDialog(kind: string): boolean {
  if (!dialogs.includes(kind)) dialogs.push(kind);
  return selectEveryNth(3, dialogs).includes(kind);
}

/** The rules that were not tested of a kind of page in its language, or of its colors in its theme; undefined if both were. */
function selectRules(structure: string, colors: string): RunOptions | undefined {
  const [isTested, areColorsTested] = [tested.has(structure), tested.has(colors)];
  tested.add(structure).add(colors);
  if (isLongRun || (!isTested && !areColorsTested)) return AXE_OPTIONS;
  if (!areColorsTested) return { ...AXE_OPTIONS, runOnly: COLOR_RULES };
  const rules = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]));
  return isTested ? undefined : { ...AXE_OPTIONS, rules };
}

/**
 * The path without its language and what differs among pages of a kind, the selected tabs without their counts, and the open dialogs;
 * and without the dialogs what is `behind` them.
 */
function describeKind(page: Page) {
  return page.evaluate(() => {
    const path = location.pathname.replace(/^\/es(?:\/|$)/, '/').replace(/\d+/g, '');
    const read = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\(.*\)/, ''));
    const tabs = read('[role=tab][aria-selected=true]:not(dialog *)');
    const behind = [path.replace(/^(\/(?:blog|category|city|county)\/).*/, '$1'), ...tabs].join(' ');
    return {
      behind,
      kind: [behind, ...read('dialog[open] :is(h2, [role=tab][aria-selected=true])')].join(' '),
      language: document.documentElement.lang,
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    };
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

import { test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import type {} from '#web/tracking/data-layer.ts';

export { expect };

/**
 * Playwright's test with a `page` that fails whenever the browser has anything to complain about: an error or warning
 * in the console (breaches of the content security policy among them), an uncaught error, a request that fails or that
 * leaves the site. What a test provokes on purpose it names in `tolerated`.
 */
export const test = base.extend<{ tolerated: RegExp | null }>({
  tolerated: [null, { option: true }],
  page: async ({ page, baseURL, tolerated }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      const type = message.type();
      if (type !== 'error' && type !== 'warning') return;
      complaints.push(`${type}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url)) complaints.push(`leaves the site: ${url}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // What a navigation overtakes is given up; and so Playwright keeps scripts from running where a test forbids them.
      if (reason !== 'net::ERR_ABORTED' && reason !== 'csp') complaints.push(`${reason}: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`status ${response.status()}: ${response.url()}`);
    });
    await use(page);
    expect(complaints.filter((complaint) => !tolerated?.test(complaint))).toEqual([]);
  },
});

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Frames are of third parties.
  iframes: false,
  // Writing down each rule that holds takes as long as finding out that it does.
  reporter: 'no-passes',
};

/** Expects WCAG 2.2 AA and axe's best practices to hold on the page as it is once what moves has come to rest. */
export async function expectAccessible(page: Page) {
  await page.evaluate(axe.source);
  const messages = await page.evaluate(async (rules) => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => effect?.getTiming().iterations !== Infinity && playState !== 'finished');
    // What has come to rest may have set off something else. axe starts before anything can move again.
    while (passing().length > 0) await Promise.allSettled(passing().map(({ finished }) => finished));
    const { violations } = await window.axe.run(document, rules);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any, all, none }) => {
        const reasons = [...any, ...all, ...none].map(({ message }) => message);
        return `${id} (${help}) at ${target.join(' ')}: ${reasons.join('; ')}`;
      }),
    );
  }, AXE_OPTIONS);
  expect(messages).toEqual([]);
}

/** Opens a page and waits until React has taken it over. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path);
  await page.waitForFunction(() => window.dataLayer?.some((entry) => 'event' in entry && entry.event === 'page_view'));
  return response;
}

/** Asks the API of the site under test, as the pages do. */
export async function getJson<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path);
  expect(answer.ok(), `GET ${path}`).toBe(true);
  return answer.json();
}

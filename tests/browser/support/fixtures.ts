import { test as base, expect, type Page } from '@playwright/test';
import type {} from '#web/base/tracking/data-layer.ts';
import { collectBrowserErrors } from './browser-errors.ts';
import { createPerWorker, type GetPerWorker } from './per-worker.ts';
import { type PagePool, type PooledPage, returnPooledPage, takePooledPage } from './pooled-page.ts';

export { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessibility.ts';
export { expect };

/** The tag of tests that `npm test` leaves to `npm run test:ci`: further cases of what another test tests. */
export const LONG = '@long';

interface TestFixtures {
  tolerated: RegExp | null;
  /** The options of a browser context that the tests use; they cannot be changed later. */
  contextKey: string;
  pooledPage: PooledPage;
  /** A page of another browser, such as the one of the administrator. */
  otherPage: Page;
}

interface WorkerFixtures {
  pagePool: PagePool;
  /** For what only some tests need. A fixture with the scope of a worker would start more workers, each with its browser. */
  getPerWorker: GetPerWorker;
}

/**
 * Playwright's test with a `page` that fails on the errors of `collectBrowserErrors`, except those that match `tolerated`. Tests of a
 * worker with the same context options share one page, which is reset after each test, because a new context, page and process
 * take three times as long as opening most pages of the site.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  tolerated: [null, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  pagePool: [({}, use) => use(new Map()), { scope: 'worker' }],
  getPerWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
    async ({}, use) => {
      const { getPerWorker, closeAll } = createPerWorker();
      await use(getPerWorker);
      await closeAll();
    },
    { scope: 'worker' },
  ],
  contextKey: async ({ baseURL, javaScriptEnabled, hasTouch, isMobile, locale, serviceWorkers, contextOptions }, use) =>
    use(JSON.stringify([baseURL, javaScriptEnabled, hasTouch, isMobile, locale, serviceWorkers, contextOptions])),
  pooledPage: async ({ browser, pagePool, contextKey, extraHTTPHeaders, baseURL }, use) => {
    const pooled = await takePooledPage(browser, pagePool, contextKey, extraHTTPHeaders);
    await use(pooled);
    const pooledContexts = [...pagePool.values()].map(({ context }) => context);
    await Promise.all(browser.contexts().map((other) => pooledContexts.includes(other) || other.close()));
    await returnPooledPage(pagePool, contextKey, baseURL as string);
  },
  otherPage: async ({ browser, pagePool, contextKey, extraHTTPHeaders, baseURL, viewport, colorScheme }, use) => {
    const key = `other ${contextKey}`;
    const { page } = await takePooledPage(browser, pagePool, key, extraHTTPHeaders);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await use(page);
    await returnPooledPage(pagePool, key, baseURL as string);
  },
  context: ({ pooledPage }, use) => use(pooledPage.context),
  page: async ({ pooledPage: { page }, baseURL, viewport, colorScheme, tolerated }, use) => {
    if (viewport) await page.setViewportSize(viewport);
    // A view transition takes longer than most pages, and tests would have to wait for its end.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const errors = collectBrowserErrors(page, baseURL as string);
    await use(page);
    expect(errors.filter((error) => !tolerated?.test(error))).toEqual([]);
  },
});

/** Opens a page and waits until React has hydrated it and its fonts are loaded, because what is measured depends on them. */
export async function open(page: Page, path: string) {
  // A link in an email loads the page, which `goto` does not if only the fragment is another one.
  if (path.includes('#') && page.url().endsWith(path.replace(/#.*/, ''))) await page.goto('about:blank');
  const response = await page.goto(path, { waitUntil: 'commit' });
  // `waitForFunction` would load Playwright's own script into the page first, a fifth of the CPU time of most pages.
  await page.evaluate(async () => {
    const isReady = () =>
      window.dataLayer?.some((entry) => 'event' in entry && entry.event === 'page_view') &&
      document.fonts.status === 'loaded';
    while (!isReady()) await new Promise(requestAnimationFrame);
  });
  return response;
}

/** Sends a GET request to the API of the site under test. */
export async function getJson<T>(page: Pick<Page, 'request'>, path: string): Promise<T> {
  const response = await page.request.get(path);
  expect(response.ok(), `GET ${path}`).toBe(true);
  return response.json();
}

import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A page that the tests of a worker share one after the other, with its HTTP cache and compiled scripts. */
export interface PooledPage {
  context: BrowserContext;
  page: Page;
  /** Whether a test has made a change that cannot be reset, so that the next test gets a new page. */
  isTainted: boolean;
}

/** The pooled pages of a worker by the options of their context. */
export type PagePool = Map<string, PooledPage>;

// The effects of these methods last until the page or its context is closed.
const LASTING_METHODS = ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders'] as const;
const LASTING_CONTEXT_METHODS = ['setOffline', 'grantPermissions', 'setGeolocation', 'setHTTPCredentials'] as const;
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished'];

/** Opens a page for `resetPooledPage`, in a context with the options of the running test. */
export async function openPooledPage(browser: Browser): Promise<PooledPage> {
  const context = await browser.newContext();
  const pooled: PooledPage = { context, page: await context.newPage(), isTainted: false };
  const taint = () => {
    pooled.isTainted = true;
  };
  taintOnCall(pooled.page, LASTING_METHODS, taint);
  taintOnCall(context, [...LASTING_METHODS, ...LASTING_CONTEXT_METHODS], taint);
  for (const target of [pooled.page, context]) taintOnRead(target, 'clock', taint);
  return pooled;
}

/**
 * Resets a page after a test: routes, listeners, other pages of its context, cookies, storage, emulated media. The page stays on
 * the site, so that it keeps its process.
 */
export async function resetPooledPage({ context, page }: PooledPage, origin: string) {
  for (const event of [...EVENTS, 'response', 'close']) await page.removeAllListeners(event as 'close');
  for (const event of ['page', 'request', 'response', 'console']) await context.removeAllListeners(event as 'page');
  await Promise.all([page.unrouteAll(), context.unrouteAll()]);
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await Promise.all([
    context.clearCookies(),
    page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }),
  ]);
}

function taintOnCall<T extends object>(target: T, names: readonly (keyof T)[], taint: () => void) {
  for (const name of names) {
    const method = target[name] as (...args: unknown[]) => unknown;
    target[name] = ((...args: unknown[]) => {
      taint();
      return method.apply(target, args);
    }) as T[typeof name];
  }
}

function taintOnRead<T extends object>(target: T, name: keyof T, taint: () => void) {
  const value = target[name];
  Object.defineProperty(target, name, {
    get() {
      taint();
      return value;
    },
  });
}

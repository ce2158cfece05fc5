import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A page that the tests of a worker share one after the other, with its HTTP cache and compiled scripts. */
export interface PooledPage {
  context: BrowserContext;
  page: Page;
  /** Sets the headers of all requests until the next test. */
  setHeaders: (headers: Record<string, string>) => Promise<void>;
  /** Whether a test has made a change that cannot be reset, so that the next test gets a new page. */
  isTainted: boolean;
}

/** The pooled pages of a worker by the options of their context. */
export type PagePool = Map<string, PooledPage>;

// The effects of these methods last until the page or its context is closed.
const LASTING_METHODS = ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders'] as const;
const LASTING_CONTEXT_METHODS = ['setOffline', 'grantPermissions', 'setGeolocation', 'setHTTPCredentials'] as const;
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished'];

/** Takes the page with this key, or opens one in a context with the options of the running test. */
export async function takePooledPage(browser: Browser, pool: PagePool, key: string, headers = {}): Promise<PooledPage> {
  const pooled = pool.get(key) ?? (await openPooledPage(browser));
  pool.set(key, pooled);
  await pooled.setHeaders(headers);
  return pooled;
}

/** Resets the page with this key for the next test, or closes it if that is not possible. */
export async function returnPooledPage(pool: PagePool, key: string, origin: string) {
  const pooled = pool.get(key);
  if (!pooled) return;
  if (!pooled.isTainted) return resetPooledPage(pooled, origin);
  pool.delete(key);
  await pooled.context.close();
}

async function openPooledPage(browser: Browser): Promise<PooledPage> {
  const context = await browser.newContext();
  const setHeaders = context.setExtraHTTPHeaders.bind(context);
  const pooled: PooledPage = { context, page: await context.newPage(), setHeaders, isTainted: false };
  const taint = () => {
    pooled.isTainted = true;
  };
  taintOnCall(pooled.page, LASTING_METHODS, taint);
  taintOnCall(context, [...LASTING_METHODS, ...LASTING_CONTEXT_METHODS], taint);
  for (const target of [pooled.page, context]) taintOnRead(target, 'clock', taint);
  return pooled;
}

/** Resets routes, listeners, other pages of the context, cookies, storage and emulated media. The page keeps its process. */
async function resetPooledPage({ context, page }: PooledPage, origin: string) {
  for (const event of [...EVENTS, 'response', 'close']) await page.removeAllListeners(event as 'close');
  for (const event of ['page', 'request', 'response', 'console']) await context.removeAllListeners(event as 'page');
  // A handler may still be waiting for the response to a request that the end of the test aborts.
  const behavior = 'ignoreErrors';
  await Promise.all([page.unrouteAll({ behavior }), context.unrouteAll({ behavior })]);
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

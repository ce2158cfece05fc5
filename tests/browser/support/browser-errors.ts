import type { Page } from '@playwright/test';

/**
 * Collects the errors of a page: console errors and warnings (including violations of the content security policy), uncaught
 * errors, failed requests, requests to other origins, and responses with a status of 500 or more.
 */
export function collectBrowserErrors(page: Page, origin: string): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type !== 'error' && type !== 'warning') return;
    // See playwright.config.ts.
    if (message.text().includes('Service Worker registration blocked by Playwright')) return;
    // The clock of a test is a script, which the card of a listing lets nobody execute.
    if (/^Blocked script execution in '[^']*\/embed\//.test(message.text())) return;
    errors.push(`${type}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) errors.push(`leaves the site: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A navigation aborts the requests of the previous page; `csp` is the error when Playwright disables JavaScript.
    if (reason !== 'net::ERR_ABORTED' && reason !== 'csp') errors.push(`${reason}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`status ${response.status()}: ${response.url()}`);
  });
  return errors;
}

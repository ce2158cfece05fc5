import type { Page } from '@playwright/test';

/**
 * Collects what the browser complains about on a page: errors and warnings in the console (violations of the content
 * security policy among them), uncaught errors, requests that fail or leave the site, answers with a status of 500 or more.
 */
export function collectBrowserErrors(page: Page, origin: string): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type !== 'error' && type !== 'warning') return;
    errors.push(`${type}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) errors.push(`leaves the site: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A navigation aborts the requests of the page before; `csp` is how Playwright turns JavaScript off.
    if (reason !== 'net::ERR_ABORTED' && reason !== 'csp') errors.push(`${reason}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`status ${response.status()}: ${response.url()}`);
  });
  return errors;
}

import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/**
 * Playwright's test with a `page` that fails whenever the browser has anything to complain about: an error or warning
 * in the console, an uncaught error, a breach of the content security policy, a request that fails or that leaves the
 * site. What a test provokes on purpose it names in `tolerated`.
 */
export const test = base.extend<{ tolerated: RegExp[] }>({
  tolerated: [[], { option: true }],
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
      // What a navigation overtakes is given up.
      if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason}: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`status ${response.status()}: ${response.url()}`);
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} stops ${event.blockedURI}`);
      });
    });
    await use(page);
    expect(complaints.filter((complaint) => !tolerated.some((pattern) => pattern.test(complaint)))).toEqual([]);
  },
});

/** Expects WCAG 2.2 AA and axe's best practices to hold on the page as it is now. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  );
  expect(found).toEqual([]);
}

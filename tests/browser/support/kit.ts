import { join } from 'node:path';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { test as base } from './fixtures.ts';

/** The test of `fixtures.ts` for the pages of `tests/browser/kit`, which each worker builds once. */
export const test = base.extend<{ kitOrigin: string }>({
  kitOrigin: [
    async ({ getPerWorker }, use, { project, workerIndex }) => {
      const kit = await getPerWorker('kit', async () => {
        // Tests of other pages do not load the bundler.
        const { serveKit } = await import('#tests/browser/kit/serve.ts');
        return serveKit(join(project.outputDir, `kit-${workerIndex}`));
      });
      await use(kit.origin);
    },
    { timeout: scaleTimeout(60_000) },
  ],
  // Kit pages have no API and no icon sheet.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  tolerated: ({}, use) => use(/status (of )?\d{3}|ERR_/),
  baseURL: ({ kitOrigin }, use) => use(kitOrigin),
});

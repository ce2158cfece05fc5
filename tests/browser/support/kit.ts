import { join } from 'node:path';
import { serveKit } from '../kit/serve.ts';
import { test as base } from './fixtures.ts';

/** The test of `fixtures.ts` for a page of `tests/browser/kit` by its file name, which each worker builds once. */
export const createKitTest = (page: string) =>
  base.extend<object, { kit: Awaited<ReturnType<typeof serveKit>> }>({
    kit: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
      async ({}, use, { project, workerIndex }) => {
        const kit = await serveKit(page, join(project.outputDir, `kit-${workerIndex}`));
        await use(kit);
        await kit.close();
      },
      { scope: 'worker' },
    ],
    // Kit pages have no API and no icon sheet.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
    tolerated: ({}, use) => use(/status (of )?\d{3}|ERR_/),
    baseURL: ({ kit }, use) => use(new URL(kit.url).origin),
  });

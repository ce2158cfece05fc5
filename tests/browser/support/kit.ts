import { join } from 'node:path';
import { serveKit } from '../kit/serve.ts';
import { test as base } from './fixtures.ts';

/** The tests of `fixtures.ts` on a page of `tests/browser/kit`, which each worker builds once. Give the page's file name. */
export const createKitTest = (page: string) =>
  base.extend<object, { kit: Awaited<ReturnType<typeof serveKit>> }>({
    kit: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
      async ({}, use, { project, workerIndex }) => {
        const kit = await serveKit(page, join(project.outputDir, `kit-${workerIndex}`));
        await use(kit);
        await kit.close();
      },
      { scope: 'worker' },
    ],
    // A kit has no API and no icons.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    tolerated: ({}, use) => use(/status (of )?\d{3}|ERR_/),
    baseURL: ({ kit }, use) => use(new URL(kit.url).origin),
  });

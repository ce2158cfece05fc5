import { randomIpAddress } from './accounts.ts';
import { AnswerRecorder, collectWritten } from './english-texts.ts';
import { test as base, expect, getJson } from './fixtures.ts';

/**
 * The test of `fixtures.ts` for people whose browsers are in Spanish: accounts that it creates get their emails in Spanish. Each test
 * ends with `expectSpanish`, which a test calls where it has opened a dialog.
 */
export const test = base.extend<{
  /** Expects that nothing on the page is in English, but what people wrote. */
  expectSpanish: () => Promise<void>;
}>({
  locale: 'es-MX',
  // What the API limits by network has another one in each test.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': randomIpAddress(), 'accept-language': 'es-MX,es;q=0.9' }),
  expectSpanish: [
    async ({ page }, use) => {
      const answers = new AnswerRecorder(page);
      collectWritten(await getJson(page, '/api/cities'), '/api/cities', answers.written);
      const expectSpanish = async () => expect(await answers.findEnglish()).toEqual([]);
      await use(expectSpanish);
      await expectSpanish();
    },
    { auto: true },
  ],
});

import type { Page } from '@playwright/test';
import { withRandomIpAddress } from '#tests/browser/support/accounts.ts';
import { expect, LONG, test } from '#tests/browser/support/fixtures.ts';
import { SUBMITS, type Submit } from '#tests/browser/support/submits.ts';

test.use({
  ...withRandomIpAddress,
  viewport: { width: 360, height: 640 },
  // The browser logs each failed request.
  tolerated: /status( of)? \d|ERR_FAILED/,
});

for (const submit of SUBMITS)
  test(`${submit.name}: what came of a submit is within the window`, { tag: submit.isUsual ? [] : LONG }, async ({
    page,
    otherPage,
  }) => {
    await submit.open(page, otherPage);
    if (submit.missing) {
      await press(page, submit);
      await expectInWindow(page, submit.missing, 'as it was opened');
      await expect(page.locator(':focus')).toBeInViewport();
    }
    await submit.fill?.(page);
    for (const [answer, response] of answersOf(submit)) {
      await page.route(toMatcher(submit), (route) => (response ? route.fulfill(response) : route.abort()));
      // The answer before is not to be read again.
      await page.evaluate(() => window.scrollTo(0, 0));
      await press(page, submit);
      await expectInWindow(page, response?.json.message ?? submit.offline ?? OFFLINE, answer);
      await page.unroute(toMatcher(submit));
    }
  });

const OFFLINE = 'We couldn’t reach the site.';

/** What the API answers, each with words of its own; undefined for no answer. An issue may be at what has no field. */
function answersOf({ fields = [] }: Submit) {
  const issues = [...fields, 'moon.phase'].map((path, index) => {
    const message = `The moon is wrong ${index}.`;
    return [`an issue at ${path}`, { status: 400, json: { message, issues: [{ path, message }] } }] as const;
  });
  return [
    ...issues,
    ['a failure', { status: 500, json: { message: 'The moon is down.' } }],
    ['too many', { status: 429, json: { message: 'The moon is full.' } }],
    ['no answer', undefined],
  ] as const;
}

const toMatcher = ({ api }: Submit) => {
  const [start = ''] = api.split('*');
  return ({ pathname }: URL) => (api.endsWith('*') ? pathname.startsWith(start) : pathname === api);
};

const press = (page: Page, { button }: Submit) =>
  page.getByRole('button', { name: button, exact: true }).last().click();

/** Expects that a text can be read: within the window, and under nothing that lies over it. */
const expectInWindow = (page: Page, text: string, when: string) =>
  expect.poll(() => page.evaluate(isReadable, text), { message: `${when}: “${text}” within the window` }).toBe(true);

/** In the browser. */
function isReadable(text: string) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.textContent?.includes(text)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const [line] = range.getClientRects();
    if (!line) continue;
    const parent = texts.currentNode.parentElement as Element;
    const shown = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    if (shown && (shown.contains(parent) || parent.contains(shown)) && getComputedStyle(parent).clipPath === 'none')
      return true;
  }
  return false;
}

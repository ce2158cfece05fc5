import { expect, type Page, type Request } from '@playwright/test';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { findFault, squeeze } from './english-faults.ts';

/** The attributes that people read or hear. */
const ATTRIBUTES = [
  ...['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext'],
  ...['label', 'placeholder', 'title'],
];

/**
 * What people read and hear on a page, hidden parts and those without scripts too: its title and description, each piece of text,
 * sentences that have elements in them, and attributes. Links to the page in another language are in that language, and what is marked as
 * English is meant to be.
 * @param html of a page to read instead of the one that is open
 */
export async function readTexts(page: Page, html?: string): Promise<string[]> {
  const texts = await page.evaluate(
    ({ attributes, html }) => {
      const read = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
      const found: (string | null)[] = [];
      const names = 'meta[name=description], meta[property="og:title"], meta[property="og:description"]';
      for (const meta of read.querySelectorAll(`${names}, meta[property="og:image:alt"]`))
        found.push(meta.getAttribute('content'));
      for (const feed of read.querySelectorAll('link[title]')) found.push(feed.getAttribute('title'));
      const visit = (root: Element) => {
        for (const element of [root, ...root.querySelectorAll('*')]) {
          if (element.closest('script, style, a[hreflang], [lang=en]')) continue;
          if (element.localName === 'noscript' && element.children.length === 0) {
            visit(new DOMParser().parseFromString(element.textContent, 'text/html').body);
            continue;
          }
          for (const name of attributes) found.push(element.getAttribute(name));
          const pieces = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
          found.push(...pieces.map(({ textContent }) => textContent));
          const isSentence = pieces.some(({ textContent }) => textContent?.trim()) && element.children.length > 0;
          if (isSentence && !element.querySelector('script, style')) found.push(element.textContent);
        }
      };
      visit(read.querySelector('title') ?? read.body);
      visit(read.body);
      return found;
    },
    { attributes: ATTRIBUTES, html },
  );
  return [...new Set(texts.map((text) => squeeze(text ?? '')).filter((text) => /\p{L}/u.test(text)))];
}

/** Fields of the API with what people wrote, and names of businesses. */
const WRITTEN_FIELDS = new Set([
  ...['title', 'businessName', 'description', 'headline', 'alt', 'question', 'answer', 'quote', 'source'],
  ...['text', 'subject', 'message', 'reason', 'suspensionReason', 'details', 'note', 'reply', 'author'],
  // Words of listings that are spelled alike.
  'corrections',
]);

/** Fields, and paths of the API, whose objects are places or sources, which are called the same in both languages. */
const NAMED = /^(?:city|cities|neighborhood|neighborhoods|location|locations|nearby|sources|data-sources)$/;

/** Paths of the API with texts of the site itself, which are translated, but for the names of its icons. */
const OWN_TEXTS =
  /^\/api\/(?:admin\/)?(?:audit|categories|emails|health|import-uploads|plans|texts)\b|^\/api\/category\/[^/]+$/;
const ICON_FIELDS = new Set(['icons']);

/**
 * Names of places and businesses and what people wrote, in what the API answers at a path. Names of counties and categories are not
 * among them, because those are translated.
 */
export function collectWritten(answer: unknown, path: string, found = new Set<string>()): Set<string> {
  const { pathname } = new URL(path, 'http://site.example');
  const fields = OWN_TEXTS.test(pathname) ? ICON_FIELDS : WRITTEN_FIELDS;
  const collect = (value: unknown, field: string, parent: string) => {
    if (typeof value === 'string') {
      if (fields.has(field) || (field === 'name' && NAMED.test(parent))) found.add(squeeze(value));
    } else if (Array.isArray(value)) for (const item of value) collect(item, field, parent);
    else if (value && typeof value === 'object')
      for (const [name, part] of Object.entries(value)) collect(part, name, field === 'items' ? parent : field);
  };
  collect(answer, pathname.split('/').at(-1) ?? '', '');
  return found;
}

/**
 * What is English among the texts of a Spanish page, with the message that it is: messages that have another text in Spanish, and
 * sentences in English that are no message.
 * @param written what is left out of the texts
 */
export function findEnglish(texts: string[], written: Set<string>): string[] {
  const names = [...written].filter((name) => name.includes(' ')).sort((a, b) => b.length - a.length);
  const isStart = (start: string) => names.some((name) => name.startsWith(start));
  return texts.flatMap((whole) => {
    if (written.has(whole) || (whole.endsWith('…') && isStart(whole.slice(0, -1)))) return [];
    const text = squeeze(
      names.reduce((rest, name) => (rest.includes(name) ? rest.replaceAll(name, '·') : rest), whole),
    );
    const fault = findFault(text);
    if (fault === null) return [];
    return [fault === 'prose' ? whole : `${whole} (message: ${fault.key})`];
  });
}

// The health of the site is examined by a process of its own.
const ANSWER_MS = scaleTimeout(20_000);

/** Records what the API answers to a page while it is open. */
export class AnswerRecorder {
  readonly written = new Set<string>();
  readonly #page: Page;
  readonly #waiting = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      if (['document', 'fetch', 'script'].includes(request.resourceType())) this.#waiting.add(request);
    });
    page.on('requestfailed', (request) => this.#waiting.delete(request));
    page.on('requestfinished', async (request) => {
      if (!this.#waiting.has(request)) return;
      // A page that closes meanwhile has no response.
      const response = await request.response().catch(() => null);
      if (request.resourceType() === 'fetch' && request.method() === 'GET' && response?.ok())
        collectWritten(await response.json().catch(() => null), request.url(), this.written);
      this.#waiting.delete(request);
    });
  }

  /** Waits until the page shows what the API has answered, and returns what is English on it. */
  async findEnglish(): Promise<string[]> {
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await expect
        .poll(() => [...this.#waiting].map((request) => request.url()), { intervals: [20], timeout: ANSWER_MS })
        .toEqual([]);
      await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
    await expect(this.#page.locator('.spin:not(button *), .loading-pulse')).toHaveCount(0);
    const state = await this.#page.evaluate(() => document.getElementById('state')?.textContent);
    collectState(state ?? '', this.written);
    return findEnglish(await readTexts(this.#page), this.written);
  }
}

/** What people wrote in the answers that the server sends with a page. */
export function collectState(state: string, found = new Set<string>()): Set<string> {
  const { data }: { data: [[string], unknown][] } = JSON.parse(state || '{"data":[]}');
  for (const [[path], answer] of data) collectWritten(answer, path, found);
  return found;
}

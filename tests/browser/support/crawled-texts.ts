import { expect, type Page } from '@playwright/test';
import { AnswerRecorder, collectWritten } from './english-texts.ts';
import { getJson } from './fixtures.ts';

/** Returns a function that reads the page that is open, and expects in the end that nothing was English. */
export async function recordTexts(page: Page) {
  const recorder = new AnswerRecorder(page);
  for (const name of await readPlaces(page)) recorder.written.add(name);
  const found = new FoundTexts();
  const read = async (name: string) => found.add(name, await recorder.findEnglish());
  return Object.assign(read, { expectNone: () => expect(found.lines).toEqual([]) });
}

/** What is English, each text once, with the first page that has it. */
export class FoundTexts {
  readonly #pages = new Map<string, string>();

  add(page: string, texts: string[]) {
    for (const text of texts) if (!this.#pages.has(text)) this.#pages.set(text, page);
  }

  get lines(): string[] {
    return [...this.#pages].map(([text, page]) => `${page}: ${text}`);
  }
}

/** The names of cities, which are the same in both languages. */
export const readPlaces = async (page: Page) => collectWritten(await getJson(page, '/api/cities'), '/api/cities');

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, toLocale } from '#contract/i18n/languages.ts';
import { IntlMessageFormat } from 'intl-messageformat';
import { arrange, collectMessages, findFaults } from '../scripts/messages.ts';
import { readCatalog, toMessages } from '../web/build/messages/catalogs.ts';
import { compileMessage, getArguments } from '../web/build/messages/compile-message.ts';
import { findMessages, type Node, walk } from '../web/build/messages/find-messages.ts';
import { findUntranslated } from '../web/build/messages/find-untranslated.ts';

const ROOT = join(import.meta.dirname, '..');

/** What looks like English in `web/` and is not for people: 'file: text'. */
const NOT_FOR_PEOPLE = new Set<string>([]);

const messages = collectMessages();
const translations = new Map(LANGUAGES.map((language) => [language, toMessages(readCatalog(ROOT, language))]));
const sources = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|\.plugin\.ts$|^web\/(?:build|i18n)\//.test(name)),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('Catalogs', () => {
  it('have messages to compare', () => {
    expect(messages.size).toBeGreaterThan(3000);
  });

  it.each(LANGUAGES)('of %s have each message of the code, with its arguments, and no other', (language) => {
    expect(findFaults(messages, translations.get(language) as Map<string, string>)).toEqual([]);
  });

  it.each(LANGUAGES)('of %s are sorted, each message in the file of its area', (language) => {
    const catalog = readCatalog(ROOT, language);
    expect(JSON.stringify([...catalog])).toBe(
      JSON.stringify([...arrange(messages, toMessages(catalog))].sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  });

  it('of English are the keys, without the context', () => {
    for (const [key, text] of translations.get(DEFAULT_LANGUAGE) as Map<string, string>)
      expect(key === text || key.startsWith(`${text} [`), key).toBe(true);
  });

  it('do not leave Spanish messages in English', () => {
    const same = [...(translations.get('es') as Map<string, string>)].filter(
      ([key, text]) => text === messages.get(key)?.text && /\p{L}{3,} \p{L}{3,}/u.test(text),
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });
});

describe('Compiled messages', () => {
  const rules = new Map(LANGUAGES.map((language) => [language, new Intl.PluralRules(toLocale(language))]));
  const NUMBERS = [0, 1, 2, 1234, 1_000_000];

  /** Evaluates what the build puts in the place of a call. */
  function evaluate(message: string, language: Language, values: Record<string, string | number>): string {
    const code = compileMessage(message, { getValue: (name) => `values.${name}`, use: (helper) => helper });
    const number = new Intl.NumberFormat(toLocale(language));
    const plural = (n: number, forms: Record<string, string>) =>
      forms[`=${n}`] ?? forms[(rules.get(language) as Intl.PluralRules).select(n)] ?? forms.other;
    const choose = (word: string, forms: Record<string, string>) => forms[word] ?? forms.other;
    return new Function('values', 'plural', 'choose', 'formatNumber', `return ${code}`)(
      values,
      plural,
      choose,
      (n: number) => number.format(n),
    );
  }

  it.each(LANGUAGES)('of %s read as those that the server formats', (language) => {
    let compared = 0;
    for (const [key, { hasValues }] of messages) {
      const message = translations.get(language)?.get(key) ?? '';
      if (!hasValues || /<\w+>/.test(message)) continue;
      const argumentsOf = [...getArguments(message)].map((argument) => argument.split(':') as [string, string]);
      for (const number of NUMBERS) {
        const values = Object.fromEntries(
          argumentsOf.map(([name, kind]) => [name, kind === 'text' || kind === 'select' ? `a${number}` : number]),
        );
        const formatted = String(new IntlMessageFormat(message, toLocale(language)).format(values));
        expect(evaluate(message, language, values), key).toBe(formatted);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });
});

describe('Code', () => {
  it('has no words for people but messages', () => {
    const found = sources
      .filter((file) => file.startsWith('web/'))
      .flatMap((file) => findUntranslated(file, read(file)).map(({ text }) => `${file}: ${text}`));
    expect(found.filter((line) => !NOT_FOR_PEOPLE.has(line))).toEqual([]);
    // What is not found any more is not an exception any more.
    expect([...NOT_FOR_PEOPLE].filter((line) => !found.includes(line))).toEqual([]);
  });

  it('of the program, which runs in English, calls `t` in functions and `defineMessage` outside of them', () => {
    const wrong: string[] = [];
    for (const file of sources.filter((name) => !name.startsWith('web/'))) {
      const code = read(file);
      if (!code.includes('i18n/t.ts')) continue;
      const { program, calls } = findMessages(file, code);
      for (const { node, name, text } of calls)
        if (isInFunction(program, node) !== (name === 't')) wrong.push(`${file}: ${name}(${JSON.stringify(text)})`);
    }
    expect(wrong).toEqual([]);
  });
});

function isInFunction(program: Node, call: Node): boolean {
  let isInside = false;
  walk(program, (node) => {
    if (/Function/.test(node.type) && node.start < call.start && node.end > call.start) isInside = true;
  });
  return isInside;
}

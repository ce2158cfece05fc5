import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, toLocale } from '#contract/i18n/languages.ts';
import { arrange, collectMessages, findFaults } from '#scripts/messages.ts';
import { readCatalog, toEnglishText, toMessages } from '#web/build/messages/catalogs.ts';
import { compileMessage, getArguments } from '#web/build/messages/compile-message.ts';
import { findMessages, type Node, walk } from '#web/build/messages/find-messages.ts';
import { findUntranslated } from '#web/build/messages/find-untranslated.ts';

const ROOT = join(import.meta.dirname, '..');

/** Files of names, types of schema.org and texts in several languages, which are no messages. */
const WITHOUT_MESSAGES =
  /^web\/(?:base\/(?:layout\/(?:business-types|json-ld|language-offer|local-business|popular-cities|question-list)|art\/(?:county-map-sheet|county-shapes)|map\/(?:gl-map|map-style|street-layers))|content\/search-answers|organizations\/brand-json-ld|payments\/(?:checkout\/card|history\/payment-labels))\.tsx?$/;

/** What else looks like English in `web/` and is not for people, or a name: 'file: text'. */
const NOT_FOR_PEOPLE = new Set([
  // The stored ids of columns.
  ...['State', 'Plan', 'Category', 'Place', 'Owner', 'Posted'].map((id) => `web/admin/listings/columns.tsx: ${id}`),
  // Keys of the keyboard.
  'web/admin/listings/use-shortcuts.ts: Enter',
  'web/admin/categories/move-focus.ts: Home',
  'web/admin/categories/move-focus.ts: End',
  // Part of an address.
  'web/compare/compare-table.tsx: , CA',
  // Each in its language.
  'web/content/policy.tsx: Read this in English',
  'web/content/policy.tsx: Leer esto en español',
  // Types of schema.org.
  'web/content/post-page.tsx: Article',
  'web/content/post-page.tsx: Organization',
  // Names.
  ...['Twitter', 'Facebook', 'LinkedIn'].map((name) => `web/content/share-post.tsx: ${name}`),
  ...['San Diego', 'Palm Springs', 'Riverside'].map((name) => `web/base/layout/footer.tsx: ${name}`),
  'web/listing-form/options-card.tsx: Premium',
  'web/owner-listings/status.ts: Enhanced',
  'web/owner-listings/status.ts: Premium',
  'web/base/map/map-canvas.tsx: © OpenStreetMap',
  // A cookie.
  'web/base/session/user.ts: __Host-signed-in=; Secure',
  // For the operator, in the console of the browser.
  'web/payments/checkout/checkout-page.tsx: Missing payment public key (STRIPE_PUBLISHABLE_KEY): checkout will not work properly.',
  // The name of a tax, which the staff can change and which invoices show.
  'web/admin/plans/taxes/tax-dialog.tsx: Sales tax',
]);

const messages = collectMessages();
const TRANSLATED = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const translations = new Map<Language, Map<string, string>>([
  [DEFAULT_LANGUAGE, new Map([...messages].map(([key, { text }]) => [key, text]))],
  ...TRANSLATED.map((language) => [language, toMessages(readCatalog(ROOT, language))] as const),
]);
const sources = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|\.plugin\.ts$|^web\/(?:build|base\/i18n)\//.test(name),
    ),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('Catalogs', () => {
  it('have messages to compare', () => {
    expect(messages.size).toBeGreaterThan(3000);
  });

  it.each(LANGUAGES)('of %s have each message of the code, with its arguments, and no other', (language) => {
    expect(findFaults(messages, translations.get(language) as Map<string, string>)).toEqual([]);
  });

  it.each(TRANSLATED)('of %s are sorted, each message in the file of its area', (language) => {
    const catalog = readCatalog(ROOT, language);
    const arranged = arrange(messages, toMessages(catalog));
    expect([...catalog.keys()].sort()).toEqual([...arranged.keys()].sort());
    for (const [area, entries] of catalog)
      expect(Object.keys(entries), area).toEqual(Object.keys(arranged.get(area) ?? {}));
  });

  it('need none of English, because its texts are the keys without the context', () => {
    expect(readCatalog(ROOT, DEFAULT_LANGUAGE).size).toBe(0);
    for (const [key, { text }] of messages) expect(toEnglishText(key)).toBe(text);
  });

  it('do not leave Spanish messages in English', () => {
    const same = [...(translations.get('es') as Map<string, string>)].filter(
      ([key, text]) => text === messages.get(key)?.text && /\p{L}{3,} \p{L}{3,}/u.test(text),
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });
});

describe('A number beside a noun', () => {
  // What is counted somewhere: the plural branches of messages name it.
  const texts = [...messages.values()].map(({ text }) => text);
  const nouns = new Set(
    texts.flatMap((text) => [...text.matchAll(/other \{(?:#|\{\w+\}) (?:\w+ )?(\w+s)\b/g)].map(([, noun]) => noun)),
  );
  // Limits and terms, which are more than one.
  const CONSTANTS = /^(?:max|min|hours|miles|seconds|gigabytes)$/;
  const CONSTANT_DAYS =
    /works once|link works for|another \{days\}|live for \{days\}|a free one|free listing|past \{days\}|more than \{days\}|at once|request a refund|Ends in \{days\}/;
  const CONSTANT_COUNTS =
    /side by side|Swipe|At least \{count|More than \{count|looked through|at one address|the last of|in \{cities|local businesses/;
  const NO_NUMBERS = /^(?:place|county|hidden|host|listing|origin|zip|site|listings|claims|url)$/;

  it('has a plural', () => {
    const pattern = new RegExp(`\\{(\\w+)(?:, number)?\\} (?:\\w+ )?(?:${[...nouns].join('|')})\\b`, 'g');
    const found = texts.flatMap((text) =>
      [...text.matchAll(pattern)]
        .filter(({ 1: name = '', index }) => {
          if (/(?:one|other|=\d) \{[^}]*$/.test(text.slice(0, index))) return false;
          if (CONSTANTS.test(name) || NO_NUMBERS.test(name)) return false;
          return !(name === 'days' ? CONSTANT_DAYS : CONSTANT_COUNTS).test(text);
        })
        .map(() => text),
    );
    expect(nouns.size).toBeGreaterThan(30);
    expect(found).toEqual([]);
  });

  it('has pronouns that follow it, where a bulk action asks', () => {
    const BULK_ACTIONS = /^web\/admin\/listings\/bulk\//;
    const asked = [...messages.values()].filter(({ files }) => files.some((file) => BULK_ACTIONS.test(file)));
    expect(asked.length).toBeGreaterThan(50);
    // 'They' are the chosen listings, of which there may be one, unless the sentence names others.
    const isOfMany = (sentence: string) =>
      /\b(?:them|they|they’\w+|their)\b/i.test(sentence) && !/\blistings\b/i.test(sentence);
    const found = asked.filter(({ text }) => !text.includes(', plural,') && text.split(/[.?!] /).some(isOfMany));
    expect(found.map(({ text }) => text)).toEqual([]);
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
      .filter((file) => file.startsWith('web/') && !WITHOUT_MESSAGES.test(file))
      .flatMap((file) => findUntranslated(file, read(file)).map(({ text }) => `${file}: ${text}`));
    expect(found.filter((line) => !NOT_FOR_PEOPLE.has(line))).toEqual([]);
    // What is not found any more is not an exception any more.
    expect([...NOT_FOR_PEOPLE].filter((line) => !found.includes(line))).toEqual([]);
  });

  it('defines no English text with two meanings, because what is translated later has no context', () => {
    const keys = new Map<string, Set<string>>();
    for (const file of sources.filter((name) => !name.startsWith('web/'))) {
      const code = read(file);
      if (!code.includes("/t.ts'")) continue;
      for (const { name, text, key } of findMessages(file, code).calls)
        if (name === 'defineMessage') keys.set(text, (keys.get(text) ?? new Set()).add(key));
    }
    expect(keys.size).toBeGreaterThan(500);
    expect([...keys.values()].filter(({ size }) => size > 1).map((meanings) => [...meanings])).toEqual([]);
  });

  it('of the program, whose modules are loaded in English, calls `t` in functions alone', () => {
    const wrong: string[] = [];
    for (const file of sources.filter((name) => !name.startsWith('web/'))) {
      const code = read(file);
      if (!code.includes("/t.ts'")) continue;
      const { program, calls } = findMessages(file, code);
      const functions = findFunctions(program);
      const isInFunction = (call: Node) => functions.some(({ start, end }) => start < call.start && end > call.start);
      for (const { node, name, text } of calls)
        if (name === 't' && !isInFunction(node)) wrong.push(`${file}: ${JSON.stringify(text)}`);
    }
    expect(wrong).toEqual([]);
  });
});

function findFunctions(program: Node): Node[] {
  const functions: Node[] = [];
  walk(program, (node) => {
    if (/Function/.test(node.type)) functions.push(node);
  });
  return functions;
}

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import type { CategoryWordsRow } from '#server/search/category-synonyms.ts';
import { toSpanishPlural } from '#server/search/spanish/phrases.ts';

/** What importers know of the categories: by folded phrase, and by NAICS code. */
export interface CategoryPhrases {
  /** The slugs of the categories of a phrase: kinds of sources, names of categories, and the words of searches. */
  find(text: string): string[] | undefined;
  /** The categories of the phrases in a text, the longest ones first; without those of phrases for several categories. */
  findWithin(text: string): string[];
  /** The category of the phrase that a name ends with, or with that it begins in Spanish; without those of phrases for several. */
  findDeciding(name: string): string | undefined;
  /** The categories of the longest known beginning of a NAICS code. */
  findByNaics(code: string): string[];
}

/** Read once: the files are part of the program. */
export function categoryPhrases(): CategoryPhrases {
  cached ??= readCategoryPhrases();
  return cached;
}

let cached: CategoryPhrases | undefined;

function readCategoryPhrases(): CategoryPhrases {
  const categories = readTable<{ slug: string; name: string; naics_2017_prefixes: string }>('categories.csv');
  const kinds = readTable<{ kind: string; category: string }>('category-kinds.csv');
  const words = readTable<CategoryWordsRow>('category-words.csv');

  const phrases = new Map<string, string[]>();
  const spanishPhrases = new Set<string>();
  const add = (text: string, slugs: string[]) => {
    const key = toPhraseKey(text);
    if (key && !phrases.has(key)) phrases.set(key, slugs);
  };
  for (const { kind, category } of kinds) if (!isNaics(kind)) add(kind, [category]);
  for (const { slug, name } of categories) for (const text of [slug, name]) add(text, [slug]);
  for (const { slugs, english, spanish } of words) {
    for (const text of english.split(';')) add(text, slugs.split(';'));
    for (const text of spanish.split(';').flatMap((phrase) => [phrase, toSpanishPlural(phrase)])) {
      if (!phrases.has(toPhraseKey(text))) spanishPhrases.add(toPhraseKey(text));
      add(text, slugs.split(';'));
    }
  }
  const maxWords = Math.max(...[...phrases.keys()].map((key) => key.split(' ').length));

  const naics = new Map<string, string[]>();
  for (const { slug, naics_2017_prefixes } of categories) {
    for (const code of naics_2017_prefixes.split(/[ ;,]+/).flatMap(toCodes))
      naics.set(code, [...(naics.get(code) ?? []), slug]);
  }
  for (const { kind, category } of kinds) if (isNaics(kind)) naics.set(kind, [category]);

  return {
    find: (text) => phrases.get(toPhraseKey(text)),
    findWithin(text) {
      const parts = toPhraseKey(text).split(' ');
      const found: string[] = [];
      for (let count = Math.min(maxWords, parts.length); count > 0; count--) {
        for (let start = 0; start + count <= parts.length; start++) {
          const slugs = phrases.get(parts.slice(start, start + count).join(' '));
          if (slugs?.length === 1) found.push(...slugs);
        }
      }
      return [...new Set(found)];
    },
    findDeciding(name) {
      const parts = toPhraseKey(name).split(' ');
      for (let count = Math.min(maxWords, parts.length); count > 0; count--) {
        const first = parts.slice(0, count).join(' ');
        for (const key of [parts.slice(-count).join(' '), spanishPhrases.has(first) ? first : '']) {
          const slugs = phrases.get(key);
          if (slugs?.length === 1) return slugs[0];
        }
      }
      return undefined;
    },
    findByNaics(code) {
      for (let length = code.length; length >= 2; length--) {
        const slugs = naics.get(code.slice(0, length));
        if (slugs) return slugs;
      }
      return [];
    },
  };
}

const readTable = <Row>(file: string): Row[] =>
  parse(readFileSync(new URL(file, DATA_FOLDER)), { columns: true, bom: true, trim: true });

const isNaics = (text: string) => /^\d{2,6}$/.test(text);

/** '44-45' are the sectors 44 and 45. */
function toCodes(prefix: string): string[] {
  const [from = '', to] = prefix.split('-');
  if (to === undefined) return from ? [from] : [];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index));
}

/** A phrase without case, accents, punctuation and English plurals: 'Dentists’ Offices' and 'dentist office' are the same. */
const toPhraseKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and')
    .map((word) =>
      word.length < 4 || /(ss|us|is)$/.test(word)
        ? word
        : word
            .replace(/ies$/, 'y')
            .replace(/(?<=(?:ch|sh|ss|x))es$/, '')
            .replace(/s$/, ''),
    )
    .join(' ');

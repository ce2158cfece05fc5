import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import type { CategoryWordsRow } from './category-synonyms.ts';
import { categoryWords, phraseKey, toSpanishPlural } from './category-words.ts';
import { tokenize } from './tokenize.ts';

const { db, drop } = await createTestDatabase();
const gazetteer = await openGazetteer(db);
const { byKey } = await categoryWords(db, gazetteer);
const rows: CategoryWordsRow[] = parse(await readFile(new URL('category-words.csv', DATA_FOLDER)), { columns: true });
const own = rows.filter(({ slugs }) => !slugs.includes(';'));
const shared = rows.filter(({ slugs }) => slugs.includes(';'));
afterAll(drop);

const split = (texts: string) => texts.split(';').filter(Boolean);
const toKeys = async (texts: string[]) => (await tokenize(db, texts)).map(phraseKey);
const slugsOf = async (texts: string[]) =>
  (await toKeys(texts)).map((key) => (byKey.get(key) ?? []).map(({ slug }) => slug));

describe('Words for categories', () => {
  it('are known for every category, at least four in English and four in Spanish', async () => {
    expect(own.map(({ slugs }) => slugs).sort()).toEqual(gazetteer.categories.all.map(({ slug }) => slug).sort());
    const few: string[] = [];
    for (const { slugs, english, spanish } of own) {
      for (const words of [english, spanish]) {
        // Case, accents and plurals make no difference, so they do not count.
        if (new Set(await toKeys(split(words))).size < 4) few.push(`${slugs}: ${words}`);
      }
    }
    expect(few).toEqual([]);
  });

  it('lead to one category, unless a reason for several is given', async () => {
    const reasons = new Map<string, string>();
    for (const { slugs, english, spanish, reason } of shared) {
      expect(reason.length).toBeGreaterThan(20);
      const singular = [...split(english), ...split(spanish)];
      const texts = [...singular, ...split(spanish).map(toSpanishPlural)];
      const keys = await toKeys([...texts, ...texts.map((text) => text.replaceAll(' ', ''))]);
      for (const key of keys) reasons.set(key, split(slugs).sort().join());
    }
    const ambiguous = [...byKey].filter(([, { length }]) => length > 1);
    expect(
      ambiguous.flatMap(([key, categories]) => {
        const slugs = categories
          .map(({ slug }) => slug)
          .sort()
          .join();
        return reasons.get(key) === slugs ? [] : [`${key}: ${slugs}`];
      }),
    ).toEqual([]);
    // A reason is stated only for words that lead to several categories.
    expect([...reasons.keys()].filter((key) => (byKey.get(key)?.length ?? 0) < 2)).toEqual([]);
  });

  it('are found in the plural, in capitals and without accents', async () => {
    const missed: string[] = [];
    for (const { slugs, english, spanish } of own) {
      const texts = [...split(english).map(toEnglishPlural), ...split(spanish).map(toSpanishPlural)];
      const variants = [...texts, ...texts.map((text) => text.toUpperCase()), ...texts.map(withoutAccents)];
      const found = await slugsOf(variants);
      missed.push(...variants.filter((_, i) => !found[i]?.includes(slugs)).map((text) => `${slugs}: ${text}`));
    }
    expect(missed).toEqual([]);
  });

  it('are not others with the same stem', async () => {
    expect(await slugsOf(['marketing', 'market'])).toEqual([['marketing-advertising'], []]);
  });
});

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const toEnglishPlural = (text: string) =>
  /(s|x|z|ch|sh)$|^things /.test(text) ? text : /[^aeiou]y$/.test(text) ? `${text.slice(0, -1)}ies` : `${text}s`;

it('The table of dishes has words for one category, and its chains as data/brands.csv writes them', async () => {
  const read = async (file: string): Promise<Record<string, string>[]> =>
    parse(await readFile(new URL(file, DATA_FOLDER)), { columns: true });
  const brands = new Map((await read('brands.csv')).map(({ name = '', category = '' }) => [name, category]));
  const dishes = await read('brand-dishes.csv');
  expect(dishes.length).toBeGreaterThan(3);
  for (const { words = '', brands: names = '' } of dishes) {
    const categories = [...new Set((await slugsOf(split(words))).map((slugs) => slugs.join()))];
    expect(categories, words).toHaveLength(1);
    expect(split(names).map((name) => [name, brands.get(name)])).toEqual(
      split(names).map((name) => [name, categories[0]]),
    );
  }
});

import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { toMasculine, toSpanishKey, toSpanishPlural } from '#server/search/spanish/phrases.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import type { CategoryWordsRow } from './category-synonyms.ts';
import { phraseKey } from './category-words.ts';
import { tokenize, type Word } from './tokenize.ts';
import { getVocabulary } from './vocabulary.ts';

const { db, drop } = await createTestDatabase();
const gazetteer = await openGazetteer(db);
const { find, phrases } = (await getVocabulary(db, gazetteer)).categories;
const rows: CategoryWordsRow[] = parse(await readFile(new URL('category-words.csv', DATA_FOLDER)), { columns: true });
const own = rows.filter(({ slugs }) => !slugs.includes(';'));
const shared = rows.filter(({ slugs }) => slugs.includes(';'));
afterAll(drop);

const split = (texts: string) => texts.split(';').filter(Boolean);
const toKeys = (words: Word[]) => [phraseKey(words), toSpanishKey(words) ?? ''];
const slugsOf = async (texts: string[]) =>
  (await tokenize(db, texts)).map((words) => find(words).map(({ slug }) => slug));

describe('Words for categories', () => {
  it('are loaded again after the database was away', async () => {
    const another = { ...gazetteer, categories: { ...gazetteer.categories } };
    const { db: closed, drop: close } = await createTestDatabase('empty');
    await close();
    await expect(getVocabulary(closed, another)).rejects.toThrow();
    expect((await getVocabulary(db, another)).categories.phrases).toEqual(phrases);
  });

  it('are known for every category, at least four in English and four in Spanish', async () => {
    expect(own.map(({ slugs }) => slugs).sort()).toEqual(gazetteer.categories.all.map(({ slug }) => slug).sort());
    const few: string[] = [];
    for (const { slugs, english, spanish } of own) {
      for (const words of [english, spanish]) {
        // Case, accents and plurals make no difference, so they do not count.
        if (new Set((await tokenize(db, split(words))).map(toKeys).map(String)).size < 4)
          few.push(`${slugs}: ${words}`);
      }
    }
    expect(few).toEqual([]);
  });

  it('lead to one category, unless a reason for several is given', async () => {
    const reasons = new Map<string, string>();
    for (const { slugs, english, spanish, reason } of shared) {
      expect(reason.length).toBeGreaterThan(20);
      const texts = [...split(english), ...split(spanish), ...split(spanish).map(toSpanishPlural)];
      for (const words of await tokenize(db, texts)) {
        for (const key of toKeys(words)) reasons.set(key, split(slugs).sort().join());
        // A reason is stated only for words that lead to several categories.
        expect(find(words).length, words.map(({ text }) => text).join(' ')).toBeGreaterThan(1);
      }
    }
    const ambiguous = phrases.flatMap(({ words, text }) => {
      const slugs = find(words).map(({ slug }) => slug);
      const hasReason = toKeys(words).some((key) => reasons.get(key) === slugs.toSorted().join());
      return slugs.length < 2 || hasReason ? [] : [`${text}: ${slugs}`];
    });
    expect([...new Set(ambiguous)]).toEqual([]);
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

  it.each([
    // As English words they would be those of bail bonds and utilities.
    ['baile', ['dance-clubs', 'specialty-schools']],
    ['bailes', ['dance-clubs', 'specialty-schools']],
    ['útiles', []],
    ['bufet', []],
    ['una', []],
    ['pasta', ['italian-restaurants']],
    ['pasto', ['landscaping']],
    ['pesca', ['marinas-fishing']],
    ['pescado', ['seafood-restaurants']],
  ])('in Spanish are not others with the same stem: %s', async (text, slugs) => {
    expect((await slugsOf([text])).map((found) => found.toSorted())).toEqual([slugs]);
  });

  it.each([
    [
      'pastel de tres leches',
      'bakeries',
      ['pasteles tres leches', 'pastel con tres leches', 'PASTEL DE LAS TRES LECHES'],
    ],
    ['abogado', 'lawyers', ['abogada', 'abogadas', 'abogados']],
    ['plomero', 'plumbers', ['plomera', 'plomeras']],
    [
      'reparación de celulares',
      'repair-services',
      ['reparan celulares', 'arreglo de celular', 'compostura de celulares'],
    ],
    ['instalación de pisos', 'flooring', ['instalan pisos', 'instalar un piso']],
  ])('in Spanish are found as they are spoken: %s', async (written, slug, spoken) => {
    expect(await slugsOf([written, ...spoken])).toEqual([written, ...spoken].map(() => [slug]));
  });
});

it.each([
  ['taller mecánico', 'talleres mecánicos'],
  ['agencia de viajes', 'agencias de viajes'],
  ['luz', 'luces'],
  ['restaurante japonés', 'restaurantes japoneses'],
  ['chalet', 'chalets'],
])('the plural of %s is %s', (singular, plural) => {
  expect(toSpanishPlural(singular)).toBe(plural);
});

it.each([
  ['doctora', 'doctor'],
  ['abogadas', 'abogados'],
  ['comida mexicana', 'comida mexicano'],
  ['pasta', 'pasta'],
  ['casa', 'casa'],
])('the masculine of %s is %s', (feminine, masculine) => {
  expect(toMasculine(feminine)).toBe(masculine);
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

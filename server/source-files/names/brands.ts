import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';

/** A chain, with the name as its owner writes it. */
export interface Brand {
  name: string;
  /** The slug of the category of its shops; '' where they differ. */
  category: string;
}

/** The brand with which a name begins. */
export interface BrandMatch {
  brand: Brand;
  /** What follows the brand in the name, without the punctuation between them. */
  rest: string;
  /** Whether the name has the words of the brand's own name, and not another spelling. */
  isOwnName: boolean;
}

/** Finds the longest brand of `data/brands.csv` with which a name begins, whatever its case, accents and punctuation. */
export function matchBrand(text: string): BrandMatch | null {
  brands ??= readBrands();
  const { byKey, maxWords } = brands;
  const words = [...text.matchAll(/&|[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu)];
  for (let count = Math.min(maxWords, words.length); count > 0; count--) {
    const key = words.slice(0, count).map(toWordKey).join(' ');
    const brand = byKey.get(key);
    const last = words[count - 1];
    if (!brand || !last) continue;
    const rest = text.slice(last.index + last[0].length).replace(/^[.,!®™'’]+/u, '');
    return { brand, rest, isOwnName: toKey(brand.name) === key };
  }
  return null;
}

let brands: ReturnType<typeof readBrands> | undefined;

function readBrands() {
  const rows: (Brand & { spellings: string })[] = parse(readFileSync(new URL('brands.csv', DATA_FOLDER)), {
    columns: true,
    trim: true,
  });
  const byKey = new Map(
    rows.flatMap(({ name, spellings, category }) =>
      [name, ...spellings.split(';')].map((text): [string, Brand] => [toKey(text), { name, category }]),
    ),
  );
  byKey.delete('');
  return { byKey, maxWords: Math.max(...[...byKey.keys()].map((key) => key.split(' ').length)) };
}

const toKey = (text: string) => [...text.matchAll(/&|[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu)].map(toWordKey).join(' ');

const toWordKey = ([word]: RegExpMatchArray) =>
  word === '&'
    ? 'and'
    : word
        .normalize('NFD')
        .replace(/[\p{M}'’.]/gu, '')
        .toLowerCase();

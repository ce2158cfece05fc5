import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import { readDataRows } from '#server/search/questions/question-rows.ts';
import { tokenize, type Word } from '#server/search/tokenize.ts';
import { toSound } from './sound.ts';

/** A brand in the words of a search. */
export interface NamedBrand {
  /** What was typed for it. */
  typed: Word[];
  /** Its own name. */
  name: Word[];
  isNickname: boolean;
}

/** The brands of `data/brands.csv` by what people call them. */
export interface BrandWords {
  /** The brand that words name, with what else they say apart: 'cosco gas'. */
  find(words: Word[]): NamedBrand | null;
  /** The name of the brand that all words together sound like: 'crispi kream'. */
  findAlike(words: Word[]): Word[] | null;
  /** The names, as `listing_search.name` has them, of brands whose name or nickname begins so. */
  findByPrefix(letters: string): string[];
}

interface Brand {
  name: Word[];
  /** By `joinLetters`. */
  key: string;
  sound: string;
}

/** Longer names are not spoken. */
const MAX_WORDS = 5;
/** A shorter sound is that of many words. */
const MIN_SOUND = { same: 3, similar: 6 };

/** The names, other spellings and nicknames. Of several brands that are called alike the first one is meant. */
export async function loadBrandWords(db: Kysely<DB>): Promise<BrandWords> {
  const brands = await readDataRows<{ name: string; spellings: string }>('brands.csv');
  const nicknames = new Map(
    (await readDataRows<{ name: string; spoken: string }>('brand-nicknames.csv')).map(({ name, spoken }) => [
      name,
      spoken,
    ]),
  );
  const names = await tokenize(
    db,
    brands.map(({ name }) => name),
  );
  const spoken = brands.map(({ name, spellings }) =>
    [spellings, nicknames.get(name) ?? ''].join(';').split(';').filter(Boolean),
  );
  const tokenized = (await tokenize(db, spoken.flat())).values();
  const known = names.map(
    (words, i): Brand => ({
      name: toOneWord(words, brands[i]?.name),
      key: joinLetters(words),
      sound: toSound(joinLetters(words)),
    }),
  );
  const byKey = new Map(known.map((brand) => [brand.key, brand]));
  for (const [i, forms] of spoken.entries()) {
    for (const _ of forms) {
      const key = joinLetters(tokenized.next().value ?? []);
      const brand = known[i];
      if (brand && !byKey.has(key)) byKey.set(key, brand);
    }
  }
  return {
    find(words) {
      for (let length = Math.min(MAX_WORDS, words.length); length > 0; length--) {
        for (let from = 0; from + length <= words.length; from++) {
          const typed = words.slice(from, from + length);
          const brand = byKey.get(joinLetters(typed));
          if (brand) return { typed, name: brand.name, isNickname: joinLetters(typed) !== brand.key };
        }
      }
      return null;
    },
    findByPrefix(letters) {
      if (letters.length < MIN_PREFIX) return [];
      return [...new Set([...byKey].flatMap(([key, brand]) => (key.startsWith(letters) ? [brand.key] : [])))];
    },
    findAlike(words) {
      const letters = joinLetters(words);
      const sound = toSound(letters);
      const alike = (max: number, min: number) =>
        sound.length >= min &&
        known.find(
          (brand) =>
            brand.sound[0] === sound[0] &&
            editDistance(brand.sound, sound, max) <= max &&
            editDistance(brand.key, letters, MAX_LETTERS) <= MAX_LETTERS,
        );
      return (alike(0, MIN_SOUND.same) || alike(1, MIN_SOUND.similar) || null)?.name ?? null;
    },
  };
}

/** Fewer letters begin too many names. */
const MIN_PREFIX = 2;
/** So many letters may differ in what sounds alike. */
const MAX_LETTERS = 4;

const joinLetters = (words: Word[]) => words.map(({ text }) => text).join('');

/**
 * A name of one word as it is written, which is no form of another ('UPS' is not 'up'). 'AT&T' is one too, because its letters and 'and' by
 * themselves say nothing.
 */
function toOneWord(words: Word[], written = ''): Word[] {
  if (words.length > 1 && words.some(({ text }) => text.length > 2 && text !== 'and')) return words;
  const text = joinLetters(words);
  return [{ text, stem: text, spanish: null, written }];
}

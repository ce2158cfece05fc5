import { sql } from 'kysely';
import type { Sought } from '#contract/search.ts';
import { categoryWords, stemsOf } from './category-words.ts';
import type { Query } from './conditions.ts';
import { count, finds } from './ranking.ts';
import { slipsAllowed, slipsByEar, writtenOtherwise } from './spelling.ts';
import { textQuery } from './text-query.ts';
import { type SearchParts, type Understood, understand, withWords } from './understanding.ts';
import { type Word, wordsOf } from './words.ts';

/** Another spelling of what is looked for. */
export interface Correction {
  text: string;
  query: Query;
}

/** A search by the words that find something: as they are written, else by their best correction. */
export interface Settled extends Understood {
  /** `MOST_COUNTED` stands for that many or more. */
  total: number;
  corrections: Correction[];
  /** Whether `query` is that of the first correction. */
  corrected: boolean;
}

/** Fewer found than these make rare words doubtful. */
const DOUBTFUL = 3;

/** @throws {NotFound} for a category or place that is none */
export async function settle(parts: SearchParts, sought: Sought): Promise<Settled> {
  const understood = await understand(parts, sought);
  const asWritten = await count(parts.db, understood.query);
  const rare = asWritten === 0 ? 0 : DOUBTFUL - 1;
  const others = asWritten < DOUBTFUL ? await corrections(parts, understood, { rare }) : [];
  const found = await Promise.all(others.map(({ query }) => finds(parts.db, query)));
  const finding = others.filter((_, i) => found[i]).slice(0, MOST);
  const [best] = finding;
  if (asWritten > 0 || !best) return { ...understood, total: asWritten, corrections: finding, corrected: false };
  const total = await count(parts.db, best.query);
  return { ...understood, query: best.query, total, corrections: finding, corrected: true };
}

/** So many other spellings are offered. */
const MOST = 3;
/** So many spellings of a word are looked at closely. */
const MOST_CANDIDATES = 12;
const ENOUGH = 50;
/** What so many of the newest have is common. */
const NEWEST = 200;
const COMMON = 4;
/** Several words run together have no more slips for being long: they would be others. */
const MOST_IN_SEVERAL = 2;
/** So many times commoner a word is than the rare one that it is like. */
const MUCH_MORE = 10;
/** Of more words than these none is left out. */
const MOST_TO_LEAVE_OUT = 5;

/**
 * Other spellings of words that nobody uses, best first; a word that is like no other is left out, and where all are used
 * one of them is. They need not find anything where it is looked for. For a search that found nothing.
 * @param options.rare words that so few listings have are doubtful too, and give way to much commoner ones
 */
export async function corrections(
  parts: SearchParts,
  { asked: { words }, query }: Understood,
  { rare = 0 }: { rare?: number } = {},
): Promise<Correction[]> {
  if (!query.text) return [];
  const categories = await categoryWords(parts.db, parts.gazetteer);
  const { byStems } = categories;
  const uses = await countUses(
    parts.db,
    words.map((word) => textQuery([word], categories)?.any),
  );
  const doubtful = words.filter((word, i) => (uses[i] ?? 0) <= rare && !byStems.has(word.stem));
  if (doubtful.length === 0) {
    const isElsewhere = rare > 0 || (await finds(parts.db, anywhere(query)));
    return isElsewhere ? [] : spelt(parts, query, withoutOne(words));
  }
  const better = new Map<Word, Word[][]>();
  for (const [i, others] of (await Promise.all(doubtful.map((word) => similar(parts, word, rare)))).entries()) {
    const word = doubtful[i] as Word;
    // What is rare is no mistake unless it is like something common.
    better.set(word, others.length === 0 && rare > 0 ? [[word]] : others);
  }
  const spellings = Array.from({ length: MOST }, (_, i) => mended(words, better, i));
  return spelt(
    parts,
    query,
    spellings.filter((spelling) => textOf(spelling) !== textOf(words)),
  );
}

/** The words alone. */
const anywhere = ({ text }: Query): Query => ({
  text,
  ...{ marks: [], inside: [], near: null, within: null, box: null, openNow: false, paid: false },
});

/** The same search with each of these words. */
async function spelt(parts: SearchParts, query: Query, spellings: Word[][]): Promise<Correction[]> {
  const different = new Map(spellings.map((words) => [textOf(words), words]));
  different.delete('');
  return Promise.all(
    [...different].map(async ([text, words]) => ({ text, query: await withWords(parts, query, words) })),
  );
}

/** Each word is used, but not all together: all but one, rather without a later one. */
function withoutOne(words: Word[]): Word[][] {
  if (words.length < 2 || words.length > MOST_TO_LEAVE_OUT) return [];
  return words.map((_, i) => words.toSpliced(words.length - 1 - i, 1));
}

/** The words with the first doubtful one by its i-th spelling, and the others by their best. */
function mended(words: Word[], better: ReadonlyMap<Word, Word[][]>, i: number): Word[] {
  const [first] = better.keys();
  return words.flatMap((word) => {
    const others = better.get(word);
    if (!others) return [word];
    return (word === first ? others[i] : undefined) ?? others[0] ?? [];
  });
}

/**
 * What is spelt most like a misspelt word, best first: by the number of slips, then by how many listings have it. A word, or
 * several for one in which they are run together.
 */
async function similar(parts: SearchParts, { text }: Word, rare: number): Promise<Word[][]> {
  const most = slipsAllowed(text.length);
  if (most === 0 || /^\d|\d$/.test(text)) return [];
  const written = [text, ...writtenOtherwise(text)];
  const { rows } = await sql<{ words: string }>`
    select search_similar(${text}) as words
    union all select search_similar_compounds(misspelt) from unnest(${written}::text[]) as misspelt`.execute(parts.db);
  const known = [...rows.map(({ words }) => words), ...(await wordsInMemory(parts))];
  const near = [...new Set(known)]
    .map((words) => ({ words, slips: fewestSlips(written, words.replaceAll(' ', ''), most) }))
    .filter(
      ({ words, slips }) => slips <= (words.includes(' ') ? Math.min(most, MOST_IN_SEVERAL) : most) && words !== text,
    )
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_CANDIDATES);
  const spellings = await wordsOf(
    parts.db,
    near.map(({ words }) => words),
  );
  const categories = await categoryWords(parts.db, parts.gazetteer);
  // Half words count for nothing: 'farmers mark' is no better than 'farmers market'.
  const uses = await countUses(
    parts.db,
    spellings.map((words) => textQuery(words, categories)?.inFull),
  );
  const best = spellings
    .map((words, i) => ({ words, uses: uses[i] ?? 0, slips: near[i]?.slips ?? 0 }))
    .filter(({ uses }) => uses > MUCH_MORE * rare)
    // Letters are left out more often than put in.
    .sort((a, b) => a.slips - b.slips || b.uses - a.uses || lettersOf(b.words) - lettersOf(a.words));
  // 'restaurant' and 'restaurants' find the same.
  const different = Map.groupBy(best, ({ words }) => stemsOf(words));
  return [...different.values()].flatMap(([first]) => (first ? [first.words] : []));
}

/** From any of the ways in which it may be written; another first letter counts half. */
function fewestSlips(written: string[], known: string, most: number): number {
  return Math.min(...written.map((text) => slipsByEar(text, known, most) + (text[0] === known[0] ? 0 : 0.5)));
}

/** What categories and places are called, word by word and all of it. */
async function wordsInMemory({ db, gazetteer }: SearchParts): Promise<string[]> {
  const { phrases } = await categoryWords(db, gazetteer);
  const ofPlaces = gazetteer.places.all.flatMap(({ slug }) => slug.split('-'));
  return [...phrases.flatMap(({ words, text }) => [text, ...words.map(({ text }) => text)]), ...ofPlaces];
}

/** How many listings each of these finds; `ENOUGH` stands for more. */
async function countUses(db: SearchParts['db'], texts: (string | undefined)[]): Promise<number[]> {
  const queries = texts.map((text) => text ?? '');
  const { rows } = await sql<{ uses: number }>`
    with newest as materialized (
      select words from listing_search order by created_at desc, listing_id desc limit ${sql.lit(NEWEST)}
    )
    select case when (select count(*) from newest where words @@ query::tsquery) >= ${sql.lit(COMMON)}
      then ${sql.lit(ENOUGH)}
      else (select count(*) from (
        select from listing_search where words @@ query::tsquery limit ${sql.lit(ENOUGH)}) as users) end as uses
    from unnest(${queries}::text[]) with ordinality as asked (query, place) order by place`.execute(db);
  return rows.map(({ uses }) => uses);
}

const lettersOf = (words: Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);
const textOf = (words: Word[]) => words.map(({ text }) => text).join(' ');

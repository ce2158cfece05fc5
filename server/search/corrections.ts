import { sql } from 'kysely';
import type { SearchFilters } from '#contract/search.ts';
import { categoryWords, joinStems } from './category-words.ts';
import type { IndexQuery } from './predicates.ts';
import { type SearchDeps, type UnderstoodQuery, understandQuery, withWords } from './query-understanding.ts';
import { countMatches, hasMatches } from './ranking.ts';
import { maxEditDistance, phoneticDistance, spellingVariants } from './spelling.ts';
import { toTextQuery } from './text-query.ts';
import { tokenize, type Word } from './tokenize.ts';

/** Another spelling of what is looked for. */
export interface Correction {
  text: string;
  query: IndexQuery;
}

/** A search by the words that find something: as they are written, else by their best correction. */
export interface ResolvedSearch extends UnderstoodQuery {
  /** `MAX_COUNTED_RESULTS` stands for that many or more. */
  total: number;
  corrections: Correction[];
  /** Whether `query` is that of the first correction. */
  corrected: boolean;
}

/** Fewer found than these make rare words doubtful. */
const FEW_RESULTS = 3;

/** @throws {NotFound} for a category or place that is none */
export async function resolveSpelling(parts: SearchDeps, filters: SearchFilters): Promise<ResolvedSearch> {
  const understood = await understandQuery(parts, filters);
  const initialTotal = await countMatches(parts.db, understood.query);
  const rare = initialTotal === 0 ? 0 : FEW_RESULTS - 1;
  const others = initialTotal < FEW_RESULTS ? await findCorrections(parts, understood, { rare }) : [];
  const found = await Promise.all(others.map(({ query }) => hasMatches(parts.db, query)));
  const useful = others.filter((_, i) => found[i]).slice(0, MAX_CORRECTIONS);
  const [best] = useful;
  if (initialTotal > 0 || !best) return { ...understood, total: initialTotal, corrections: useful, corrected: false };
  const total = await countMatches(parts.db, best.query);
  return { ...understood, query: best.query, total, corrections: useful, corrected: true };
}

/** So many other spellings are offered. */
const MAX_CORRECTIONS = 3;
/** So many spellings of a word are looked at closely. */
const MAX_CANDIDATES = 12;
const MAX_COUNTED = 50;
/** What so many of the newest have is common. */
const SAMPLE_SIZE = 200;
const COMMON_THRESHOLD = 4;
/** Several words run together have no more slips for being long: they would be others. */
const MAX_COMPOUND_DISTANCE = 2;
/** So many times commoner a word is than the rare one that it is like. */
const MIN_FREQUENCY_RATIO = 10;
/** Of more words than these none is left out. */
const MAX_WORDS_TO_DROP_FROM = 5;

/**
 * Other spellings of words that nobody uses, best first; a word that is like no other is left out, and where all are used
 * one of them is. They need not find anything where it is looked for. For a search that found nothing.
 * @param options.rare words that so few listings have are doubtful too, and give way to much commoner ones
 */
export async function findCorrections(
  parts: SearchDeps,
  { parsed: { words }, query }: UnderstoodQuery,
  { rare = 0 }: { rare?: number } = {},
): Promise<Correction[]> {
  if (!query.text) return [];
  const categories = await categoryWords(parts.db, parts.gazetteer);
  const { byStems } = categories;
  const uses = await countDocuments(
    parts.db,
    words.map((word) => toTextQuery([word], categories)?.any),
  );
  const doubtful = words.filter((word, i) => (uses[i] ?? 0) <= rare && !byStems.has(word.stem));
  if (doubtful.length === 0) {
    const isElsewhere = rare > 0 || (await hasMatches(parts.db, withoutFilters(query)));
    return isElsewhere ? [] : toCorrections(parts, query, dropEachWord(words));
  }
  const better = new Map<Word, Word[][]>();
  for (const [i, others] of (
    await Promise.all(doubtful.map((word) => findSimilarSpellings(parts, word, rare)))
  ).entries()) {
    const word = doubtful[i] as Word;
    // What is rare is no mistake unless it is like something common.
    better.set(word, others.length === 0 && rare > 0 ? [[word]] : others);
  }
  const spellings = Array.from({ length: MAX_CORRECTIONS }, (_, i) => applySpelling(words, better, i));
  return toCorrections(
    parts,
    query,
    spellings.filter((spelling) => joinText(spelling) !== joinText(words)),
  );
}

/** The words alone. */
const withoutFilters = ({ text }: IndexQuery): IndexQuery => ({
  text,
  ...{ marks: [], inside: [], near: null, within: null, box: null, openNow: false, paid: false },
});

/** The same search with each of these words. */
async function toCorrections(parts: SearchDeps, query: IndexQuery, spellings: Word[][]): Promise<Correction[]> {
  const different = new Map(spellings.map((words) => [joinText(words), words]));
  different.delete('');
  return Promise.all(
    [...different].map(async ([text, words]) => ({ text, query: await withWords(parts, query, words) })),
  );
}

/** Each word is used, but not all together: all but one, rather without a later one. */
function dropEachWord(words: Word[]): Word[][] {
  if (words.length < 2 || words.length > MAX_WORDS_TO_DROP_FROM) return [];
  return words.map((_, i) => words.toSpliced(words.length - 1 - i, 1));
}

/** The words with the first doubtful one by its i-th spelling, and the others by their best. */
function applySpelling(words: Word[], better: ReadonlyMap<Word, Word[][]>, i: number): Word[] {
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
async function findSimilarSpellings(parts: SearchDeps, { text }: Word, rare: number): Promise<Word[][]> {
  const maxDistance = maxEditDistance(text.length);
  if (maxDistance === 0 || /^\d|\d$/.test(text)) return [];
  const written = [text, ...spellingVariants(text)];
  const { rows } = await sql<{ words: string }>`
    select search_similar(${text}) as words
    union all select search_similar_compounds(misspelt) from unnest(${written}::text[]) as misspelt`.execute(parts.db);
  const known = [...rows.map(({ words }) => words), ...(await getKnownNames(parts))];
  const candidates = [...new Set(known)]
    .map((words) => ({ words, slips: minDistance(written, words.replaceAll(' ', ''), maxDistance) }))
    .filter(
      ({ words, slips }) =>
        slips <= (words.includes(' ') ? Math.min(maxDistance, MAX_COMPOUND_DISTANCE) : maxDistance) && words !== text,
    )
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MAX_CANDIDATES);
  const spellings = await tokenize(
    parts.db,
    candidates.map(({ words }) => words),
  );
  const categories = await categoryWords(parts.db, parts.gazetteer);
  // Half words count for nothing: 'farmers mark' is no better than 'farmers market'.
  const uses = await countDocuments(
    parts.db,
    spellings.map((words) => toTextQuery(words, categories)?.wholeWords),
  );
  const best = spellings
    .map((words, i) => ({ words, uses: uses[i] ?? 0, slips: candidates[i]?.slips ?? 0 }))
    .filter(({ uses }) => uses > MIN_FREQUENCY_RATIO * rare)
    // Letters are left out more often than put in.
    .sort((a, b) => a.slips - b.slips || b.uses - a.uses || countLetters(b.words) - countLetters(a.words));
  // 'restaurant' and 'restaurants' find the same.
  const different = Map.groupBy(best, ({ words }) => joinStems(words));
  return [...different.values()].flatMap(([first]) => (first ? [first.words] : []));
}

/** From any of the ways in which it may be written; another first letter counts half. */
function minDistance(written: string[], known: string, most: number): number {
  return Math.min(...written.map((text) => phoneticDistance(text, known, most) + (text[0] === known[0] ? 0 : 0.5)));
}

/** What categories and places are called, word by word and all of it. */
async function getKnownNames({ db, gazetteer }: SearchDeps): Promise<string[]> {
  const { phrases } = await categoryWords(db, gazetteer);
  const ofPlaces = gazetteer.places.all.flatMap(({ slug }) => slug.split('-'));
  return [...phrases.flatMap(({ words, text }) => [text, ...words.map(({ text }) => text)]), ...ofPlaces];
}

/** How many listings each of these finds; `ENOUGH` stands for more. */
async function countDocuments(db: SearchDeps['db'], texts: (string | undefined)[]): Promise<number[]> {
  const queries = texts.map((text) => text ?? '');
  const { rows } = await sql<{ uses: number }>`
    with newest as materialized (
      select words from listing_search order by created_at desc, listing_id desc limit ${sql.lit(SAMPLE_SIZE)}
    )
    select case when (select count(*) from newest where words @@ query::tsquery) >= ${sql.lit(COMMON_THRESHOLD)}
      then ${sql.lit(MAX_COUNTED)}
      else (select count(*) from (
        select from listing_search where words @@ query::tsquery limit ${sql.lit(MAX_COUNTED)}) as users) end as uses
    from unnest(${queries}::text[]) with ordinality as asked (query, place) order by place`.execute(db);
  return rows.map(({ uses }) => uses);
}

const countLetters = (words: Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);
const joinText = (words: Word[]) => words.map(({ text }) => text).join(' ');

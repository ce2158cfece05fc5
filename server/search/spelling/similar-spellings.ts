import { sql } from 'kysely';
import { joinStems } from '#server/search/category-words.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { countDocuments } from '#server/search/ranking/matches.ts';
import { toTextQuery } from '#server/search/text-query/text-query.ts';
import { tokenizeShort, type Word } from '#server/search/tokenize.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { getKnownNames } from './known-names.ts';
import { maxEditDistance, type Spelling, spellingDistance, spellingVariants, toSpelling } from './spelling.ts';

/** Spellings of one word whose matches are counted. */
const MAX_CANDIDATES = 12;
/** For several words written as one: a larger distance would match other words. */
const MAX_COMPOUND_DISTANCE = 2;
/** Letters that are not heard, as in 'ph' and doubled ones. */
const MAX_UNHEARD = 2;
/** How many times more frequent a correction must be than the rare word it replaces. */
const MIN_FREQUENCY_RATIO = 10;

/**
 * Known spellings similar to a misspelled word, best first: by edit distance, then by the number of listings. A spelling is one
 * word, or several for a compound.
 */
export async function findSimilarSpellings(
  { db, gazetteer }: SearchDeps,
  { text }: Word,
  { rare, vocabulary, isPhrase }: { rare: number; vocabulary: Vocabulary; isPhrase: (spelled: Word[]) => boolean },
): Promise<Word[][]> {
  const maxDistance = maxEditDistance(text.length);
  if (maxDistance === 0 || /^\d|\d$/.test(text)) return [];
  const known = getKnownNames(vocabulary, gazetteer);
  const variants = [text, ...spellingVariants(text)];
  const { rows } = await sql<{ words: string }>`
    select search_similar(${text}) as words
    union all select search_similar_compounds(misspelt) from unnest((select ${variants}::text[])) as misspelt`.execute(
    db,
  );
  const found = new Set(rows.map(({ words }) => words));
  const written = variants.map((variant) => toSpelling(variant, { isSpanish: true }));
  const near: { words: string; distance: number }[] = [];
  const compare = (words: string, spelling: Spelling) => {
    let distance = maxDistance + 1;
    for (const variant of written) {
      const ofVariant = spellingDistance(variant, spelling, maxDistance);
      if (ofVariant < distance) distance = ofVariant;
    }
    if (distance > maxDistance || words === text) return;
    if (distance <= MAX_COMPOUND_DISTANCE || !words.includes(' ')) near.push({ words, distance });
  };
  const furthest = maxDistance + MAX_UNHEARD;
  for (let length = text.length - furthest; length <= text.length + furthest; length++) {
    for (const { words, spelling } of known.byLength.get(length) ?? []) compare(words, spelling);
  }
  for (const words of found) if (!known.texts.has(words)) compare(words, toSpelling(words));
  const candidates = near.sort((a, b) => a.distance - b.distance).slice(0, MAX_CANDIDATES);
  const spellings = await tokenizeShort(
    db,
    candidates.map(({ words }) => words),
  );
  // Only whole words are counted, so that 'farmers mark' does not equal 'farmers market'.
  const uses = await countDocuments(
    db,
    spellings.map((words) => toTextQuery(words, vocabulary.categories)?.wholeWords),
  );
  const best = spellings
    .map((words, i) => ({ words, uses: uses[i] ?? 0, distance: candidates[i]?.distance ?? 0 }))
    .filter(({ uses, words }) => uses > MIN_FREQUENCY_RATIO * rare || (rare === 0 && isPhrase(words)))
    // People omit letters more often than they add some, so longer spellings come first.
    .sort((a, b) => a.distance - b.distance || b.uses - a.uses || countLetters(b.words) - countLetters(a.words));
  // 'restaurant' and 'restaurants' match the same listings.
  const different = Map.groupBy(best, ({ words }) => joinStems(words));
  return [...different.values()].flatMap(([first]) => (first ? [first.words] : []));
}

/** The letters of all words. */
export const countLetters = (words: Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);

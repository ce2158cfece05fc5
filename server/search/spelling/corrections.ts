import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchFilters } from '#contract/search.ts';
import type { CategoryWords } from '#server/search/category-words.ts';
import { EVERYTHING } from '#server/search/index-query.ts';
import type { IndexQuery } from '#server/search/predicates.ts';
import type { SearchDeps, UnderstoodQuery } from '#server/search/query-understanding.ts';
import { countDocuments, countMany, hasExactName, hasMatches } from '#server/search/ranking/matches.ts';
import { type Ranked, readCandidates } from '#server/search/ranking/ranking.ts';
import { joinInFlight } from '#server/search/results/first-page.ts';
import { createInFlight } from '#server/search/results/in-flight.ts';
import { trimLinks } from '#server/search/spanish/phrases.ts';
import { type Segment, segmentPhrases } from '#server/search/text-query/segments.ts';
import { type TextQuery, toTextQuery } from '#server/search/text-query/text-query.ts';
import type { Word } from '#server/search/tokenize.ts';
import { getKnownNames } from './known-names.ts';
import { countLetters, findSimilarSpellings } from './similar-spellings.ts';

/** A search with another spelling. */
export interface Correction {
  text: string;
  query: IndexQuery;
  /** Whether words were left out, rather than spelled otherwise. */
  isShorter: boolean;
}

/** A search as written when it has matches, otherwise with its best correction. */
export interface ResolvedSearch extends UnderstoodQuery {
  /** `MAX_COUNTED_RESULTS` means that many or more. */
  total: number;
  corrections: Correction[];
  /** Whether `query` is the one of the first correction. */
  corrected: boolean;
  /** The query without corrections. */
  written: IndexQuery;
  /** What was found by `query`, if that was read. */
  found: Ranked | null;
}

/** With fewer results, rare words are checked for misspellings too. */
const FEW_RESULTS = 3;

const resolutions = createInFlight<ResolvedSearch>();

/**
 * Parses a search and corrects its spelling if needed. The summary and the filters of a page are requested together, and share it where
 * there are words, as such answers are cached for seconds only.
 * @throws {NotFound} for a category or place that is none
 */
export async function resolveSpelling(deps: SearchDeps, filters: SearchFilters): Promise<ResolvedSearch> {
  if (!filters.q) return resolve(deps, filters);
  return resolutions.find(deps, filters) ?? resolutions.start(deps, filters, () => resolve(deps, filters));
}

async function resolve(deps: SearchDeps, filters: SearchFilters): Promise<ResolvedSearch> {
  const { understood, found } = await joinInFlight(deps, filters);
  const initialTotal = Math.min(found.total ?? (await countMany(deps.db, understood.query)), MAX_COUNTED_RESULTS);
  const rare = initialTotal === 0 ? 0 : FEW_RESULTS - 1;
  const others =
    initialTotal < FEW_RESULTS ? await findCorrections(deps, understood, { rare, total: initialTotal }) : [];
  const areMatching = await Promise.all(others.map(({ query }) => hasMatches(deps.db, query)));
  const matching = others.filter((_, i) => areMatching[i]).slice(0, MAX_CORRECTIONS);
  // 'abogdo' is a word for lawyers, also where none is listed.
  const kinds = initialTotal === 0 ? others.filter(({ query }) => query.text?.isCategory).slice(0, 1) : [];
  const spelled = [...new Set([...kinds.filter((kind) => isLikely(kind, others)), ...matching.filter(isSpelled)])];
  const useful = [spelled, matching, kinds].find(({ length }) => length > 0) ?? [];
  const [best] = useful;
  const written = understood.query;
  if (initialTotal > 0 || !best)
    return { ...understood, found, written, total: initialTotal, corrections: useful, corrected: false };
  const few = await readCandidates(deps.db, best.query, { sort: 'newest', need: 0 });
  const total = few?.total ?? (await countMany(deps.db, best.query));
  return {
    ...understood,
    found: few,
    written,
    query: best.query,
    total: Math.min(total, MAX_COUNTED_RESULTS),
    corrections: useful,
    corrected: true,
  };
}

const isSpelled = ({ isShorter }: Correction) => !isShorter;

/** Whether a correction is the most similar one and names one kind of business: it is meant, even if only others have matches. */
export const isLikely = (correction: Correction, all: Correction[]): boolean => {
  const [segment, ...others] = correction.query.text?.segments ?? [];
  const isKind = segment !== undefined && others.length === 0 && segment.categories.length > 0;
  return isKind && countLetters(segment.words) >= MIN_LIKELY_LETTERS && correction === all[0] && isSpelled(correction);
};

/** Shorter words resemble too many. */
const MIN_LIKELY_LETTERS = 6;
const MAX_CORRECTIONS = 3;
/** Each takes some milliseconds of this process; the others are dropped. */
const MAX_CORRECTED_WORDS = 3;
/** Longer queries are not tried with a word dropped. */
const MAX_WORDS_TO_DROP_FROM = 5;

/**
 * Corrections of a search, best first: words that no listing has are replaced by similar ones, or dropped if there is none; when
 * all words are known, one of them is dropped. A correction need not have matches in the requested area.
 * @param options.rare words that at most this many listings have are replaced too, by much more frequent ones
 * @param options.total the number of matches as written, if it is known: a search for one word need not count its listings again
 */
export async function findCorrections(
  deps: SearchDeps,
  { parsed: { words }, query, vocabulary }: UnderstoodQuery,
  { rare = 0, total = Number.POSITIVE_INFINITY }: { rare?: number; total?: number } = {},
): Promise<Correction[]> {
  // A brand is spelled right, also where no shop of it is listed.
  if (!query.text || (words.length === 1 && words[0]?.written !== undefined)) return [];
  const { categories } = vocabulary;
  const others = query.text.segments.filter((part) => part.categories.length === 0 && !part.isKindWord);
  const plain = others.flatMap((part) => part.words);
  const isRare = plain.length === 1 && query.text.segments.length === 1 && total <= rare && isUnfiltered(query);
  const { fewer, rarest } = rare === 0 ? await dropWords(deps, query.text, categories) : { fewer: [], rarest: [] };
  const texts = plain.map((word) => toTextQuery([word], categories)?.any);
  const uses = isRare ? [] : await countDocuments(deps.db, texts);
  const doubtful = plain.filter((_, i) => (uses[i] ?? 0) <= rare);
  // Its words are known, and there are such listings elsewhere.
  if (doubtful.length === 0 && (rare > 0 || (await hasMatches(deps.db, { ...EVERYTHING, text: query.text }))))
    return [];
  const better = new Map<Word, Word[][]>();
  const isPhrase = (word: Word, spelled: Word[]) =>
    isInPhrase(applySpelling(words, new Map([...better, [word, [spelled]]]), 0), spelled, categories);
  const { spanish } = getKnownNames(vocabulary, deps.gazetteer);
  const known = doubtful.filter(({ text }) => spanish.has(text));
  const corrected = doubtful.filter((word) => !known.includes(word));
  const similar = await Promise.all(
    corrected
      .slice(0, MAX_CORRECTED_WORDS)
      .map((word) =>
        findSimilarSpellings(deps, word, { rare, vocabulary, isPhrase: (spelled) => isPhrase(word, spelled) }),
      ),
  );
  for (const [i, word] of corrected.entries()) {
    const others = similar[i] ?? [];
    // A rare word is replaced only if it resembles a frequent one.
    better.set(word, others.length === 0 && rare > 0 ? [[word]] : others);
  }
  // Those in Spanish that are spelled right stay if they are part of a phrase: 'clases de natasion'.
  for (const word of known) better.set(word, rare > 0 || isPhrase(word, [word]) ? [[word]] : []);
  const spellings = Array.from({ length: MAX_CORRECTIONS }, (_, i) => applySpelling(words, better, i));
  const isPartlyKnown = doubtful.length === 0 || others.length < query.text.segments.length;
  const different = spellings.filter((spelling) => joinText(spelling) !== joinText(words));
  const brand = rare === 0 ? vocabulary.brands.findAlike(words) : null;
  return toCorrections(query, categories, {
    spelled: brand ? [brand, ...different] : different,
    shorter: [...(isPartlyKnown ? fewer : []), ...rarest],
  });
}

/** Whether it is for a text alone. */
const isUnfiltered = ({ filterTerms, near, strip, boundingBox, open, paid }: IndexQuery) =>
  filterTerms.length === 0 && !near && !strip && !boundingBox && !open && !paid;

/** Whether some of these words belong to a phrase for a category, by themselves or together with those beside them. */
const isInPhrase = (words: Word[], some: Word[], categories: CategoryWords): boolean =>
  segmentPhrases(words, categories).some(
    (segment) => segment.categories.length > 0 && some.every((word) => segment.words.includes(word)),
  );

/** One correction for each different text. */
function toCorrections(
  query: IndexQuery,
  categories: CategoryWords,
  { spelled, shorter }: { spelled: Word[][]; shorter: Word[][] },
): Correction[] {
  const all = [
    ...spelled.map((words) => ({ words, isShorter: false })),
    ...shorter.map((words) => ({ words, isShorter: true })),
  ];
  const trimmed = all.map(({ words, isShorter }) => ({ words: trimLinks(words), isShorter }));
  const different = Map.groupBy(trimmed, ({ words }) => joinText(words));
  different.delete('');
  return [...different.values()].flatMap(([first]) => {
    if (!first) return [];
    const { words, isShorter } = first;
    const text = words.map(categories.write).join(' ');
    return [{ text, isShorter, query: { ...query, text: toTextQuery(words, categories) } }];
  });
}

/**
 * The words without some: beside a kind of business its name ('Vons pharmacy'), where one is called so, otherwise the kind alone
 * ('French bakery'); in other queries without one phrase, those in most listings first; and the rarest words alone.
 */
async function dropWords(
  { db }: SearchDeps,
  { segments }: TextQuery,
  categories: CategoryWords,
): Promise<{ fewer: Word[][]; rarest: Word[][] }> {
  const toWords = (parts: Segment[]) => parts.flatMap(({ words }) => words);
  const kinds = toWords(segments.filter(({ categories }) => categories.length > 0));
  const others = toWords(segments.filter(({ categories }) => categories.length === 0));
  if (kinds.length > 0 && others.length > 0) {
    const isName = await hasExactName(db, others.map(({ text }) => text).join(''));
    return { fewer: isName ? [others, kinds] : [kinds], rarest: [] };
  }
  if (segments.length < 2 || segments.length > MAX_WORDS_TO_DROP_FROM) return { fewer: [], rarest: [] };
  const texts = segments.map(({ words }) => toTextQuery(words, categories)?.any);
  const uses = await countDocuments(db, texts);
  const byUse = segments.map((segment, i) => ({ segment, uses: uses[i] ?? 0 })).toSorted((a, b) => a.uses - b.uses);
  return {
    fewer: byUse.toReversed().map(({ segment }) => toWords(segments.filter((other) => other !== segment))),
    rarest: byUse.flatMap(({ segment, uses }) => (uses > 0 ? [segment.words] : [])),
  };
}

/** Replaces the first doubtful word by its i-th spelling and the others by their best. */
function applySpelling(words: Word[], better: ReadonlyMap<Word, Word[][]>, i: number): Word[] {
  const [first] = better.keys();
  return words.flatMap((word) => {
    const others = better.get(word);
    if (!others) return [word];
    return (word === first ? others[i] : undefined) ?? others[0] ?? [];
  });
}

const joinText = (words: Word[]) => words.map(({ text }) => text).join(' ');

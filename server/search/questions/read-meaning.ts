import type { SearchFilters } from '#contract/search.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Area } from '#server/search/areas.ts';
import { type LocationSplit, splitLocation, splitPlaceName } from '#server/search/split-location.ts';
import { type Segment, segmentPhrases } from '#server/search/text-query/segments.ts';
import type { Word } from '#server/search/tokenize.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import type { Problem } from './problems.ts';
import { hasFilters, type Question, readQuestion, toPlainQuestion } from './read-question.ts';

/** What the words of a search say. */
export interface Meaning {
  question: Question;
  /** Its words, split into what and where by prepositions, and without these; the latter where they name a place. */
  split: LocationSplit;
  placeSplit: LocationSplit | undefined;
  /** What they tell is to be mended or done. */
  problem: Problem | null;
}

/**
 * Reads the words of a search: filters, a place, a problem, a brand by its nickname.
 * @param options.spot where it is, if the words named a spot, which they are without
 * @param options.isName whether a business is called as was typed
 */
export async function readMeaning(
  words: Word[],
  {
    gazetteer,
    vocabulary,
    filters,
    spot,
    isName,
  }: {
    gazetteer: Gazetteer;
    vocabulary: Vocabulary;
    filters: Pick<SearchFilters, 'near' | 'box'>;
    spot: Area | undefined;
    isName: () => Promise<boolean>;
  },
): Promise<Meaning> {
  const withPlace = (question: Question) => {
    const split = spot
      ? { words: question.words, area: spot, isNearMe: false }
      : splitLocation(gazetteer, question.words);
    const isNamed = spot || split.words.length < question.words.length || filters.near !== '' || Boolean(filters.box);
    return { question, split, placeSplit: isNamed ? undefined : splitPlaceName(gazetteer, question.words) };
  };
  const read = readQuestion(words, vocabulary);
  const meaning = withPlace(hasFilters(read) && (await isName()) ? toPlainQuestion(words) : read);
  const { question } = meaning;
  const { words: what } = meaning.placeSplit ?? meaning.split;
  const segments = segmentPhrases(what, vocabulary.categories);

  const brand = vocabulary.brands.find(what);
  if (brand) {
    const others = segments.filter((segment) => !segment.words.some((word) => brand.typed.includes(word)));
    const isAlone = others.every(({ categories, isKindWord }) => categories.length > 0 || isKindWord);
    if (isAlone && (others.length === 0 || brand.isNickname) && !(others.length > 0 && (await isName()))) {
      const called = replaceWords(question.words, brand.typed, brand.name);
      return { ...withPlace({ ...question, words: called }), problem: null };
    }
  }

  // Those that only ask may tell it too, but not those that name a place.
  const telling = words.filter((word) => what.includes(word) || !question.words.includes(word));
  const problem = vocabulary.findProblem(telling);
  if (!problem || (await isName())) return { ...meaning, problem: null };
  if (!namesKindBefore(problem, what, segments)) return { ...meaning, problem };
  const kind = question.words.filter((word) => !problem.words.includes(word));
  return { ...withPlace({ ...question, words: kind }), problem: null };
}

const replaceWords = (all: Word[], some: Word[], by: Word[]): Word[] =>
  all.flatMap((word) => (word === some[0] ? by : some.includes(word) ? [] : [word]));

/** Whether the words begin with a kind of business that is to be good for something: 'pizza place to watch the game', but not 'my garage has roaches'. */
function namesKindBefore(problem: Problem, words: Word[], segments: Segment[]): boolean {
  const first = words.findIndex((word) => problem.words.includes(word));
  return segments.some((segment) => {
    const at = words.indexOf(segment.words[0] as Word);
    return segment.categories.length > 0 && at < first && !POSSESSIVES.has(words[at - 1]?.text ?? '');
  });
}

const POSSESSIVES = new Set(['my', 'our', 'mi', 'mis', 'nuestro', 'nuestra']);

import type { Kysely } from 'kysely';
import type { CategoryNode, ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { tokenize, type Word } from '#server/search/tokenize.ts';
import { readDataRows } from './question-rows.ts';

/** What is wrong or wanted, and who helps: plumbers for 'my toilet won’t stop running'. */
export interface Problem {
  /** Those that say it: 'toilet', 'running'. */
  words: Word[];
  categories: CategoryNode[];
}

/** Finds the problem that most of the words tell. */
export type FindProblem = (words: Word[]) => Problem | null;

/** A phrase of `data/problem-words.csv`: a word of each group has to be there, in any order. */
interface Phrase {
  groups: ReadonlySet<string>[];
  language: 'english' | 'spanish';
  categories: CategoryNode[];
}

/** The problems of `data/problem-words.csv`. */
export async function loadProblems(
  db: Kysely<DB>,
  { categories }: Pick<ReferenceData, 'categories'>,
): Promise<FindProblem> {
  const rows = await readDataRows<{ slugs: string; english: string; spanish: string }>('problem-words.csv');
  const written = rows.flatMap(({ slugs, english, spanish }) => {
    const meant = slugs.split(';').flatMap((slug) => categories.bySlug.get(slug) ?? []);
    return Object.entries({ english, spanish }).flatMap(([language, cell]) =>
      cell
        .split(';')
        .flatMap((text) =>
          text === '' ? [] : [{ text, language: language as Phrase['language'], categories: meant }],
        ),
    );
  });
  const groups = written.flatMap(({ text }) => text.split(' ').map((group) => group.replaceAll('/', ' ')));
  const tokenized = (await tokenize(db, groups)).values();
  const phrases = written.map(({ text, language, categories }): Phrase => {
    const toStem = language === 'english' ? toEnglish : toSpanish;
    const sets = text.split(' ').map(() => new Set((tokenized.next().value ?? []).map(toStem)));
    return { groups: sets, language, categories };
  });
  const byStem = indexByStem(phrases);
  return (words) => findProblem(words, phrases, byStem);
}

/** The positions of the phrases whose first group has a stem, in either language. */
function indexByStem(phrases: Phrase[]): ReadonlyMap<string, number[]> {
  const byStem = new Map<string, number[]>();
  for (const [i, { groups }] of phrases.entries())
    for (const stem of groups[0] ?? []) byStem.set(stem, [...(byStem.get(stem) ?? []), i]);
  return byStem;
}

function findProblem(all: Word[], phrases: Phrase[], byStem: ReadonlyMap<string, number[]>): Problem | null {
  const words = all.filter(({ text }) => !AUXILIARIES.has(text));
  const stems = { english: words.map(toEnglish), spanish: words.map(toSpanish) };
  let best: Problem | null = null;
  const positions = new Set([...stems.english, ...stems.spanish].flatMap((stem) => byStem.get(stem) ?? []));
  // Of equal ones the first counts.
  for (const position of [...positions].sort((a, b) => a - b)) {
    const { groups, language, categories } = phrases[position] as Phrase;
    const own = stems[language];
    if (!groups.every((group) => own.some((stem) => group.has(stem)))) continue;
    const telling = words.filter((_, i) => groups.some((group) => group.has(own[i] ?? '')));
    // One word is not what two groups ask for.
    if (telling.length < groups.length || telling.length <= (best?.words.length ?? 0)) continue;
    best = { words: telling, categories };
  }
  return best;
}

/** Not the cans that are recycled, nor a will. */
const AUXILIARIES = new Set(['can', 'will', 'have', 'has', 'does', 'do']);

// 'will not' and 'won't' say the same of a car; words of one language have to be told by its stems alone.
const NEGATIONS = new Set('no not wont doesnt dont didnt cant cannot isnt wouldnt couldnt never'.split(' '));
const toEnglish = ({ text, stem }: Word) => (NEGATIONS.has(text) ? 'not' : stem);
const toSpanish = ({ text, spanish }: Word) => (NEGATIONS.has(text) ? 'not' : (spanish ?? text));

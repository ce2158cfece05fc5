import type { Kysely } from 'kysely';
import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { tokenize, type Word } from '#server/search/tokenize.ts';
import { type Meaning, readDataRows, readQuestionPhrases } from './question-rows.ts';

/** The phrases of `data/question-words.csv`, and the names of `data/languages.csv`. */
export interface QuestionWords {
  /** By the words of a phrase. */
  meanings: ReadonlyMap<string, Meaning>;
  /** By the words of a name. */
  languages: ReadonlyMap<string, LanguageCode>;
  /** The terms by which `listing_search.words` holds a language: its names without spaces. */
  languageTerms: ReadonlyMap<LanguageCode, string[]>;
  /** In words. */
  maxPhraseLength: number;
}

/** The question words and languages. */
export async function loadQuestionWords(db: Kysely<DB>): Promise<QuestionWords> {
  const phrases = await readQuestionPhrases();
  const names = (await readDataRows<{ code: LanguageCode; names: string }>('languages.csv')).flatMap(
    ({ code, names }) => names.split(';').map((text) => ({ text, code })),
  );
  const words = await tokenize(
    db,
    [...phrases, ...names].map(({ text }) => text),
  );
  const texts = words.map(joinText);
  const languages = names.map(({ code }, i) => ({ code, name: texts[phrases.length + i] ?? '' }));
  const toTerm = ({ name }: { name: string }) => `#language${name.replaceAll(' ', '')}`;
  return {
    meanings: new Map([
      ...phrases.map(({ meaning }, i) => [`${texts[i]}s`, meaning] as const),
      ...phrases.map(({ meaning }, i) => [texts[i] ?? '', meaning] as const),
    ]),
    languages: new Map(languages.map(({ code, name }) => [name, code])),
    languageTerms: new Map(
      [...Map.groupBy(languages, ({ code }) => code)].map(([code, own]) => [code, own.map(toTerm)]),
    ),
    // 'that can speak' and 'American Sign Language'
    maxPhraseLength: 2 * Math.max(...words.map(({ length }) => length)),
  };
}

/** The key of a phrase. */
export const joinText = (words: Word[]) => words.map(({ text }) => text).join(' ');

import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Kysely } from 'kysely';
import type { LanguageCode } from '#contract/language-codes.ts';
import type { DB } from '#server/db/schema.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { tokenize, type Word } from './tokenize.ts';

/** What a phrase of `data/question-words.csv` says about the rest of a query. */
export type Meaning =
  | ('open-now' | 'open-late' | 'open-24h')
  | ('speaks' | 'spoken' | 'in-language' | 'bilingual')
  | ('phone' | 'nothing' | 'kind');

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

let loaded: Promise<QuestionWords> | undefined;

/** The question words and languages, loaded once. */
export function questionWords(db: Kysely<DB>): Promise<QuestionWords> {
  loaded ??= loadQuestionWords(db);
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

async function loadQuestionWords(db: Kysely<DB>): Promise<QuestionWords> {
  const rows = await readRows<{ meaning: Meaning; english: string; spanish: string }>('question-words.csv');
  const phrases = rows.flatMap(({ meaning, english, spanish }) =>
    `${english};${spanish}`.split(';').map((text) => ({ text, meaning })),
  );
  const names = (await readRows<{ code: LanguageCode; names: string }>('languages.csv')).flatMap(({ code, names }) =>
    names.split(';').map((text) => ({ text, code })),
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

async function readRows<Row>(file: string): Promise<Row[]> {
  return parse(await readFile(new URL(file, DATA_FOLDER)), { columns: true, bom: true, trim: true });
}

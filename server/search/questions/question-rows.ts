import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { withoutAccents } from '#server/search/spanish/accents.ts';

/** What a phrase of `data/question-words.csv` says about the rest of a query. */
export type Meaning =
  | ('open-now' | 'open-late' | 'open-24h')
  | ('speaks' | 'spoken' | 'in-language' | 'bilingual')
  | ('phone' | 'nothing' | 'kind');

/** Not what a word means, but what it is not: a Spanish word that the English stemmer takes for another one. */
const NOT_ENGLISH = 'not-english';

interface QuestionRow {
  meaning: Meaning | typeof NOT_ENGLISH;
  english: string;
  spanish: string;
}

/** The phrases of `data/question-words.csv` with their meaning. */
export async function readQuestionPhrases(): Promise<{ text: string; meaning: Meaning }[]> {
  return (await readQuestionRows()).flatMap(({ meaning, english, spanish }) =>
    meaning === NOT_ENGLISH ? [] : [...split(english), ...split(spanish)].map((text) => ({ text, meaning })),
  );
}

let notEnglish: Promise<ReadonlySet<string>> | undefined;

/** Spanish words, folded, that have no English stem: 'baile' is not the 'bail' of bail bonds. */
export function notEnglishWords(): Promise<ReadonlySet<string>> {
  notEnglish ??= readQuestionRows().then(
    (rows) =>
      new Set(
        rows.flatMap(({ meaning, spanish }) => (meaning === NOT_ENGLISH ? split(spanish).map(withoutAccents) : [])),
      ),
  );
  return notEnglish;
}

const split = (phrases: string) => phrases.split(';').filter(Boolean);

const readQuestionRows = () => readDataRows<QuestionRow>('question-words.csv');

/** The rows of a file of `data/`. */
export async function readDataRows<Row>(file: string): Promise<Row[]> {
  return parse(await readFile(new URL(file, DATA_FOLDER)), { columns: true, bom: true, trim: true });
}

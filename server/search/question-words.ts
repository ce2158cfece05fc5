import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Kysely } from 'kysely';
import type { LanguageCode } from '#contract/language-codes.ts';
import type { OpenFilter } from '#contract/search.ts';
import type { DB } from '#server/db/schema.ts';
import { editDistance } from '../edit-distance.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { maxEditDistance } from './spelling.ts';
import { tokenize, type Word } from './tokenize.ts';

/** What a phrase of `data/question-words.csv` says about the rest of a query. */
type Meaning =
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

/** A query without the words that only say what is asked about a business, and the filters that they are. */
export interface Question {
  words: Word[];
  open: OpenFilter | null;
  language: LanguageCode | null;
  /** The beginning of a phone number, in digits. */
  phone: string | null;
}

const OPEN: Partial<Record<Meaning, OpenFilter>> = { 'open-now': 'now', 'open-late': 'late', 'open-24h': '24h' };
/** Shorter beginnings of phone numbers match too many. */
const MIN_PHONE_DIGITS = 3;
const MAX_PHONE_DIGITS = 10;

/**
 * Takes the words that become filters, or say nothing, out of a query: '24 hour pharmacy', 'plumber who speaks Spanish'. A phrase
 * that is part of a longer one of `isPhrase` stays: 'store' in 'department store'.
 * See docs/decisions/0070-words-become-filters-categories-or-nothing.md.
 * @param isPhrase whether words are a phrase for a category
 */
export function readQuestion(words: Word[], known: QuestionWords, isPhrase: (words: Word[]) => boolean): Question {
  const question: Question = { words: [], open: null, language: null, phone: null };
  let isAboutPhone = false;
  let isAboutFact = false;
  for (let from = 0; from < words.length; ) {
    const { length, meaning, language } = readPhrase(words.slice(from), known, isPhrase);
    if (meaning === 'phone' || meaning === 'nothing') isAboutFact = true;
    if (meaning === 'phone') isAboutPhone = true;
    else if (language) question.language ??= language;
    else if (meaning && OPEN[meaning])
      question.open = narrower(question.open, OPEN[meaning], isAboutFact && length === 1);
    else if (meaning !== 'nothing') question.words.push(...words.slice(from, from + length));
    from += length;
  }
  const numbers = question.words.filter(({ text }) => /^\d+$/.test(text));
  const digits = numbers
    .map(({ text }) => text)
    .join('')
    .replace(/^1(?=\d{10})/, '');
  if (isAboutPhone && digits.length >= MIN_PHONE_DIGITS) {
    question.phone = digits.slice(0, MAX_PHONE_DIGITS);
    question.words = question.words.filter((word) => !numbers.includes(word));
  }
  return question;
}

/** 'open 24 hours' says more than 'open'; 'how late is Vons open' asks for the hours, not for what is open. */
function narrower(before: OpenFilter | null, found: OpenFilter, isFact: boolean): OpenFilter | null {
  if (isFact) return before;
  return before === null || before === 'now' ? found : before;
}

/** The longest phrase that the words begin with; their first word where there is none. */
function readPhrase(words: Word[], known: QuestionWords, isPhrase: (words: Word[]) => boolean) {
  for (let length = Math.min(words.length, known.maxPhraseLength); length > 0; length--) {
    const phrase = words.slice(0, length);
    const language = readLanguage(phrase, known, length === words.length);
    if (language) return { length, language };
    const meaning = known.meanings.get(joinText(phrase));
    if (meaning && (meaning in OPEN || meaning === 'phone' || meaning === 'nothing')) return { length, meaning };
    if (isPhrase(phrase)) return { length };
  }
  return { length: 1 };
}

/** The language of 'who speaks Spanish', 'Spanish speaking', 'in Spanish' or 'bilingual'. After 'speaks' it may be misspelled. */
function readLanguage(
  phrase: Word[],
  { meanings, languages }: QuestionWords,
  isLast: boolean,
): LanguageCode | undefined {
  if (meanings.get(joinText(phrase)) === 'bilingual') return 'es';
  for (let split = 1; split < phrase.length; split++) {
    const [first, second] = [joinText(phrase.slice(0, split)), joinText(phrase.slice(split))];
    const before = meanings.get(first);
    const named = languages.get(second);
    // 'in French Valley' is a place.
    if (before === 'in-language' && named && isLast) return named;
    if (before === 'speaks') return named ?? findSimilarLanguage(second, languages);
    if (meanings.get(second) === 'spoken') return languages.get(first);
  }
  return undefined;
}

function findSimilarLanguage(name: string, languages: QuestionWords['languages']): LanguageCode | undefined {
  const max = Math.min(2, maxEditDistance(name.length));
  for (const [known, code] of languages) if (max > 0 && editDistance(name, known, max) <= max) return code;
  return undefined;
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

const joinText = (words: Word[]) => words.map(({ text }) => text).join(' ');

async function readRows<Row>(file: string): Promise<Row[]> {
  return parse(await readFile(new URL(file, DATA_FOLDER)), { columns: true, bom: true, trim: true });
}

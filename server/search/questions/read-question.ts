import type { LanguageCode } from '#contract/i18n/language-codes.ts';
import type { OpenFilter } from '#contract/search.ts';
import { editDistance } from '#server/platform/edit-distance.ts';
import { maxEditDistance } from '#server/search/spelling/spelling.ts';
import type { Word } from '#server/search/tokenize.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import type { Meaning } from './question-rows.ts';
import { joinText, type QuestionWords } from './question-words.ts';

/** A query without the words that only say what is asked about a business, and the filters that they are. */
export interface Question {
  words: Word[];
  open: OpenFilter | null;
  language: LanguageCode | null;
  /** The beginning of a phone number, in digits. */
  phone: string | null;
}

/** A query without filters: its words are a name, or say nothing about a filter. */
export const toPlainQuestion = (words: Word[]): Question => ({ words, open: null, language: null, phone: null });

const OPEN: Partial<Record<Meaning, OpenFilter>> = { 'open-now': 'now', 'open-late': 'late', 'open-24h': '24h' };
/** Shorter beginnings of phone numbers match too many. */
const MIN_PHONE_DIGITS = 3;
const MAX_PHONE_DIGITS = 10;

/**
 * Takes the words that become filters, or say nothing, out of a query: '24 hour pharmacy', 'plumber who speaks Spanish'. A phrase
 * that is part of a longer one for a category stays: 'store' in 'department store'.
 * See docs/decisions/0070-words-become-filters-categories-or-nothing.md.
 */
export function readQuestion(words: Word[], { questions: known, categories }: Vocabulary): Question {
  const isPhrase = (phrase: Word[]) => categories.find(phrase).length > 0;
  const question = toPlainQuestion([]);
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
  return question.words.length > 0 || hasFilters(question) ? question : toPlainQuestion(words);
}

/** Whether some of the words are filters. */
export const hasFilters = ({ open, language, phone }: Question) => Boolean(open || language || phone);

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

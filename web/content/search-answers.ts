import type { HelpSection, Question } from '#contract/content.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';

// Where a word stands: in the question, in content/help-words.yaml, in the answer.
const WEIGHTS = { question: 4, words: 3, answer: 1 } as const;
type Field = keyof typeof WEIGHTS;
const FIELDS = Object.keys(WEIGHTS) as Field[];
/** How much of what was typed must be in the question or its words, by weight. */
const MIN_COVERAGE = 0.5;
const MAX_ANSWERS = 8;

/** How words of a language are compared. All are in lower case, without accents. */
interface Words {
  /** Words that questions of any subject contain. */
  stopWords: string;
  /** The stem that the forms of a word have in common. */
  toStem: (word: string) => string;
}

const ENGLISH: Words = {
  stopWords:
    'a an and any are at be been by can could did didnt do does doesnt dont for from get got has have how i if in is it its me my need not of on or our please that the there this to up was what when where which who why will with would you your',
  /** 'pictures' and 'picture', 'charged' and 'charge' are alike. */
  toStem: (word) =>
    word
      .replace(/(?<=..)ies$/, 'y')
      .replace(/(?<=...)(?:ing|ed|es)$|(?<=[^isu].?)(?<![isu])s$/, '')
      .replace(/(?<=...)e$/, ''),
};

const SPANISH: Words = {
  stopWords:
    'el la los las lo un una unos unas de del al a en y o u que se me mi mis su sus le les nos es son esta este esto eso por para con sin como cual cuando quien si no ya hay muy mas yo usted ustedes puedo puede quiero necesito tengo hago hacer favor desde ser',
  /**
   * 'imágenes' and 'imagen', 'pagar', 'pagado' and 'pagué', 'quitarlo' and 'quito' are alike, and so are words that sound alike: 'recibo' and
   * 'resibo', 'tarjeta' and 'targeta', 'horario' and 'orario'.
   */
  toStem: (word) =>
    word
      .replace(/(?<=..[^aeiou])es$|(?<=...)s$/, '')
      .replace(/(?<=.[aei]r)(?:me|te|se|l[aeo]|nos)$/, '')
      .replace(/(?<=...)(?:[aei]r|a?[cs]io|[ai]miento|[ai]d[ao]|ando|iendo|[aei]mo|aba|a|e|i|o)n?$/, '')
      .replace(/(?<=..)gu$/, 'g')
      .replace(/(?<=..)(?:qu|z)$/, 'c')
      .replaceAll(/c(?=[ei])|z/g, 's')
      .replaceAll(/g(?=[ei])/g, 'j')
      .replaceAll('v', 'b')
      .replaceAll('ll', 'y')
      .replaceAll(/(?<!c)h/g, ''),
};

// Of the other language nothing is in the build.
const { stopWords, toStem } = LANGUAGE === 'es' ? SPANISH : ENGLISH;
const STOP_WORDS = new Set(stopWords.split(' '));

/**
 * The answers to what was typed, the best first; none if no answer is about it. Words of the question count more than those of
 * content/help-words.yaml, these more than those of the answer, rare words more than common ones, and a phrase of that file most. The
 * last word may be incomplete.
 */
export function searchAnswers(query: string, sections: HelpSection[]): Question[] {
  const typed = toWords(query);
  const words = typed.filter((word) => !STOP_WORDS.has(word));
  const stems = [...new Set(words.length > 0 ? words : typed)].map(toStem);
  if (stems.length === 0) return [];
  const last = /\s$/.test(query) ? undefined : stems.at(-1);
  const typedText = toText(typed);
  const entries = sections.flatMap(({ questions }) => questions).map(toEntry);
  const places = stems.map((word) => entries.map((entry) => findField(entry, word, word === last)));
  const rarities = places.map((fields) =>
    Math.log((entries.length + 1) / (Math.max(1, fields.filter(Boolean).length) + 0.5)),
  );
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  return entries
    .map(({ question, phrases }, entry) => {
      const found = stems.map((_, word) => ({ field: places[word]?.[entry], rarity: rarities[word] ?? 0 }));
      const covered = found.reduce((sum, { field, rarity }) => sum + (field && field !== 'answer' ? rarity : 0), 0);
      const score = found.reduce((sum, { field, rarity }) => sum + (field ? WEIGHTS[field] * rarity : 0), 0);
      const hasPhrase = phrases.some((phrase) => typedText.includes(phrase));
      const matches = hasPhrase || covered >= MIN_COVERAGE * total || found.every(({ field }) => field);
      return { question, score: matches ? score + (hasPhrase ? WEIGHTS.question * total : 0) : 0 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_ANSWERS)
    .map(({ question }) => question);
}

interface Entry {
  question: Question;
  phrases: string[];
  stems: Record<Field, Set<string>>;
}

function toEntry(question: Question): Entry {
  const toStems = (text: string) => new Set(toWords(text).map(toStem));
  return {
    question,
    phrases: (question.words ?? '')
      .split(';')
      .map(toWords)
      .filter(({ length }) => length > 1)
      .map(toText),
    stems: {
      question: toStems(question.question),
      words: toStems(question.words ?? ''),
      answer: toStems(question.answer.replaceAll(/<[^>]*>/g, ' ')),
    },
  };
}

/** The field of the highest weight that contains a word, or one that begins so. */
const findField = ({ stems }: Entry, stem: string, isPrefix: boolean): Field | undefined =>
  FIELDS.find(
    (field) => stems[field].has(stem) || (isPrefix && [...stems[field]].some((other) => other.startsWith(stem))),
  );

/** Words as one text, in which a phrase is found by its whole words. */
const toText = (words: string[]) => ` ${words.map(toStem).join(' ')} `;

const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/\bcan(?:no)?t\b/g, 'can not')
    .match(/[a-z0-9]+/g) ?? [];

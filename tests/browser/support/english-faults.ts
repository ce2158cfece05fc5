import { parse } from '@formatjs/icu-messageformat-parser';
import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { toEnglishText } from '#web/build/messages/catalogs.ts';
import { type Form, SPANISH_MESSAGES, toForms, toPattern } from './spanish.ts';

/** A text without line breaks and repeated spaces. */
export const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

interface EnglishMessage {
  key: string;
  /** The longest part that all texts of the message have. */
  part: string;
  pattern: RegExp;
}

// Messages that are the same in both languages, or are Spanish for something else, cannot be told apart. Languages are called by
// their own names where one is chosen.
const spanishTexts = new Set([...SPANISH_MESSAGES.values(), ...Object.values(LANGUAGE_NAMES)].map(squeeze));
const english = [...SPANISH_MESSAGES.keys()]
  .map((key) => [key, toEnglishText(key)] as const)
  .filter(([key, text]) => SPANISH_MESSAGES.get(key) !== text && !spanishTexts.has(squeeze(text)));

/** Texts without arguments, by themselves; with three words or more, in other texts too. */
const wholes = new Map<string, string>();
const messages: EnglishMessage[] = [];
for (const [key, text] of english) {
  if (!/[{<]/.test(text)) wholes.set(squeeze(text), key);
  for (const form of /[{<]/.test(text) ? toForms(parse(text)) : [[text]]) {
    const literals = form.filter((part) => part !== null).map((part) => part.replace(/\s+/g, ' '));
    if (form.length === 1) wholes.set(squeeze(literals[0] ?? ''), key);
    if ((literals.join(' ').match(/\p{L}[\p{L}’']*/gu)?.length ?? 0) < 3) continue;
    const part = literals.reduce((longest, literal) => (literal.length > longest.length ? literal : longest));
    messages.push({ key, part, pattern: toWholeWords(form) });
  }
}

function toWholeWords(form: Form): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${toPattern(form).replace(/\s+/g, ' ')}(?![\\p{L}\\d])`, 'u');
}

// Words that only prose of one of the languages has.
const ENGLISH_WORDS =
  /(?<![\p{L}’'-])(?:the|and|of|with|for|your|you|this|that|these|is|are|was|were|be|been|has|have|not|by|from|to|in|on|or|it|we|they|their|which|who|when|what|how|will|can)(?![\p{L}’'-])/giu;
const SPANISH_WORDS =
  /(?<![\p{L}-])(?:el|la|los|las|un|una|y|o|de|del|al|en|con|por|para|que|se|su|sus|es|son|no|lo|le|como|más|si|esta|este|está|están|sin|cada|hasta|desde)(?![\p{L}-])/giu;

/** What is English about a text: the message that it has, or its prose. */
type Fault = { key: string } | 'prose' | null;

// Most texts of a page are those of the one before.
const faults = new Map<string, Fault>();

/** What is English about a text of a Spanish page, without what people wrote; null if nothing is. */
export function findFault(text: string): Fault {
  const known = faults.get(text);
  if (known !== undefined) return known;
  const key = wholes.get(text) ?? messages.find(({ part, pattern }) => text.includes(part) && pattern.test(text))?.key;
  const fault = key !== undefined ? { key } : isEnglishProse(text) ? 'prose' : null;
  faults.set(text, fault);
  return fault;
}

function isEnglishProse(text: string): boolean {
  const [english = 0, spanish = 0] = [ENGLISH_WORDS, SPANISH_WORDS].map(
    (words) => new Set(text.toLowerCase().match(words)).size,
  );
  return english >= 2 && english > spanish;
}

// No metadata of countries here: public pages ship this file.

import { toCellText } from './plain-text.ts';

/** The most characters of a telephone number as `printPhone` writes it. */
export const MAX_PHONE_LENGTH = 40;
/** The most characters that are typed: words beside the numbers are left out where they don't fit. */
export const MAX_TYPED_PHONE_LENGTH = 100;

/** A run of a text that may be a telephone number. */
export interface PhoneCandidate {
  /** '+' with a country code, or as dialed within the country: letters as on the keys. */
  digits: string;
  /** How it is dialed in Mexico; else in the United States. */
  isMexican: boolean;
  extension: string | undefined;
  /** '1-800-FLOWERS', where letters are dialed. */
  words: string | undefined;
  /** Of its first and behind its last token. */
  from: number;
  to: number;
}

/** A text in tokens, with what in it may be telephone numbers. */
export interface PhoneParts {
  tokens: string[];
  candidates: PhoneCandidate[];
  /** Whether it is a number in scientific notation, of which a spreadsheet dropped digits. */
  isScientific: boolean;
}

/** Finds what may be telephone numbers, with their extensions: ten digits, or more with a country code. Only `readPhone` knows which are. */
export function splitPhone(typed: string): PhoneParts {
  const text = toNumberText(toCellText(typed));
  const tokens = text.match(/(?<!\d)24\/7(?!\d)|\d+|\p{L}[\p{L}\p{M}'’]*|[^\d\p{L}]+/gu) ?? [];
  const candidates: PhoneCandidate[] = [];
  for (let at = 0; at < tokens.length; ) {
    const isNext = at > 0 && candidates.at(-1)?.to === at - 1;
    const found = findNumber(tokens, at, isNext) ?? findAlternative(tokens, at, candidates.at(-1));
    if (found) candidates.push(found);
    at = found?.to ?? at + 1;
  }
  return { tokens, candidates, isScientific: /^\d(?:[.,]\d+)?e\+?\d+$/i.test(text) };
}

/** The text without what a spreadsheet adds to a number ('9495550100.0', '9,495,550,100'), and with zeros that were typed as an O. */
function toNumberText(text: string) {
  const digits = text.replace(/(?<![\p{L}\s])[Oo](?=\d)|(?<=\d)[Oo](?!\p{L})/gu, '0');
  const whole = digits.replace(/(?<=\d{4})\.0+$/, '');
  return /^\d{1,3}(?:,\d{3}){3}$/.test(whole) ? whole.replaceAll(',', '') : whole;
}

const NATIONAL_DIGITS = 10;
const MAX_DIGITS = 15;
// '555-0100', '(949) 555', '949/555' and '949 - 555', but not '555-0100 / 555'.
const INNER = /^(?: ?[-.·•_] ?|\/|[ )-]{1,4})$/;
// '1 (949)', '+49 (0)30'.
const AFTER_COUNTRY_CODE = /^[ -]?\($/;
const EXTENSION_WORD = /^(?:x|xt|e?xtn?|extension|extensi[oó]n|local|interno)$/i;
const MAX_EXTENSION_DIGITS = 7;
// '1-800-GO-PLUMBER' has 16 characters.
const MAX_WORDS_LENGTH = 24;

/** @param isNext whether the number before ends here: what else digits follow is the middle of something longer */
function findNumber(tokens: string[], at: number, isNext: boolean): PhoneCandidate | undefined {
  const isMiddle = !isNext && isDigits(tokens[at - 2]) && isJoined(tokens[at - 1]);
  if (!isDigits(tokens[at]) || isMiddle) return undefined;
  const found = findVanity(tokens, at) ?? findDigits(tokens, at);
  if (!found) return undefined;
  const { extension, to } = readExtension(tokens, found.to);
  return { isMexican: false, words: undefined, ...found, extension, from: at, to };
}

type Found = Pick<PhoneCandidate, 'digits' | 'to'> & Partial<PhoneCandidate>;

function findDigits(tokens: string[], at: number): Found | undefined {
  const groups = [tokens[at] as string];
  for (let next = at + 1; isDigits(tokens[next + 1]); next += 2) {
    const isCountryCode =
      next === at + 1 && (tokens[at] as string).length <= 3 && AFTER_COUNTRY_CODE.test(tokens[next] as string);
    if (!isCountryCode && !isJoined(tokens[next])) break;
    // The hours of '949 555 0100 24hr' are none of its digits.
    const unit = tokens[next + 2];
    if ((tokens[next] as string).includes(' ') && isWord(unit) && !EXTENSION_WORD.test(unit)) break;
    groups.push(tokens[next + 1] as string);
  }
  const hasPlus = /\+[ (]*$/.test(tokens[at - 1] ?? '');
  for (let count = 1; count <= groups.length; count++) {
    const to = at + count * 2 - 1;
    const rest = groups.slice(count);
    const number = toDialed(groups.slice(0, count), { hasPlus, isAll: rest.length === 0 });
    // '949 555 0100 5' is another number than the one that it begins with.
    if (number && (rest.length === 0 || beginsNumber(rest) || (tokens[to] === '/' && isEnd(rest.join('')))))
      return { ...number, to };
  }
  return undefined;
}

const beginsNumber = (groups: string[]) =>
  groups.some((_, index) => toDialed(groups.slice(0, index + 1), { hasPlus: false, isAll: false }) !== undefined);

/** The most digits of a text that only marks of telephone numbers are between. */
export const countDigits = (tokens: string[]) =>
  Math.max(
    ...tokens
      .join('')
      .split(/[^\d\s()./+-]+/)
      .map((run) => run.replace(/\D/g, '').length),
  );

/** Whether they are the last digits of another number in the same office or area. */
const isEnd = (digits: string) => digits.length === 4 || digits.length === 7;

/** The digits of some groups, where they are a whole number. */
function toDialed(groups: string[], { hasPlus, isAll }: { hasPlus: boolean; isAll: boolean }) {
  const digits = groups.join('');
  const international = hasPlus ? digits : /^011([1-9]\d*)$/.exec(digits)?.[1];
  if (international !== undefined && !international.startsWith('1')) {
    const isWhole = isAll && international.length >= 8 && international.length <= MAX_DIGITS;
    // Before 2019 a 1 came before the number of a cell phone.
    return isWhole ? { digits: `+${international.replace(/^521(?=\d{10}$)/, '52')}` } : undefined;
  }
  const national = (international ?? digits).replace(/^1(?=\d{10}$)/, '');
  if (national.length === NATIONAL_DIGITS)
    return { digits: national, isMexican: groups.map(({ length }) => length).join() === '2,4,4' };
  const mexican = /^(?:(?:00)?521?|01|04[45])([1-9]\d{9})$/.exec(digits)?.[1];
  return mexican ? { digits: mexican, isMexican: true } : undefined;
}

// The letters on the keys from 2 to 9 (ITU-T E.161).
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * A number with letters: '1-800-FLOWERS', '(949) 555-CAKE'. They are dialed where the digits before them leave room: beyond it only if
 * hyphens join them ('1-800-GO-PLUMBER'), because a word after a space may be a name.
 */
function findVanity(tokens: string[], at: number): Found | undefined {
  let [dialed, words, to, isSpaced] = ['', '', at, false];
  const room = () => NATIONAL_DIGITS + (dialed.startsWith('1') ? 1 : 0) - dialed.length;
  for (let next = at; next < tokens.length; next++) {
    const token = tokens[next] as string;
    if (isJoined(token)) continue;
    const before = next > to ? (tokens[next - 1] as string) : '';
    if (/^[A-Z]+$/i.test(token)) {
      const isApart = isSpaced || (before.includes(' ') && before !== ') ');
      const isName = isApart && !/^[A-Z]+$/.test(token);
      const isFull = room() <= 0 && (isApart || !/[A-Z]/.test(words));
      if (dialed.length < 3 || isName || isFull || EXTENSION_WORD.test(token)) break;
      isSpaced = isApart;
    } else if (!isDigits(token) || room() < token.length) break;
    words += (before && '-') + token.toUpperCase();
    dialed += token.toUpperCase().replace(/[A-Z]/g, toKey);
    to = next + 1;
  }
  if (!/[A-Z]/.test(words) || words.length > MAX_WORDS_LENGTH || (isSpaced ? room() !== 0 : room() > 0))
    return undefined;
  return { digits: dialed.replace(/^1/, '').slice(0, NATIONAL_DIGITS), words, to };
}

const toKey = (letter: string) => String(KEYS.findIndex((key) => key.includes(letter)) + 2);

/** 'x12', ', ext. 7', '#5' or ';ext=7' from this token on. */
function readExtension(tokens: string[], at: number): { extension: string | undefined; to: number } {
  const [mark = '', word = ''] = tokens.slice(at);
  const isSign = /^[\s,;(]*#\s*$/.test(mark);
  let digitsAt = at + 1;
  if (!isSign) {
    const wordAt = EXTENSION_WORD.test(mark) ? at : /^[\s,;.(]*$/.test(mark) && EXTENSION_WORD.test(word) ? at + 1 : -1;
    if (wordAt < 0) return { extension: undefined, to: at };
    digitsAt = /^[\s.:=#]+$/.test(tokens[wordAt + 1] ?? '') ? wordAt + 2 : wordAt + 1;
  }
  const extension = tokens[digitsAt];
  const isShort = isDigits(extension) && extension.length <= MAX_EXTENSION_DIGITS;
  return isShort ? { extension, to: digitsAt + 1 } : { extension: undefined, to: at };
}

/** The end of another number after one: '949-555-0100 or 0199', '949-555-0100 / 555-0199'. */
function findAlternative(tokens: string[], at: number, before?: PhoneCandidate): PhoneCandidate | undefined {
  if (!before || before.words || before.digits.startsWith('+') || !isDigits(tokens[at])) return undefined;
  const between = tokens.slice(before.to, at).join('');
  if (!/^ ?[/,;|&] ?$|^,? (?:or|and|o|u|y) $/i.test(between)) return undefined;
  const [first = '', separator, second] = tokens.slice(at);
  const isLong = first.length === 3 && isJoined(separator) && second?.length === 4;
  const digits = isLong ? first + second : first;
  const to = at + (isLong ? 3 : 1);
  const isWhole = isEnd(digits) && !(isJoined(tokens[to]) && isDigits(tokens[to + 1]));
  if (!isWhole) return undefined;
  const whole = before.digits.slice(0, -digits.length) + digits;
  return { ...before, digits: whole, from: at, ...readExtension(tokens, to) };
}

const isDigits = (token: string | undefined): token is string => /^\d+$/.test(token ?? '');
const isWord = (token: string | undefined): token is string => /^\p{L}/u.test(token ?? '');
const isJoined = (token: string | undefined) => INNER.test(token ?? '');

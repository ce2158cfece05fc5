// No zod here: public pages ship this file.

// It begins after a digit or at its word, and not at each of the spaces between: a long run of them would take quadratic time.
const EXTENSION = /(?:(?<=[\d)])[\s,;]*|(?<=[\s,;]))(?:extension|ext\.?|x|#)\s*(\d{1,6})\s*$/i;
// The letters on the keys from 2 to 9 (ITU-T E.161).
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const NATIONAL_DIGITS = 10;

/** A phone number as it is dialed. */
export interface DialedPhone {
  /** Digits alone, letters as on the keys: '800-FLOWERS' is 8003569377. A North American number has ten, without its country code. */
  digits: string;
  /** '12' of '(949) 555-0100 x12'. */
  extension: string | undefined;
  hasLetters: boolean;
}

/** Reads a typed phone number. Of words longer than the number ('1-800-GO-PLUMBER') the digits beyond it are left out, as when dialing. */
export function parsePhone(typed: string): DialedPhone {
  const extension = EXTENSION.exec(typed)?.[1];
  const number = typed.replace(EXTENSION, '');
  const hasLetters = /[a-z]/i.test(number);
  const all = number.replace(/[a-z]/gi, toKey).replace(/\D/g, '');
  const isForeign = number.trim().startsWith('+') && !all.startsWith('1');
  const national = isForeign ? all : all.replace(/^1(?=\d{10})/, '');
  return { digits: hasLetters ? national.slice(0, NATIONAL_DIGITS) : national, extension, hasLetters };
}

/** The `tel:` URL (RFC 3966) of a phone number. */
export function toTel(phone: string): string {
  const { digits, extension } = parsePhone(phone);
  const prefix = digits.length === NATIONAL_DIGITS ? '+1' : phone.startsWith('+') ? '+' : '';
  return `tel:${prefix}${digits}${extension ? `;ext=${extension}` : ''}`;
}

const toKey = (letter: string) => String(KEYS.findIndex((key) => key.includes(letter.toLowerCase())) + 2);

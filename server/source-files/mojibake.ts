import { isUtf8 } from 'node:buffer';

// A text that three programs have broken is rare.
const MAX_TIMES = 3;

/**
 * Text of UTF-8 that was once or several times read as Windows-1252, as it was written: 'CafÃ©' and 'CafÃƒÂ©' are 'Café', also beside letters
 * that are right. Other text stays as it is.
 */
export function repairMojibake(text: string): string {
  let repaired = text;
  for (let times = 0; times < MAX_TIMES && SUSPICIOUS.test(repaired); times++) {
    const once = decode(repaired) ?? repaired.replace(SEQUENCES, (letters) => decode(letters) ?? letters);
    if (once === repaired) break;
    repaired = once;
  }
  return repaired;
}

/** The text whose bytes of UTF-8 these characters of Windows-1252 are; undefined where they are not. */
function decode(text: string): string | undefined {
  const codes = Array.from(text, (character) => BYTES.get(character) ?? character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return undefined;
  const bytes = Buffer.from(codes);
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Whether a letter of a text is lost: one that could not be read, or that a program wrote as a question mark ('Pe?asco'). */
export const hasLostLetter = (text: string): boolean => /\ufffd|\p{L}\?\p{Ll}/u.test(text);

/** What the first two bytes of most letters and quotation marks become. */
const CONTINUATION = '[\\u0080-\\u00bf\\u0152-\\u0192\\u02c6\\u02dc\\u2013-\\u203a\\u20ac\\u2122]';
const SUSPICIOUS = new RegExp(`[\\u00c2-\\u00c5\\u00e2]${CONTINUATION}`);

/** The bytes of one letter of two or three bytes, as `SUSPICIOUS` has its first two. */
const SEQUENCES = new RegExp(`(?:[\\u00c2-\\u00c5]${CONTINUATION}|\\u00e2${CONTINUATION}{2})+`, 'g');

/** The characters of Windows-1252 by their bytes, where those are others than in Unicode. */
const BYTES = new Map(
  Array.from({ length: 32 }, (_, n) => [new TextDecoder('windows-1252').decode(Buffer.from([0x80 + n])), 0x80 + n]),
);

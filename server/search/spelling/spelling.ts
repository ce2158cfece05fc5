import { editDistance } from '#server/platform/edit-distance.ts';

/** A spelling of words, prepared for comparisons with thousands of others. */
export interface Spelling {
  /** The words without spaces. */
  written: LetterSequence;
  /** Those with letters that sound alike replaced: the same for 'ralfs' and 'ralphs'. */
  sounding: LetterSequence;
  /** As one hears it in Spanish, the same for 'yave' and 'llave'; null for words that are not. */
  spanish: LetterSequence | null;
}

/** Letters, with what is compared first: numbers are read several times as fast as parts of a string. */
interface LetterSequence {
  letters: string;
  length: number;
  /** The code of the first one. */
  first: number;
  /** A bit for each letter that occurs. */
  letterSet: number;
}

/** Prepares words for comparisons. @param options.isSpanish whether they may be Spanish */
export function toSpelling(words: string, { isSpanish = false } = {}): Spelling {
  const letters = words.replaceAll(' ', '');
  const sound = letters.replaceAll('ph', 'f').replaceAll('ck', 'k').replace(/(.)\1/g, '$1');
  return {
    written: toLetterSequence(letters),
    sounding: toLetterSequence(sound),
    spanish: isSpanish ? toLetterSequence(toSpanishSound(letters)) : null,
  };
}

/** Letters that sound alike in Mexico: b and v; s, z and soft c; j and soft g; ll and y; k, qu and hard c; and none for h. */
const toSpanishSound = (letters: string) =>
  letters
    .replaceAll('ph', 'f')
    .replace(/c(?=[ei])|z/g, 's')
    .replace(/qu(?=[ei])|c(?!h)/g, 'k')
    .replace(/(?<!c)h/g, '')
    .replace(/g(?=[ei])/g, 'j')
    .replaceAll('ll', 'y')
    .replaceAll('v', 'b')
    .replaceAll('nb', 'mb')
    .replace(/(.)\1/g, '$1');

function toLetterSequence(letters: string): LetterSequence {
  let letterSet = 0;
  for (let i = 0; i < letters.length; i++) letterSet |= 1 << (letters.charCodeAt(i) % 32);
  return { letters, length: letters.length, first: letters.charCodeAt(0), letterSet };
}

/**
 * The edit distance by letters, or half more than by sound if that is smaller: 'ralfs' and 'ralphs' have distance 0.5. A different
 * first letter adds half.
 * @returns a number above `max` for any distance above it
 */
export function spellingDistance(a: Spelling, b: Spelling, max: number): number {
  // Few sounds resemble too many words: 'zzqqxx' is no 'six'.
  const maxHeard = Math.min(max - 1, maxEditDistance(a.sounding.length));
  const maxSpanish = Math.min(max - 1, maxEditDistance(a.spanish?.length ?? 0));
  const isSpanish = a.spanish !== null && b.spanish !== null && !isBeyond(a.spanish, b.spanish, maxSpanish);
  // Nearly all words are ruled out here, by integers.
  if (!isSpanish && isBeyond(a.written, b.written, max) && isBeyond(a.sounding, b.sounding, maxHeard)) return max + 1;
  const isSameStart = beginsAlike(a, b);
  // What half is added to may be at most `max - 1`, which rules out nearly all words.
  const heard = Math.min(
    heardDistance(a.sounding, b.sounding, maxHeard),
    a.spanish && b.spanish ? heardDistance(a.spanish, b.spanish, maxSpanish) : max,
  );
  const written = sequenceDistance(a.written, b.written, isSameStart ? max : max - 1);
  return Math.min(written, heard + PENALTY) + (isSameStart ? 0 : PENALTY);
}

const PENALTY = 0.5;

function heardDistance(a: LetterSequence, b: LetterSequence, max: number): number {
  const distance = sequenceDistance(a, b, max);
  return distance > max ? Number.POSITIVE_INFINITY : distance;
}

const beginsAlike = (a: Spelling, b: Spelling) =>
  a.written.first === b.written.first ||
  (a.spanish !== null && b.spanish !== null && a.spanish.first === b.spanish.first);

const sequenceDistance = (a: LetterSequence, b: LetterSequence, max: number): number =>
  isBeyond(a, b, max) ? max + 1 : editDistance(a.letters, b.letters, max);

/**
 * Whether the edit distance is above `max` by what is faster to find: it is at least the difference in length, and the number of
 * letters that only one of the two has.
 */
const isBeyond = (a: LetterSequence, b: LetterSequence, max: number): boolean =>
  Math.abs(a.length - b.length) > max ||
  countBits(a.letterSet & ~b.letterSet) > max ||
  countBits(b.letterSet & ~a.letterSet) > max;

/** The number of bits of a 32-bit integer: of each two, four and eight bits beside each other, then of all. */
function countBits(set: number): number {
  const twos = set - ((set >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The largest edit distance at which a word of this length is still recognized. */
export const maxEditDistance = (letters: number) => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 9 ? 2 : 3);

/**
 * Variants of a word with number words and digits exchanged, also inside a compound: 'four' and '4', 'foodforless' and
 * 'food4less', 'inandout' and 'innout'. Most variants are not words.
 */
export const spellingVariants = (word: string): string[] =>
  SUBSTITUTIONS.flatMap(({ written, pattern, other }) =>
    word.includes(written) ? [word.replace(pattern, other)] : [],
  ).filter((variant) => variant !== word);

const SUBSTITUTIONS =
  '1 one, 2 two to too, 3 three, 4 four for, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, n and, r are, u you'
    .split(', ')
    .flatMap((line) => {
      const [sign = '', ...words] = line.split(' ');
      const pattern = /\d/.test(sign) ? wordPattern(sign) : new RegExp(`^${sign}$`);
      return words.flatMap((word) => [
        { written: word, pattern: wordPattern(word), other: sign },
        { written: sign, pattern, other: word },
      ]);
    });

/** Matches a word by itself, at the beginning of a compound or inside it. */
function wordPattern(word: string) {
  return new RegExp(`^${word}$|(?<=^|\\D\\D)${word}(?=\\D\\D)`, 'g');
}

/** The edit distance by sound: 'ralfs' and 'ralphs' have distance 0.5. */
export function phoneticDistance(a: string, b: string, max: number): number {
  const distance = editDistance(a, b, max);
  return Math.min(distance, editDistance(phoneticKey(a), phoneticKey(b), max) + PHONETIC_PENALTY);
}

const PHONETIC_PENALTY = 0.5;
const phoneticKey = (word: string) => word.replaceAll('ph', 'f').replaceAll('ck', 'k').replace(/(.)\1/g, '$1');

/**
 * The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and transpositions.
 * @returns a number above `max` for any distance above it
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row.push(distance);
    }
    if (Math.min(...row) > max) return max + 1;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: number[] | undefined, i: number) => row?.[i] ?? Number.POSITIVE_INFINITY;

/** The largest edit distance at which a word of this length is still recognized. */
export const maxEditDistance = (letters: number) => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 9 ? 2 : 3);

/**
 * Variants of a word with number words and digits exchanged, also inside a compound: 'four' and '4', 'foodforless' and
 * 'food4less', 'inandout' and 'innout'. Most variants are not words.
 */
export const spellingVariants = (word: string): string[] =>
  SUBSTITUTIONS.map(([written, other]) => word.replace(written, other)).filter((other) => other !== word);

const SUBSTITUTIONS =
  '1 one, 2 two to too, 3 three, 4 four for, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, n and, r are, u you'
    .split(', ')
    .flatMap((line): [RegExp, string][] => {
      const [sign = '', ...words] = line.split(' ');
      return words.flatMap((word) => [
        [wordPattern(word), sign],
        [/\d/.test(sign) ? wordPattern(sign) : new RegExp(`^${sign}$`), word],
      ]);
    });

/** Matches a word by itself, at the beginning of a compound or inside it. */
function wordPattern(word: string) {
  return new RegExp(`^${word}$|(?<=^|\\D\\D)${word}(?=\\D\\D)`, 'g');
}

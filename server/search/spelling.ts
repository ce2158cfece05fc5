/** The same by ear: 'ralfs' and 'ralphs' differ in half a slip. */
export function phoneticDistance(a: string, b: string, max: number): number {
  const distance = editDistance(a, b, max);
  return Math.min(distance, editDistance(phoneticKey(a), phoneticKey(b), max) + PHONETIC_PENALTY);
}

const PHONETIC_PENALTY = 0.5;
const phoneticKey = (word: string) => word.replaceAll('ph', 'f').replaceAll('ck', 'k').replace(/(.)\1/g, '$1');

/**
 * How many slips make one word of another: letters that were left out, put in, taken for others, or swapped.
 * @returns more than `most` for any number above it
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, at(beforeLast, j - 2) + 1);
      row.push(slips);
    }
    if (Math.min(...row) > max) return max + 1;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: number[] | undefined, i: number) => row?.[i] ?? Number.POSITIVE_INFINITY;

/** How many slips a word of so many letters may have and still be known. */
export const maxEditDistance = (letters: number) => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 9 ? 2 : 3);

/**
 * The same word, or what is run together in it, with signs for what is said and the other way round: 'four' is '4',
 * 'foodforless' is 'food4less', 'inandout' is 'innout'. Most are no words at all.
 */
export const spellingVariants = (word: string): string[] =>
  SUBSTITUTIONS.map(([written, other]) => word.replace(written, other)).filter((other) => other !== word);

const SUBSTITUTIONS =
  '1 one, 2 two to too, 3 three, 4 four for, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, n and, r are, u you'
    .split(', ')
    .flatMap((line): [RegExp, string][] => {
      const [sign = '', ...said] = line.split(' ');
      return said.flatMap((word) => [
        [wordPattern(word), sign],
        [/\d/.test(sign) ? wordPattern(sign) : new RegExp(`^${sign}$`), word],
      ]);
    });

/** A word by itself, or at the beginning or amid of others. */
function wordPattern(word: string) {
  return new RegExp(`^${word}$|(?<=^|\\D\\D)${word}(?=\\D\\D)`, 'g');
}

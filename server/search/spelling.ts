/** The same by ear: 'ralfs' and 'ralphs' differ in half a slip. */
export function slipsByEar(a: string, b: string, most: number): number {
  const written = slipsBetween(a, b, most);
  return Math.min(written, slipsBetween(heard(a), heard(b), most) + HALF);
}

const HALF = 0.5;
const heard = (word: string) => word.replaceAll('ph', 'f').replaceAll('ck', 'k').replace(/(.)\1/g, '$1');

/**
 * How many slips make one word of another: letters that were left out, put in, taken for others, or swapped.
 * @returns more than `most` for any number above it
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, at(beforeLast, j - 2) + 1);
      row.push(slips);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: number[] | undefined, i: number) => row?.[i] ?? Number.POSITIVE_INFINITY;

/** How many slips a word of so many letters may have and still be known. */
export const slipsAllowed = (letters: number) => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 9 ? 2 : 3);

/**
 * The same word, or what is run together in it, with signs for what is said and the other way round: 'four' is '4',
 * 'foodforless' is 'food4less', 'inandout' is 'innout'. Most are no words at all.
 */
export const writtenOtherwise = (word: string): string[] =>
  SIGNS.map(([written, other]) => word.replace(written, other)).filter((other) => other !== word);

const SIGNS =
  '1 one, 2 two to too, 3 three, 4 four for, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, n and, r are, u you'
    .split(', ')
    .flatMap((line): [RegExp, string][] => {
      const [sign = '', ...said] = line.split(' ');
      return said.flatMap((word) => [
        [apart(word), sign],
        [/\d/.test(sign) ? apart(sign) : new RegExp(`^${sign}$`), word],
      ]);
    });

/** A word by itself, or at the beginning or amid of others. */
function apart(word: string) {
  return new RegExp(`^${word}$|(?<=^|\\D\\D)${word}(?=\\D\\D)`, 'g');
}

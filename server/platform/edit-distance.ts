// Three rows of the matrix, which each call uses anew: with arrays of its own a call takes several times as long.
let rows = [new Int32Array(64), new Int32Array(64), new Int32Array(64)] as const;

/**
 * The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and transpositions. Only
 * the diagonal band of the matrix that a distance of at most `max` can use is computed, because one search compares thousands of
 * words.
 * @returns a number above `max` for any distance above it
 */
export function editDistance(a: string, b: string, max: number): number {
  const above = max + 1;
  if (Math.abs(a.length - b.length) > max) return above;
  const size = b.length + 2;
  if (size > rows[0].length) rows = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  let [beforeLast, last, row] = rows as readonly Int32Array[] as [Int32Array, Int32Array, Int32Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(1, i - max);
    const end = Math.min(b.length, i + max);
    let least = first === 1 ? i : above;
    row[first - 1] = least;
    for (let j = first; j <= end; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let distance = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      if (
        !same &&
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      )
        distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row[j] = distance;
      least = Math.min(least, distance);
    }
    if (least > max) return above;
    // The next row reads one cell further.
    row[end + 1] = above;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return at(last, b.length);
}

const at = (row: Int32Array, i: number) => row[i] as number;

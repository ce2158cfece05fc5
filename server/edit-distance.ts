/**
 * The Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and transpositions. Only
 * the diagonal band of the matrix that a distance of at most `max` can use is computed, because one search compares thousands of
 * words.
 * @returns a number above `max` for any distance above it
 */
export function editDistance(a: string, b: string, max: number): number {
  const above = max + 1;
  if (Math.abs(a.length - b.length) > max) return above;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(1, i - max);
    const end = Math.min(b.length, i + max);
    const row: number[] = Array(b.length + 1).fill(above);
    row[first - 1] = first === 1 ? i : above;
    let least = row[first - 1] as number;
    for (let j = first; j <= end; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min(at(last, j - 1) + (same ? 0 : 1), at(last, j) + 1, at(row, j - 1) + 1);
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row[j] = distance;
      least = Math.min(least, distance);
    }
    if (least > max) return above;
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: number[], i: number) => row[i] ?? Number.POSITIVE_INFINITY;

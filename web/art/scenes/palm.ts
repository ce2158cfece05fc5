import type { Frame } from './frame.ts';
import { line, type Point, path, stamp, stamped } from './shapes.ts';

/** A fan palm: where it stands, where its crown is, and how large that is. */
export type Palm = readonly [foot: Point, crown: Point, scale: number];

/** Tall fan palms, their trunks bent a little by the wind. */
export function palms({ paint, span }: Frame, trees: readonly Palm[]): string {
  const [from, to] = span;
  const seen = trees.filter(([, [x]]) => x > from - 40 && x < to + 40);
  const trunks = seen.map(
    ([[x, y], [crownX, crownY]]) => `M${x} ${y}Q${x + (x - crownX) * 0.4} ${(y + crownY) / 2} ${crownX} ${crownY}`,
  );
  return (
    stamp('p', path(CROWN, paint('#1D4038'))) +
    line(trunks.join(''), paint('#2A3A34'), 5) +
    stamped(
      'p',
      seen.map(([, [x, y], scale]) => [x, y, scale]),
      span,
    )
  );
}

const FRONDS: readonly Point[] = [
  [-34, 6],
  [-30, -12],
  [-18, -26],
  [0, -31],
  [18, -26],
  [30, -12],
  [34, 6],
  [-22, 20],
  [22, 20],
];
const CROWN = `${FRONDS.map(
  ([x, y]) =>
    `M0 0Q${Math.round(x * 0.42)} ${Math.round(y * 0.6 - 11)} ${x} ${y}Q${Math.round(x * 0.5)} ${Math.round(y * 0.5 - 2)} 0 3`,
).join('')}M-4 0h8l2 18-6 6-6-6z`.replaceAll(' -', '-');

import { birds, clouds, type Frame, ground, sky } from './frame.ts';
import { PAINT } from './light.ts';
import { disc, line, mountains, type Point, path } from './shapes.ts';

/** Kern: golden hills, an oil pump at work, orchard rows that run to the horizon, poppies at the fence. */
export function kern(frame: Frame): string[] {
  const { paint, variant, light, span } = frame;
  const range = mountains(RANGE, 262, span);
  return [
    sky(frame, 240, { x: light.sunX + 16, radius: 52 }),
    clouds(
      frame,
      variant % 2
        ? [
            [60, 90, 100],
            [430, 70, 110],
          ]
        : [
            [420, 80, 120],
            [-220, 80, 120],
            [780, 64, 110],
          ],
    ),
    path(range.whole, paint('#8FA3A0', 0.5)),
    path(range.shade, paint('#6F8E92', 0.44)),
    ground(frame, FAR, paint('#DDBD73', 0.3)),
    ground(frame, GOLD, paint('#E2B458', 0.14)),
    path(FOLDS, paint('#C08F3C', 0.12)),
    pump(frame, variant % 2),
    ground(frame, FIELD, paint('#A9BE7A', 0.1)),
    orchard(frame),
    ground(frame, FRONT, paint('#4F7A45')),
    poppies(frame),
    birds(frame, [
      [330, 80],
      [354, 90],
      [308, 92],
    ]),
  ];
}

const RANGE: Point[] = [
  [-400, 216],
  [-270, 176],
  [-130, 212],
  [0, 170],
  [70, 206],
  [120, 186],
  [190, 214],
  [280, 172],
  [350, 210],
  [410, 182],
  [480, 212],
  [570, 164],
  [660, 206],
  [800, 172],
  [1000, 222],
];
const FAR: Point[] = [
  [-420, 230],
  [-80, 218],
  [100, 236],
  [260, 226],
  [420, 240],
  [600, 216],
  [1040, 230],
];
const GOLD: Point[] = [
  [-420, 262],
  [-280, 244],
  [-140, 264],
  [20, 236],
  [160, 248],
  [300, 274],
  [420, 262],
  [520, 240],
  [640, 252],
  [780, 240],
  [1040, 258],
];
const FOLDS =
  'M20 236q30 30 20 60h60q-10-40-80-60zM160 248q20 24 10 44h70q-20-30-80-44zM520 240q10 30-10 56h80q0-36-70-56zM-280 244q20 30 10 50h70q-10-34-80-50zM780 240q10 30-10 50h80q0-34-70-50z';
const FIELD: Point[] = [
  [-420, 290],
  [40, 292],
  [320, 284],
  [600, 292],
  [1040, 288],
];
const FRONT: Point[] = [
  [-420, 374],
  [0, 370],
  [220, 386],
  [440, 378],
  [640, 368],
  [840, 384],
  [1040, 370],
];

/** Rows of trees that meet at a point on the horizon: lanes of soil, then round crowns, larger towards the viewer. */
function orchard({ paint, span: [from, to], wide }: Frame) {
  let lanes = '';
  for (let lane = wide ? -8 : -5; lane <= (wide ? 8 : 5); lane++) lanes += `M320 270l${lane * 160 - 20} 130h40z`;
  const rows = (shift: number, size: number, stroke: string) =>
    `<g stroke="${stroke}">${[296, 310, 332, 366]
      .map((y) => {
        const gap = Math.round((y - 270) * 1.23);
        const radius = gap / 4.6;
        const start = 320 + gap / 2 - gap * Math.ceil((320 - from) / gap);
        const by = Math.round(radius * shift);
        return `<path stroke-width="${Math.round(radius * size)}" stroke-dasharray="0 ${gap}" d="M${start + by} ${y + by}H${to + 30}"/>`;
      })
      .join('')}</g>`;
  return path(lanes, paint('#C9A868', 0.06)) + rows(0.2, 2, paint('#2B5D45')) + rows(0, 1.7, paint('#5B8F56', 0.02));
}

function pump({ paint }: Frame, up: number) {
  const iron = paint('#33464B', 0.04);
  const turn = up ? -14 : 10;
  return (
    path('M440 258l22-62h6l22 62h-8l-17-48-17 48zM448 236h34v5h-34zM512 258v-34h22v34zM372 258v-14h26v14z', iron) +
    `<g transform="rotate(${turn} 465 196)">${path('M392 190h140v9H392zM378 172q22 4 20 26-2 20-14 30-10-28-6-56z', iron)}</g>` +
    line(up ? 'M388 226v22M526 180l-4 46' : 'M384 196v52M526 206l-4 20', iron, 3) +
    path('M356 258h190v5H356z', iron) +
    disc(523, 230, 12, paint(PAINT.poppy))
  );
}

const FLOWERS: Point[] = [
  [28, 372],
  [62, 384],
  [96, 376],
  [134, 390],
  [500, 388],
  [540, 376],
  [576, 386],
  [610, 372],
  [-80, 382],
  [-220, 386],
  [740, 384],
  [880, 384],
];
const poppies = ({ paint, span: [from, to] }: Frame) => {
  const seen = FLOWERS.filter(([x]) => x > from && x < to);
  return (
    line(seen.map(([x, y]) => `M${x} ${y}v14`).join(''), paint('#2F5A3A'), 3) +
    path(seen.map(([x, y]) => `M${x - 10} ${y - 7}l7 3 3-4 3 4 7-3q0 14-10 14t-10-14`).join(''), paint('#F07A26'))
  );
};

import { birds, clouds, dashes, type Frame, glitter, ground, sky, water } from './frame.ts';
import { PAINT } from './light.ts';
import { dots, line, mountains, type Point, path, sharp, smooth } from './shapes.ts';

/** Ventura: the Channel Islands from the bluffs, with the sea through Anacapa's arch. */
export function ventura(frame: Frame): string[] {
  const { paint, variant, light, span } = frame;
  const far = mountains(FAR, 238, span);
  const sunX = light.sunX + 24;
  return [
    sky(frame, 236, { x: sunX, radius: 54 }),
    clouds(
      frame,
      variant % 2
        ? [
            [400, 76, 120],
            [60, 110, 80],
            [-240, 70, 120],
          ]
        : [
            [40, 70, 120],
            [400, 104, 100],
            [760, 70, 150],
          ],
    ),
    path(far.whole, paint('#7F9FA8', 0.52)),
    path(far.shade, paint('#62899A', 0.46)),
    water(frame, 236),
    glitter(frame, sunX, 250, 384),
    path(`${smooth(ISLAND)}z`, paint('#7FA06A', 0.1)),
    path(`${sharp(CLIFFS)}z`, paint('#B08360', 0.1)),
    path(CLEFTS, paint('#7A5D50', 0.06)),
    path(ARCH, paint('#A07658', 0.06), 'fill-rule="evenodd"'),
    path('M296 210l18 8 22 26 6 44h-36v-18q-2-18-14-22l12-10z', paint('#6E5449', 0.04)),
    dashes(
      frame,
      [
        [186, 289, 40],
        [296, 289, 70],
        [380, 289, 150],
        [560, 289, 120],
        [700, 289, 160],
      ],
      paint(PAINT.paper),
      0.8,
    ),
    dashes(
      frame,
      [
        [-300, 290, 120],
        [-150, 312, 90],
        [30, 320, 80],
        [400, 320, 90],
        [520, 346, 90],
        [700, 320, 110],
        [860, 344, 90],
      ],
      paint(PAINT.paper, 0.3),
      0.45,
    ),
    variant % 2 ? dolphins(frame) : boat(frame),
    ground(frame, BLUFF, paint('#3D6349')),
    ground(frame, EDGE, paint('#24483B')),
    flowers(frame),
    birds(frame, [
      [110, 110],
      [134, 120],
      [158, 130],
      [88, 122],
      [66, 134],
    ]),
  ];
}

const FAR: Point[] = [
  [-347, 238],
  [-190, 196],
  [-20, 238],
  [30, 220],
  [64, 228],
  [120, 200],
  [176, 226],
  [204, 218],
  [290, 238],
  [700, 220],
  [1000, 238],
];
const ISLAND: Point[] = [
  [352, 290],
  [366, 256],
  [398, 240],
  [424, 212],
  [462, 206],
  [500, 216],
  [540, 190],
  [596, 172],
  [650, 182],
  [700, 204],
  [760, 200],
  [820, 226],
  [868, 236],
  [900, 290],
];
const CLIFFS: Point[] = [
  [352, 290],
  [366, 262],
  [388, 252],
  [404, 260],
  [430, 230],
  [452, 240],
  [480, 226],
  [504, 244],
  [540, 214],
  [566, 226],
  [600, 200],
  [634, 222],
  [668, 204],
  [704, 234],
  [764, 222],
  [800, 246],
  [868, 248],
  [900, 290],
];
const CLEFTS =
  'M388 252l16 8 8 30h-40l10-20zM452 240l28-14 12 64h-44l12-24zM540 214l26 12 20 64h-44l12-36zM634 222l34-18 20 86h-48l14-32zM764 222l36 24 10 44h-50l16-30z';
const ARCH = 'M180 290l8-30 12-18 8-22 26-12 34-4 28 6 18 8 22 26 8 46h-38v-18q-4-26-28-26t-28 26v18z';
const BLUFF: Point[] = [
  [-420, 290],
  [-300, 306],
  [-60, 342],
  [60, 362],
  [170, 392],
  [300, 412],
  [430, 410],
  [540, 396],
  [640, 372],
  [780, 356],
  [1040, 330],
];
const EDGE: Point[] = [
  [-420, 350],
  [-140, 370],
  [-20, 374],
  [120, 398],
  [260, 416],
  [440, 416],
  [600, 402],
  [760, 386],
  [1040, 370],
];

const FLOWERS: Point[] = [
  [15, 330],
  [40, 344],
  [62, 340],
  [88, 360],
  [590, 374],
  [612, 360],
  [631, 350],
  [-60, 316],
  [-110, 312],
  [-220, 300],
  [744, 340],
  [858, 320],
];

/** The yellow daisies that grow on the islands, and poppies. */
function flowers({ paint, span: [from, to] }: Frame) {
  const heads = FLOWERS.filter(([x]) => x > from && x < to);
  return (
    line(heads.map(([x, y]) => `M${x} ${y}q-3 16 2 34`).join(''), paint('#24483B'), 3) +
    dots(
      heads.filter(([x]) => x % 4),
      paint('#F6B43C'),
      17,
    ) +
    dots(
      heads.filter(([x]) => x % 4 === 0),
      paint(PAINT.poppy),
      14,
    )
  );
}

const dolphins = ({ paint }: Frame) =>
  path(
    'M400 346q10-34 44-30 6-10 12-10-2 8 0 12 18 8 24 26-14-8-26-10-26-6-42 8zM482 366q8-26 34-24 6-8 10-8-2 6 0 10 14 6 18 22-10-8-20-10-20-4-32 8z',
    paint('#1E4D60'),
  );

const boat = ({ paint }: Frame) =>
  path('M440 338h64q-6 14-16 14h-34q-10 0-14-14z', paint('#8C3B18')) +
  path('M472 334v-70q28 34 30 70zM467 334v-60q-18 30-24 60z', paint(PAINT.paper));

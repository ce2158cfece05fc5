import { birds, clouds, dashes, type Frame, glitter, ground, sky, water } from './frame.ts';
import { PAINT } from './light.ts';
import { type Palm, palms } from './palm.ts';
import { line, mountains, type Point, path } from './shapes.ts';

/** Southern California: a bay, the sun going into it, a lifeguard's tower on the sand. */
export function southernCalifornia(frame: Frame): string[] {
  const { paint, light, span, variant } = frame;
  const sunX = light.sunX + 60;
  const range = mountains(RANGE, 240, span);
  return [
    sky(frame, 224, { x: sunX, radius: 62 }),
    clouds(
      frame,
      variant % 2
        ? [
            [390, 80, 120],
            [-220, 90, 130],
          ]
        : [
            [380, 60, 110],
            [60, 96, 80],
            [740, 80, 140],
          ],
    ),
    path(range.whole, paint('#86A5A8', 0.46)),
    path(range.shade, paint('#658E98', 0.4)),
    water(frame, 226),
    glitter(frame, sunX, 238, 330),
    dashes(
      frame,
      [
        [-300, 250, 120],
        [-120, 272, 90],
        [40, 250, 70],
        [400, 262, 110],
        [520, 246, 60],
        [-60, 300, 120],
        [100, 320, 90],
      ],
      paint(PAINT.paper, 0.2),
      0.5,
    ),
    ground(frame, HEADLAND, paint('#5F8F76', 0.2), 300),
    ground(frame, FOAM, paint(PAINT.paper, 0.04)),
    ground(frame, WET, paint('#D9B884', 0.04)),
    ground(frame, SAND, paint('#F2D9A6', 0.02)),
    tower(frame),
    ground(frame, BLUFF, paint('#2F5D48')),
    palms(frame, PALMS),
    boards(frame),
    birds(frame, [
      [420, 116],
      [446, 128],
      [398, 130],
    ]),
  ];
}

const RANGE: Point[] = [
  [366, 240],
  [430, 206],
  [480, 222],
  [540, 176],
  [600, 204],
  [650, 160],
  [720, 196],
  [800, 146],
  [880, 196],
  [940, 160],
  [1010, 200],
];
const HEADLAND: Point[] = [
  [372, 300],
  [430, 250],
  [500, 232],
  [580, 238],
  [660, 214],
  [1040, 206],
];
const FOAM: Point[] = [
  [-420, 360],
  [-100, 356],
  [60, 366],
  [200, 342],
  [330, 336],
  [430, 304],
  [540, 280],
  [700, 262],
  [1040, 254],
];
const WET: Point[] = FOAM.map(([x, y], index) => [x + 4, y + 7 + (index % 2) * 3]);
const SAND: Point[] = FOAM.map(([x, y], index) => [x + 10, y + 22 + (index % 2) * 8]);
const BLUFF: Point[] = [
  [-420, 330],
  [-300, 344],
  [-60, 384],
  [180, 412],
  [600, 412],
  [720, 394],
  [1040, 350],
];
const PALMS: readonly Palm[] = [
  [[70, 402], [84, 128], 1.3],
  [[116, 404], [108, 206], 0.95],
  [[-180, 380], [-192, 150], 1.2],
  [[-140, 380], [-128, 216], 0.9],
  [[800, 396], [814, 110], 1.35],
  [[850, 396], [842, 190], 1],
];

/** The tower that every beach here has: pale blue, on stilts, with a ramp. */
function tower({ paint, light }: Frame) {
  const post = paint('#4A5A5C');
  return (
    path('M480 372h120l20 6H470z', paint('#C79A5C')) +
    line('M496 324v50M522 324v52M548 324v52M574 324v50M496 350l26-24M586 322l48 54', post, 5) +
    path('M484 318h108v8H484z', paint(PAINT.paper)) +
    path('M498 276h66v42h-66z', paint('#8FD0DA')) +
    path('M544 276h20v42h-20z', paint('#5CA9BA')) +
    path('M506 284h28v18h-28z', light.lamps ? '#FFE3A6' : paint('#0A5C73')) +
    path('M484 276l10-16h76l12 16z', paint(PAINT.poppy)) +
    line('M568 260v-36', post, 3) +
    path('M569 224l26 8-26 9z', paint('#F6B43C'))
  );
}

const boards = ({ paint }: Frame) =>
  path('M392 394q-8-58 8-88 14 30 6 88z', paint(PAINT.apricot)) +
  line('M399 310v84', paint(PAINT.paper), 3) +
  path('M422 396q-8-50 6-76 13 26 6 76z', paint(PAINT.lagoon)) +
  line('M424 350h10M424 360h10', paint(PAINT.poppy), 4);

import { birds, type Frame, ground, sky } from './frame.ts';
import { PAINT } from './light.ts';
import { type Palm, palms } from './palm.ts';
import { line, mountains, type Point, path } from './shapes.ts';

/** Los Angeles: downtown against the San Gabriel mountains, the observatory on its hill, palms in front. */
export function losAngeles(frame: Frame): string[] {
  const { paint, variant, light, span } = frame;
  const range = mountains(RANGE, 280, span);
  const tower = paint('#5F8C97', 0.12);
  const side = paint('#2F6373', 0.08);
  return [
    sky(frame, 250, { x: light.sunX + 30, radius: 52, rise: 232 }),
    path(range.whole, paint('#8FA8A6', 0.5)),
    path(range.shade, paint('#6C8F95', 0.45)),
    path(frame.wide ? `${CITY}${SUBURBS}` : CITY, paint('#7C9EA2', 0.3)),
    path(TOWERS, tower),
    path(SIDES, side),
    path(
      WINDOWS,
      'none',
      `stroke="${light.lamps ? '#FFE3A6' : paint(PAINT.paper, 0.1)}" stroke-opacity="${light.lamps ? 0.95 : 0.5}" stroke-width="3" stroke-dasharray="3 5"`,
    ),
    ground(frame, HILLS, paint('#6E9A78', 0.12)),
    observatory(frame),
    ground(frame, SLOPE, paint(PAINT.sage)),
    palms(frame, PALMS[variant % 2] as readonly Palm[]),
    ground(frame, FRONT, paint('#1F4A3E')),
    birds(
      frame,
      variant % 3 === 0
        ? [
            [470, 92],
            [498, 106],
            [444, 112],
          ]
        : [
            [140, 70],
            [166, 82],
          ],
    ),
  ];
}

const RANGE: Point[] = [
  [-360, 214],
  [-236, 158],
  [-130, 208],
  [-6, 152],
  [44, 196],
  [84, 176],
  [124, 204],
  [206, 142],
  [262, 196],
  [318, 166],
  [368, 204],
  [446, 150],
  [508, 200],
  [552, 178],
  [590, 206],
  [668, 146],
  [780, 204],
  [904, 156],
  [1000, 214],
];
const CITY =
  'M-24 330v-80h44v-14h26v20h70v-10h44v8h30v-22h34v14h46v-18h28v22h66v-12h44v16h70v-18h38v12h60v-10h50v14h40v70z';
const SUBURBS = 'M-360 330v-80h104v10h52v-22h30v18h104v-8h50v82zM650 330v-86h74v10h110v-8h60v18h120v66z';

/** City Hall with its pyramid, the round crown of the tallest, the one with the sail, and their neighbours. */
const TOWERS =
  'M300 300v-84h8v-10h8v-14h5l6-14 6 14h5v14h8v10h8v84zM362 300v-128h36v128zM396 300v-96h30v96zM420 300v-172h4v-8h6v-6h18v6h6v8h4v172zM462 300v-110h26v110zM484 300v-166q12-22 28-26v-16h3v16l4 10v182zM526 300v-102h30v102zM560 300v-70h26v70zM268 300v-58h26v58z';
const SIDES =
  'M334 300v-120l4 12h5v14h8v10h8v84zM384 300v-128h14v128zM414 300v-96h12v96zM442 300v-186h6v6h6v8h4v172zM477 300v-110h11v110zM506 300V112l9-4 4 10v182zM543 300v-102h13v102zM575 300v-70h11v70zM283 300v-58h11v58z';
const WINDOWS =
  'M370 180v112M378 180v112M404 212v80M429 136v150M436 136v150M470 198v90M492 140v150M499 136v150M533 206v80M567 238v60M276 250v46M313 224v70M322 210v80';

const HILLS: Point[] = [
  [-420, 270],
  [-200, 264],
  [-60, 292],
  [60, 256],
  [130, 248],
  [200, 262],
  [300, 296],
  [420, 290],
  [540, 304],
  [780, 262],
  [1040, 284],
];
const SLOPE: Point[] = [
  [-420, 306],
  [-160, 324],
  [40, 312],
  [180, 336],
  [340, 318],
  [500, 332],
  [640, 312],
  [1040, 310],
];
const FRONT: Point[] = [
  [-420, 360],
  [-200, 374],
  [0, 356],
  [200, 374],
  [400, 368],
  [600, 350],
  [1040, 372],
];

function observatory({ paint, light }: Frame) {
  return (
    path('M82 252v-14h18v-4h12v-6h36v6h12v4h18v14z', paint(PAINT.paper, 0.06)) +
    path('M112 228a18 16 0 0 1 36 0zM82 238a9 9 0 0 1 18 0zM160 238a9 9 0 0 1 18 0z', paint('#4C8A84', 0.1)) +
    line('M90 245h6M106 243h6M120 242h20M148 243h6M164 245h6', light.lamps ? '#FFE3A6' : paint('#6C8F95'), 4)
  );
}

const PALMS: readonly (readonly Palm[])[] = [
  [
    [[86, 390], [94, 126], 1.25],
    [[140, 390], [131, 204], 0.85],
    [[598, 390], [584, 166], 1.05],
    [[-206, 390], [-216, 178], 1],
    [[758, 390], [772, 138], 1.2],
  ],
  [
    [[74, 390], [66, 176], 1],
    [[114, 390], [124, 112], 1.3],
    [[174, 390], [167, 246], 0.75],
    [[600, 390], [610, 208], 0.9],
    [[-206, 390], [-216, 178], 1],
    [[780, 390], [768, 160], 1.1],
  ],
];

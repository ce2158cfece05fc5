import { birds, clouds, type Frame, ground, sky } from './frame.ts';
import { PAINT } from './light.ts';
import { line, mountains, type Point, path, stamp, stamped } from './shapes.ts';

/** Riverside: wind turbines below San Jacinto, Joshua trees in front. */
export function riverside(frame: Frame): string[] {
  const { paint, variant, light, span } = frame;
  const range = mountains(RANGE, 286, span, 0.26);
  const foothills = mountains(FOOTHILLS, 300, span);
  return [
    sky(frame, 262, { x: light.sunX + 10, radius: 50, rise: 216 }),
    clouds(
      frame,
      variant % 2
        ? [
            [440, 64, 110],
            [-180, 80, 100],
          ]
        : [
            [250, 70, 90],
            [740, 60, 130],
          ],
    ),
    path(range.whole, paint('#A88F8C', 0.36)),
    path(range.caps, paint(PAINT.paper, 0.12)),
    path(range.shade, paint('#5E6E7C', 0.3), 'fill-opacity=".75"'),
    path(foothills.whole, paint('#C08A62', 0.24)),
    path(foothills.shade, paint('#94634B', 0.2)),
    ground(frame, FLATS, paint('#EBC88C', 0.14)),
    stamp('t', turbine(frame)),
    stamped('t', TURBINES[variant % 2] as [number, number, number][], span),
    ground(frame, FLOOR, paint('#E0AE68', 0.04)),
    path(SHADOWS, paint('#C88C4C', 0.02)),
    ground(frame, WASH, paint('#BE7B45')),
    brush(frame),
    joshua(frame),
    birds(frame, [
      [400, 110],
      [424, 120],
    ]),
  ];
}

const RANGE: Point[] = [
  [-400, 260],
  [-270, 206],
  [-170, 240],
  [-70, 190],
  [-10, 232],
  [50, 184],
  [100, 214],
  [160, 150],
  [214, 184],
  [300, 92],
  [392, 176],
  [436, 140],
  [500, 204],
  [548, 178],
  [610, 226],
  [700, 178],
  [800, 236],
  [900, 198],
  [1010, 262],
];
const FOOTHILLS: Point[] = [
  [-400, 284],
  [-240, 250],
  [-80, 284],
  [60, 254],
  [190, 286],
  [380, 266],
  [470, 286],
  [570, 250],
  [690, 284],
  [800, 244],
  [1010, 286],
];
const FLATS: Point[] = [
  [-420, 290],
  [160, 290],
  [420, 286],
  [1040, 290],
];
const FLOOR: Point[] = [
  [-420, 324],
  [-60, 332],
  [140, 320],
  [340, 334],
  [520, 322],
  [1040, 330],
];
const SHADOWS = 'M-340 356q140-18 300-8-150 2-300 8zM420 362q120-14 260-4-140-2-260 4z';
const WASH: Point[] = [
  [-420, 366],
  [0, 374],
  [200, 388],
  [420, 380],
  [620, 364],
  [1040, 376],
];
const TURBINES = [
  [
    [250, 322, 1],
    [356, 330, 1.25],
    [466, 318, 0.95],
    [306, 306, 0.6],
    [414, 304, 0.55],
    [528, 304, 0.6],
    [-60, 318, 0.9],
    [-190, 326, 1.1],
    [720, 322, 1],
    [920, 308, 0.7],
  ],
  [
    [226, 316, 0.9],
    [318, 326, 1.15],
    [420, 330, 1.3],
    [520, 318, 0.9],
    [272, 304, 0.55],
    [372, 304, 0.6],
    [-100, 322, 1],
    [-220, 310, 0.7],
    [740, 326, 1.1],
  ],
];

function turbine({ paint }: Frame) {
  const white = paint(PAINT.paper);
  return (
    path('M-2-96h4l2 96h-8z', white) +
    path('M0-96q4-4 3-44-5 8-5 42zM0-96q1 5 37 24-4-9-34-26zM0-96q-5-2-40 16 10-1 38-12z', white) +
    path('M0-96h2l2 96h-4z', paint('#9DB0B8'))
  );
}

/** A Joshua tree: arms that fork, each ending in a burst of leaves. */
function joshua({ paint, wide }: Frame) {
  const tree =
    line(ARMS, paint('#4A3526'), 9) +
    stamp('l', path('M0 14-16 8-9 3-20-4-8-5-13-17-3-10 2-22 6-10 15-17 10-5 21-4 11 3 17 9z', paint('#4F7A52'))) +
    stamped('l', TIPS, [-420, 1040]);
  return wide
    ? stamp('j', tree) +
        stamped(
          'j',
          [
            [0, 0, 1],
            [760, 56, 0.85],
          ],
          [-420, 1040],
        )
    : tree;
}
const ARMS =
  'M92 400C96 350 86 330 90 296M91 330C70 318 62 300 64 272M90 306C104 290 116 284 118 258M91 346C116 336 134 326 138 298M64 290C50 284 44 276 42 262';
const TIPS: [number, number, number][] = [
  [90, 284, 1],
  [64, 262, 1.1],
  [118, 248, 1.1],
  [138, 288, 0.9],
  [42, 254, 0.8],
];

/** Low desert shrubs and a barrel cactus. */
const brush = ({ paint, wide }: Frame) =>
  path(
    `M536 388q4-22 20-22t20 22zM566 394q8-34 28-34t28 34zM186 396q6-16 20-16t20 16z${wide ? 'M-160 392q6-24 24-24t24 24z' : ''}`,
    paint('#5E8258'),
  ) + line('M594 362v30', paint('#3D6349'), 2);

import { birds, clouds, dashes, type Frame, glitter, ground, sky, water } from './frame.ts';
import { PAINT } from './light.ts';
import { line, type Point, path, stamp, stamped } from './shapes.ts';

/** San Diego: the long curve of the Coronado bridge, and boats under sail in the bay. */
export function sanDiego(frame: Frame): string[] {
  const { paint, variant, light } = frame;
  const steel = paint('#2F7F97', 0.1);
  return [
    sky(frame, 244, { x: light.sunX - 20, radius: 50 }),
    clouds(
      frame,
      variant % 2
        ? [
            [380, 80, 120],
            [-240, 70, 120],
          ]
        : [
            [400, 60, 100],
            [330, 92, 70],
            [800, 80, 130],
          ],
    ),
    ground(frame, FAR, paint('#7F9FA0', 0.55), 250),
    ground(frame, NEAR, paint('#6E9A78', 0.32), 250),
    skyline(frame),
    water(frame, 246),
    glitter(frame, light.sunX - 20, 256, 388),
    line('M-360 206C-100 206 40 232 150 224 330 212 420 156 620 150 780 146 900 160 1000 176', steel, 7),
    line(
      'M-360 203C-100 203 40 229 150 221 330 209 420 153 620 147 780 143 900 157 1000 173',
      paint(PAINT.paper, 0.1),
      2,
    ),
    path(PILLARS, paint('#4C93A8', 0.12)),
    line(
      'M240 268h-40M300 272h-30M364 276h-34M430 280h-40M500 284h-40M574 286h-44M650 288h-44M726 288h-44M802 288h-44',
      steel,
      3,
      'stroke-opacity=".4"',
    ),
    sail(frame),
    stamped('b', BOATS[variant % 3] as [number, number, number][], frame.span),
    dashes(frame, RIPPLES, paint(PAINT.paper, 0.2), 0.5),
    dock(frame),
    birds(frame, [
      [300, 130],
      [326, 142],
      [340, 122],
    ]),
  ];
}

const FAR: Point[] = [
  [-420, 226],
  [-240, 214],
  [-60, 230],
  [120, 222],
  [280, 234],
  [420, 220],
  [560, 206],
  [700, 212],
  [860, 200],
  [1040, 214],
];
const NEAR: Point[] = [
  [-420, 240],
  [-200, 236],
  [0, 238],
  [200, 246],
  [380, 246],
  [500, 240],
  [640, 226],
  [800, 220],
  [1040, 226],
];
const PILLARS = [
  [214, 218, 264],
  [278, 206, 268],
  [340, 190, 272],
  [404, 176, 276],
  [472, 163, 280],
  [546, 154, 282],
  [622, 151, 284],
  [698, 150, 284],
  [774, 150, 284],
  [850, 156, 282],
  [926, 164, 280],
]
  .map(([x, top, foot]) => `M${(x as number) - 3} ${top}h6l4 ${(foot as number) - (top as number)}h-14z`)
  .join('');

const RIPPLES: [number, number, number][] = [
  [30, 372, 80],
  [180, 384, 110],
  [360, 362, 60],
  [470, 388, 120],
  [-260, 370, 120],
  [-120, 388, 80],
  [700, 372, 120],
  [850, 390, 90],
];
const BOATS = [
  [
    [206, 336, 1.5],
    [420, 306, 0.8],
    [520, 352, 1.15],
    [-160, 320, 1.1],
    [760, 330, 1.2],
  ],
  [
    [470, 344, 1.5],
    [250, 306, 0.8],
    [130, 346, 1],
    [-180, 320, 1.1],
  ],
  [
    [300, 350, 1.6],
    [110, 308, 0.8],
    [500, 316, 0.95],
    [800, 330, 1.1],
  ],
];

function sail({ paint }: Frame) {
  return stamp(
    'b',
    path('M-34 0h70q-8 16-20 16h-34q-12 0-16-16z', paint('#8C3B18')),
    path('M-34 0h70l-2 4h-66z', paint(PAINT.paper)),
    path('M2-4V-92Q40-50 42-4z', paint(PAINT.paper, 0.02)),
    path('M2-60v24h33q-5-12-12-24z', paint(PAINT.poppy)),
    path('M-3-4V-84Q-26-40-32-4z', paint(PAINT.apricot)),
    line('M-26 20h52M-10 27h30', paint(PAINT.paper), 2, 'stroke-opacity=".5"'),
  );
}

function skyline({ paint, light }: Frame) {
  return (
    path(
      'M-346 250v-40h26v-18h24v30h18v-44h22v20h20v-34h26v50h22v-26h24v38h30v-28h20v20h30v-36h20v-14h16v50h22v-30h24v34h20v-22h22v50z',
      paint('#7FA5AC', 0.34),
    ) +
    line(
      'M-286 200v44M-244 196v48M-190 220v24M-30 208v36M16 216v28M-110 224v20',
      light.lamps ? '#FFE3A6' : paint(PAINT.paper),
      3,
      'stroke-dasharray="1 7"',
    )
  );
}

/** Pilings with a pelican at rest. */
function dock({ paint }: Frame) {
  const wood = paint('#2B3F44');
  return (
    path('M560 400v-70h16v70zM590 400v-92h18v92zM624 400v-62h16v62zM-120 400v-60h16v60zM-150 400v-44h14v44z', wood) +
    path('M584 306q-2-20 14-24 2-16 8-18 8-2 9 6l24 14-26-6q2 10 0 16-2 10-11 12z', paint('#D9C7A8')) +
    path('M584 306q0-18 14-22 6 12-2 22z', paint('#8E7B68'))
  );
}

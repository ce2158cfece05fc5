import { birds, clouds, type Frame, ground, sky } from './frame.ts';
import { PAINT } from './light.ts';
import { disc, line, mountains, type Point, path } from './shapes.ts';

/** Not found: a surfer far from any water, board under the arm, and a signpost that does not help. */
export function lost(frame: Frame): string[] {
  const { paint, light, span } = frame;
  const range = mountains(RANGE, 276, span);
  return [
    sky(frame, 234, { x: light.sunX - 20, radius: 60 }),
    clouds(frame, [
      [400, 70, 110],
      [330, 102, 70],
    ]),
    path(range.whole, paint('#B08A78', 0.44)),
    path(range.shade, paint('#8F6F6C', 0.38)),
    ground(frame, FAR, paint('#F0CE93', 0.26)),
    ground(frame, NEAR, paint('#EDBE74', 0.04)),
    path('M760 410C720 340 560 312 460 356 500 350 470 384 520 410z', paint('#C98A48', 0.04)),
    // Footprints that wander.
    line('M40 300q50 6 70 16t-20 22-10 20 90 8 110-4', paint('#B8713A'), 4, 'stroke-dasharray="5 11"'),
    cactus(frame),
    signpost(frame),
    path('M318 366q90 4 150 22-100-2-160-16z', paint('#B8713A'), 'fill-opacity=".55"'),
    surfer(frame),
    birds(frame, [
      [470, 110],
      [496, 120],
    ]),
  ];
}

const RANGE: Point[] = [
  [-380, 250],
  [-260, 206],
  [-140, 240],
  [-80, 214],
  [-20, 250],
  [60, 196],
  [120, 232],
  [180, 206],
  [260, 240],
  [340, 212],
  [400, 236],
  [480, 184],
  [550, 228],
  [610, 198],
  [680, 240],
  [780, 200],
  [860, 236],
  [930, 206],
  [1010, 246],
];
const FAR: Point[] = [
  [-420, 250],
  [-120, 262],
  [60, 250],
  [220, 266],
  [400, 248],
  [560, 262],
  [740, 246],
  [1040, 264],
];
const NEAR: Point[] = [
  [-420, 330],
  [-100, 318],
  [60, 296],
  [220, 312],
  [380, 334],
  [560, 314],
  [740, 330],
  [1040, 312],
];

/** Seen from behind, hand above the eyes, the board taller than its owner. */
function surfer({ paint }: Frame) {
  const skin = paint('#9A5834');
  return (
    path('M352 196c20 40 22 120-4 176-22-56-22-136 4-176z', paint(PAINT.poppy)) +
    line('M351 214q6 76-3 140', paint(PAINT.paper), 3) +
    path('M339 300q10 5 24 0l-1 12q-10 5-22 0z', paint('#F6B43C')) +
    line('M304 318l-6 50M320 318l6 50', skin, 11) +
    path('M290 300h44l-2 36h-18l-2-14-4 14h-18z', paint(PAINT.pacific)) +
    path('M292 252q20-10 40 0l2 52h-44z', paint(PAINT.paper)) +
    path('M290 274h44v8h-44z', paint(PAINT.lagoon)) +
    line('M330 258q20 14 18 40', skin, 9) +
    line('M294 258q-22-4-18-18l18-16', skin, 9, 'stroke-linejoin="round"') +
    disc(312, 228, 16, skin) +
    path('M294 232q-4-26 18-26 24 0 20 30-8-14-18-12-12-2-20 8z', paint('#5A3420'))
  );
}

function signpost({ paint }: Frame) {
  const ink = paint(PAINT.ink);
  return (
    path('M176 372V216h10v156z', paint('#6B4A30')) +
    path('M130 226h84l16 14-16 14h-84z', paint(PAINT.paper)) +
    path('M226 264h-82l-16 14 16 14h82z', paint('#8FD0DA')) +
    line('M150 240q6-8 12 0t12 0 12 0 12 0', paint(PAINT.pacific), 4) +
    line('M172 274q2-8 9-7 8 1 6 8-2 4-6 5v3M181 287h0', ink, 3.5)
  );
}

const cactus = ({ paint }: Frame) =>
  line('M532 392V286M532 350q-30 4-30-26v-10M532 334q28 2 28-24v-8', paint('#4F7A52'), 17) +
  line('M532 386V292M502 322v-6M560 312v-8', paint('#3D6349'), 2) +
  disc(532, 274, 6, paint(PAINT.poppy)) +
  path('M70 396q6-26 26-26t26 26z', paint('#5E8258'));

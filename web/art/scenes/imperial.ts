import { birds, clouds, type Frame, ground, sky } from './frame.ts';
import { PAINT } from './light.ts';
import { disc, dots, line, mountains, type Point, path } from './shapes.ts';

/** Imperial: the Algodones dunes, their crests between light and shadow. */
export function imperial(frame: Frame): string[] {
  const { paint, variant, light, span } = frame;
  const range = mountains(RANGE, 262, span);
  return [
    sky(frame, 226, { x: light.sunX + 10, radius: 58 }),
    clouds(
      frame,
      variant % 2
        ? [
            [420, 80, 120],
            [-200, 70, 110],
          ]
        : [
            [400, 60, 100],
            [360, 88, 60],
            [780, 80, 120],
          ],
    ),
    path(range.whole, paint('#A9897F', 0.5)),
    path(range.shade, paint('#8A7480', 0.44)),
    ground(frame, FAR, paint('#F0CE93', 0.36)),
    path(
      'M190 310C220 260 250 236 296 224 290 240 340 252 400 310zM600 310C620 270 640 240 690 228 680 244 740 252 800 310zM-220 320C-190 270-150 242-110 230-116 246-60 250-20 310z',
      paint('#D8A563', 0.3),
    ),
    ground(frame, MIDDLE, paint('#F1CB87', 0.14)),
    path(
      'M-170 390C-110 320-40 284 50 262 24 290 74 300 60 390zM400 390C450 320 510 280 590 252 564 284 640 296 650 390zM800 390C840 320 890 284 950 266 926 290 990 300 1040 390z',
      paint('#C98A48', 0.1),
    ),
    ground(frame, NEAR, paint('#EDBC70', 0.02)),
    path(
      'M-10 410C60 372 150 350 236 300 262 326 230 340 270 360 310 382 380 384 400 410zM-420 410C-380 380-330 360-280 344-270 366-220 372-200 410zM700 410C760 376 800 360 850 334 850 360 930 376 940 410z',
      paint('#B8713A'),
    ),
    line(
      'M300 372q60-6 110 8M330 352q70-6 140 12M350 334q80-6 170 16M140 372q40-14 66-32M40 396q60-22 110-40',
      paint('#D79C52', 0.02),
      2.5,
      'stroke-opacity=".7"',
    ),
    variant % 3 === 1 ? buggy(frame) : ocotillo(frame, variant % 3 === 0 ? 520 : 560),
    birds(
      frame,
      variant % 2
        ? [
            [440, 110],
            [464, 120],
          ]
        : [
            [120, 100],
            [144, 110],
            [98, 112],
          ],
    ),
  ];
}

const RANGE: Point[] = [
  [-400, 236],
  [-320, 206],
  [-270, 224],
  [-200, 196],
  [-120, 226],
  [-60, 206],
  [0, 228],
  [60, 196],
  [110, 218],
  [150, 204],
  [220, 232],
  [320, 212],
  [370, 226],
  [440, 188],
  [490, 214],
  [530, 196],
  [600, 228],
  [680, 200],
  [760, 230],
  [840, 194],
  [1000, 236],
];
const FAR: Point[] = [
  [-420, 248],
  [-240, 254],
  [-110, 230],
  [20, 250],
  [150, 252],
  [296, 224],
  [420, 248],
  [540, 252],
  [690, 228],
  [840, 250],
  [1040, 240],
];
const MIDDLE: Point[] = [
  [-420, 290],
  [-260, 306],
  [-90, 296],
  [50, 262],
  [180, 292],
  [330, 304],
  [460, 290],
  [590, 252],
  [720, 290],
  [850, 292],
  [950, 266],
  [1040, 282],
];
const NEAR: Point[] = [
  [-420, 366],
  [-280, 344],
  [-140, 366],
  [20, 362],
  [140, 338],
  [236, 300],
  [350, 322],
  [480, 350],
  [640, 356],
  [760, 352],
  [850, 334],
  [1040, 356],
];

/** Long whips out of the sand, each with its red flower. */
function ocotillo({ paint }: Frame, x: number) {
  const whips: Point[] = [
    [-44, -78],
    [-24, -100],
    [-6, -112],
    [16, -104],
    [36, -86],
    [52, -60],
  ];
  return (
    line(
      whips.map(([dx, dy]) => `M${x} 392q${Math.round(dx * 0.2)} ${Math.round(dy * 0.7)} ${dx} ${dy}`).join(''),
      paint('#4F6B45'),
      4,
    ) +
    dots(
      whips.map(([dx, dy]) => [x + dx, 392 + dy]),
      paint(PAINT.poppy),
      10,
    )
  );
}

/** A dune buggy with its flag, and the track that it leaves. */
function buggy({ paint }: Frame) {
  const ink = paint(PAINT.ink);
  return (
    line('M-40 384C160 396 320 372 486 356', paint('#B8713A'), 3, 'stroke-dasharray="1 7"') +
    line('M494 344l10-24h24l16 24M508 322l-2-50', ink, 4) +
    path('M484 342h66l14 8-6 8h-72z', paint(PAINT.poppy)) +
    path('M506 272l20 6-20 7z', paint(PAINT.apricot)) +
    disc(500, 356, 12, ink) +
    disc(546, 358, 10, ink) +
    disc(500, 356, 4, paint(PAINT.sand)) +
    disc(546, 358, 4, paint(PAINT.sand))
  );
}

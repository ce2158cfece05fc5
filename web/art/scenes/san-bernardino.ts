import { birds, clouds, type Frame, ground, sky, water } from './frame.ts';
import { PAINT } from './light.ts';
import { mountains, type Point, path, stamp, stamped } from './shapes.ts';

/** San Bernardino: snow on the mountains, pines, and a lake between them. */
export function sanBernardino(frame: Frame): string[] {
  const { paint, variant, light, span } = frame;
  const far = mountains(FAR, 270, span);
  const peaks = mountains(PEAKS, 286, span, 0.34);
  return [
    sky(frame, 246, { x: light.sunX, radius: 48, rise: 214 }),
    clouds(
      frame,
      variant % 2
        ? [
            [440, 70, 120],
            [-260, 90, 100],
          ]
        : [
            [470, 96, 100],
            [700, 64, 130],
            [-200, 60, 90],
          ],
    ),
    path(far.whole, paint('#8FAEB4', 0.52)),
    path(far.shade, paint('#6F97A2', 0.46)),
    path(peaks.whole, paint('#7E95A0', 0.2)),
    path(peaks.caps, paint('#FFFFFF', 0.04)),
    path(peaks.shade, paint('#2F586B', 0.16), 'fill-opacity=".72"'),
    ground(frame, FOREST, paint('#4F8272', 0.2)),
    water(frame, 292, 372),
    path(REFLECTION, paint('#2F586B', 0.1), 'fill-opacity=".3"'),
    path(
      'M60 304h120v3H60zM240 316h90v3h-90zM380 302h140v3H380zM470 326h70v3h-70zM100 334h60v3h-60z',
      paint(PAINT.paper, 0.2),
      'fill-opacity=".6"',
    ),
    ground(frame, SHORE, paint(PAINT.sage)),
    stamp('p', pine(paint('#2F6450'), paint('#1E4A40'))),
    stamped('p', PINES[variant % 3] as [number, number, number][], span),
    ground(frame, FRONT, paint('#1D443A')),
    birds(frame, [
      [500, 70],
      [526, 80],
    ]),
  ];
}

function pine(sunny: string, shady: string) {
  return (
    path('M0-100 24-62H12L34-32H18L42 0H-42L-18-32H-34L-12-62H-24zM-5 0H5V18H-5z', sunny) +
    path('M0-100 24-62H12L34-32H18L42 0H6l6-12-10-4 6-20-8-6z', shady)
  );
}

const FAR: Point[] = [
  [-400, 216],
  [-200, 170],
  [-100, 214],
  [70, 166],
  [140, 208],
  [340, 190],
  [520, 214],
  [590, 162],
  [640, 206],
  [720, 170],
  [1000, 226],
];
const PEAKS: Point[] = [
  [-400, 262],
  [-300, 206],
  [-220, 246],
  [-120, 176],
  [-40, 232],
  [0, 196],
  [60, 232],
  [150, 132],
  [212, 186],
  [334, 74],
  [426, 180],
  [488, 126],
  [570, 222],
  [640, 176],
  [700, 230],
  [810, 166],
  [900, 240],
  [960, 206],
  [1010, 262],
];
const FOREST: Point[] = [
  [-420, 270],
  [-100, 264],
  [60, 280],
  [200, 272],
  [360, 282],
  [520, 268],
  [1040, 276],
];
const REFLECTION =
  'M212 292h240l-50 20-30-4-36 44-42-40-26 6zM90 292h110l-20 16-26 16-30-20zM440 292h110l-46 28-20-10z';
const SHORE: Point[] = [
  [-420, 330],
  [-120, 352],
  [40, 344],
  [160, 364],
  [320, 372],
  [460, 362],
  [600, 340],
  [740, 350],
  [1040, 330],
];
const FRONT: Point[] = [
  [-420, 376],
  [0, 372],
  [180, 390],
  [360, 396],
  [540, 384],
  [680, 370],
  [1040, 380],
];
const PINES = [
  [
    [84, 372, 1.45],
    [28, 384, 1.15],
    [140, 384, 0.8],
    [566, 378, 1.25],
    [620, 388, 1.6],
    [516, 384, 0.7],
    [-70, 372, 1.1],
    [-160, 380, 1.5],
    [-300, 376, 1.2],
    [720, 380, 1.2],
    [880, 382, 1.5],
  ],
  [
    [40, 378, 1.7],
    [104, 386, 1],
    [600, 384, 1.1],
    [546, 388, 0.75],
    [-70, 374, 1.1],
    [-160, 382, 1.4],
    [-260, 378, 1],
    [740, 384, 1.5],
    [860, 380, 1],
  ],
  [
    [26, 382, 1.1],
    [76, 390, 0.8],
    [552, 380, 1.6],
    [612, 386, 1.2],
    [492, 388, 0.9],
    [-80, 378, 1.3],
    [-180, 382, 0.9],
    [-270, 376, 1.5],
    [720, 378, 1],
    [830, 384, 1.4],
  ],
];

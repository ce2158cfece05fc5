import { birds, clouds, dashes, type Frame, sky, water } from './frame.ts';
import { PAINT } from './light.ts';
import { disc, line, path } from './shapes.ts';

/** Orange County: a wave that peels off the pier, and someone on it. */
export function orange(frame: Frame): string[] {
  const { paint, variant } = frame;
  return [
    sky(frame, 206, { x: frame.light.sunX - 60, radius: 54 }),
    clouds(
      frame,
      variant % 2
        ? [
            [330, 70, 110],
            [420, 100, 80],
            [-200, 90, 120],
          ]
        : [
            [300, 96, 120],
            [700, 60, 140],
          ],
    ),
    water(frame, 206, 400),
    dashes(frame, RIPPLES, paint(PAINT.paper, 0.2), 0.5),
    pier(frame),
    // The wave: its back, the face that the light comes through, the lip that is thrown forward, the white water.
    path(
      'M1000 400V236C860 226 760 196 660 166 600 148 520 108 440 108 360 108 306 138 284 186c22-18 48-26 74-18 20 8 26 30 14 58-22 50-90 86-190 96-140 14-300 4-540-6v84z',
      paint('#0E6C82', 0.02),
    ),
    path(
      'M372 226c12-28 6-50-14-58-26-8-52 0-74 18 12-26 32-46 58-58 10 26 40 30 62 52 30 30 20 84-26 122-60 48-180 66-330 66-140 0-280-12-396-22v-30c240 10 400 20 540 6 92-10 158-46 180-96z',
      paint('#2E9DB2', 0.04),
    ),
    line(
      'M640 196C560 150 500 128 450 130M700 236C600 200 540 176 470 150M760 290C640 262 560 240 486 186M700 340C600 320 540 300 478 240',
      paint('#4DB9CB', 0.08),
      4,
      'stroke-opacity=".8"',
    ),
    line('M352 250c-30 34-96 56-176 62M384 270c-40 40-120 62-230 68', paint('#8FDCE4', 0.1), 4, 'stroke-opacity=".8"'),
    path(
      'M284 186c-10-2-14-12-6-18-8-8-2-20 10-20-2-14 14-20 24-14 4-14 22-16 30-8 10-12 30-14 40-4 16-10 38-8 46 2-44-2-84 12-106 40-12 6-26 12-38 22z',
      paint(PAINT.paper, 0.02),
    ),
    path(
      'M-400 326q60-16 110-2 50-18 100-2 44-16 92 0 54-18 110-2 70-14 130 2 60-16 104-22 40-22 70-12 60-24 84-8 40 8 30 40 90 20 200 14 240-10 480 6v60H-400z',
      paint('#BFE8EA', 0.1),
    ),
    surfer(frame),
    path('M-400 364q160-22 300-6 160-20 300 2 150-18 300-2 150-16 300 2 120-10 220 0v50H-400z', paint('#0E7086')),
    dashes(
      frame,
      [
        [-280, 384, 120],
        [-60, 376, 70],
        [60, 388, 130],
        [330, 380, 110],
        [500, 390, 80],
        [720, 384, 140],
      ],
      paint('#8FDCE4', 0.1),
      0.8,
    ),
    birds(
      frame,
      variant % 3 === 1
        ? [
            [470, 60],
            [498, 74],
            [526, 64],
          ]
        : [
            [520, 70],
            [546, 56],
          ],
    ),
  ];
}

const RIPPLES: [number, number, number][] = [
  [-330, 236, 90],
  [-180, 252, 120],
  [-20, 234, 70],
  [40, 258, 110],
  [150, 240, 60],
  [10, 284, 80],
  [-300, 280, 130],
];

function pier({ paint, wide }: Frame) {
  const wood = paint('#3C5258', 0.16);
  return (
    path(`M${wide ? -400 : -30} 184H84v7H${wide ? -400 : -30}zM44 184l5-16h28l5 16zM54 168l9-9 9 9z`, wood) +
    line(
      wide
        ? `${PILES}M-40 190v26M-78 190v26M-116 190v26M-154 190v27M-192 190v27M-230 190v27M-268 190v27M-306 190v28M-344 190v28`
        : PILES,
      wood,
      4,
    )
  );
}
const PILES = 'M74 190v24M36 190v24M-2 190v25';

/** Low on the board, arms out, trailing a line of spray. */
function surfer({ paint }: Frame) {
  const skin = paint('#8A4B2C');
  return (
    line('M300 264q-34 26-92 36', paint(PAINT.paper), 5, 'stroke-opacity=".85"') +
    path('M158 306q44 6 82-14-36 2-62 2-18 2-20 12z', paint(PAINT.poppy)) +
    line('M184 297l10-16 16 2 6 10', paint(PAINT.ink), 8, 'stroke-linejoin="round"') +
    line('M206 280l-8-24', paint(PAINT.ink), 10) +
    line('M200 258l-24 8M198 256l24-10', skin, 5) +
    disc(192, 244, 7, skin)
  );
}

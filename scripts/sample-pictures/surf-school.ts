import { palm, sky } from './nature.ts';
import {
  circle,
  createRandom,
  ellipse,
  fade,
  path,
  place,
  rect,
  repeat,
  type Sheet,
  stroke,
  tint,
  turn,
  WHOLE,
} from './sheet.ts';

export const surfboards = (s: Sheet) => [
  sky(s, ['#58a6d6', '#bfe2ee', '#fbeacb']),
  rect([0, 330, 960, 150], s.linear(['#2c8fae', '#5fc0cc'])),
  s.noise([0, 330, 960, 150], '#ffffff', '0.006 0.09', 0.45, 0.6),
  s.rough('0.05 0.1', 2.6, path('M-10 470Q300 440 980 462V730H-10z', s.linear(['#f3dfb6', '#d9b983', '#bd965c']))),
  s.blur(10, ...[150, 330, 520, 700].map((x) => path(`M${x - 20} 640l130 -8l240 70h-130z`, '#6b4a2850'))),
  ...[
    ['#e8632c', '#fff3d6'],
    ['#0a7a92', '#f6d27a'],
    ['#f4f0e4', '#d8432f'],
    ['#f2b544', '#0a5c73'],
  ].map(([main = '', stripe = ''], index) =>
    turn(
      -8 + index * 5,
      190 + index * 190,
      640,
      s.shadow(
        6,
        6,
        8,
        0.35,
        path(
          `M${190 + index * 190} ${100 + (index % 2) * 50}Q${282 + index * 190} 300 ${250 + index * 190} 640H${130 + index * 190}Q${98 + index * 190} 300 ${190 + index * 190} ${100 + (index % 2) * 50}z`,
          s.linear([tint(main, 0.45), main, tint(main, -0.35)], 0),
        ),
      ),
      path(`M${178 + index * 190} ${170 + (index % 2) * 50}h24V640h-24z`, stripe),
      fade(0.5, s.blur(6, stroke(`M${150 + index * 190} 330q-8 120 4 260`, '#ffffff', 10))),
    ),
  ),
  s.rough(
    '0.09',
    2,
    repeat(4, (index) => ellipse(190 + index * 190, 646, 110, 26, '#e3c793')),
  ),
  palm(s, 905, 500, 400),
];

export const wave = (s: Sheet) => [
  sky(s, ['#3a8cc9', '#a9d7ea', '#fdf0d0'], { x: 700, y: 120, r: 30 }),
  rect([0, 280, 960, 440], s.linear(['#4fb3c8', '#1f7d9c', '#0d4f6e'])),
  s.noise([0, 280, 960, 440], '#d9f4f6', '0.008 0.05', 0.42, 0.5),
  s.shadow(
    0,
    -6,
    14,
    0.25,
    path(
      'M-20 620Q60 330 300 250Q520 180 690 260Q600 250 560 330Q520 440 620 520Q760 600 980 560V740H-20z',
      s.linear(['#a8ecdf', '#3fb8bd', '#128097', '#0a4f6e'], 75),
    ),
  ),
  ...Array.from({ length: 13 }, (_, index) =>
    fade(
      0.32,
      stroke(
        `M${20 + index * 42} ${640 - index * 10}Q${90 + index * 38} ${400 - index * 6} ${320 + index * 25} ${262 - index * 2}`,
        index % 2 ? '#dffaf0' : '#0b6a80',
        5 + (index % 3) * 3,
      ),
    ),
  ),
  path('M690 260Q600 250 560 330Q530 420 590 494Q560 380 620 310Q650 276 690 260z', s.linear(['#0d5a70', '#0a4358'])),
  spray(s, 1, 170, (part) => [300 + part * 420, 250 - Math.sin(part * Math.PI) * 18], 46),
  spray(s, 2, 150, (part) => [570 + part * 400, 520 + part * 46], 60),
  s.blur(
    3,
    fade(
      0.7,
      ...[0, 1, 2].map((index) =>
        stroke(
          `M-40 ${640 + index * 34}Q300 ${590 + index * 40} 560 ${632 + index * 30}T1000 ${600 + index * 40}`,
          '#e9fbfb',
          4 + index * 3,
        ),
      ),
    ),
  ),
  fade(0.5, rect(WHOLE, s.radial(['#fff4c880', '#ffffff00'], 0.73, 0.17, 0.6))),
];

/** Drops of foam scattered about a line. */
function spray(s: Sheet, seed: number, count: number, at: (part: number) => [number, number], spread: number): string {
  const random = createRandom(seed);
  const drops = repeat(count, () => {
    const [x, y] = at(random());
    const far = (random() + random() - 1) * spread;
    return fade(
      0.35 + random() * 0.6,
      circle(x + far, y + (random() + random() - 1) * spread * 0.6, 1 + random() ** 3 * 19, '#ffffff'),
    );
  });
  return s.blur(1.5, drops);
}

export const pierAtSunset = (s: Sheet) => [
  sky(s, ['#3b3f77', '#c0607a', '#f6915a', '#fcd583'], { x: 400, y: 380, r: 46, color: '#ffdf90' }),
  rect([0, 420, 960, 300], s.linear(['#f2a05c', '#a4567a', '#37406f'])),
  s.noise([0, 420, 960, 300], '#ffe2a0', '0.006 0.07', 0.5, 0.75),
  s.blur(7, path('M350 420h100l50 300H300z', '#fff0b090')),
  path('M960 330L520 400v14L960 372z', '#2b2036'),
  ...Array.from({ length: 9 }, (_, index) =>
    stroke(
      `M${930 - index * 52} ${350 - index * -6}V${650 - index * 25}M${930 - index * 52} ${400 + index * 2}l-52 ${50 - index * 4}`,
      '#2b2036',
      14 - index * 1.2,
    ),
  ),
  path('M800 364v-70l50-34l50 34v60z', '#241a30'),
  rect([828, 310, 16, 22], '#ffcf70'),
  s.rough('0.02 0.07', 2.4, path('M-10 640Q240 600 520 650T980 670V730H-10z', s.linear(['#b77b66', '#5f4152']))),
  s.blur(3, stroke('M-10 636Q240 596 520 646T980 666', '#ffe9d0', 7)),
  place(
    200,
    640,
    1.5,
    circle(0, -92, 10, '#20182a'),
    path('M-9 -80h18l4 42l8 40h-10l-10-34l-10 34h-10l8-42z', '#20182a'),
    turn(14, 26, -50, ellipse(26, -46, 9, 56, '#20182a')),
  ),
];

import { leafBlade, pine, ridge, sky } from './nature.ts';
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
  WHOLE,
} from './sheet.ts';
import { ball, wood } from './surfaces.ts';

export const sunriseRidges = (s: Sheet) => [
  sky(s, ['#4e7bb0', '#e8b48c', '#fbdca0'], { x: 590, y: 270, r: 30 }),
  ...['#b29aa8', '#94808f', '#71697c', '#4f5866', '#37454a'].map(
    (color, row) =>
      ridge(row * 7 + 2, 330 + row * 62, 170 - row * 14, s.linear([color, tint(color, 0.22)])) +
      s.blur(20, fade(0.35, ellipse(500, 420 + row * 62, 600, 30, '#f9dcb4'))),
  ),
  s.rough('0.03 0.08', 3, path('M-10 640Q220 540 430 600T970 580V730H-10z', s.linear(['#7b7a45', '#3a4426']))),
  s.blur(
    1,
    repeat(60, (index) => leafBlade((index * 61) % 960, 716, 26 + ((index * 37) % 54), ((index * 13) % 40) - 20)),
  ),
];

export const hikingBoots = (s: Sheet) => [
  s.blur(
    12,
    sky(s, ['#7fb0d6', '#dfe9e0', '#c9d3a4']),
    ridge(6, 380, 190, '#7d94a4'),
    repeat(9, (index) => pine(index * 120, 520, 240, '#4f6f55')),
  ),
  wood(s, [0, 520, 960, 200], '#8b6844'),
  ...[0, 1].map((index) =>
    s.shadow(
      10,
      18,
      16,
      0.5,
      place(
        index * 300 + 150,
        index * 40 + 210,
        1,
        s.rough(
          '0.25',
          1.1,
          path(
            'M60 0Q120 -16 168 0L178 150Q290 190 330 240Q346 280 330 300H40Q20 160 60 0z',
            s.linear(['#c98a4c', '#8a5527', '#57330f'], 60),
          ),
        ),
        path('M30 296H340q10 30-6 46H40q-18-14-10-46z', s.linear(['#3a322c', '#171412'])),
        repeat(11, (tread) => rect([42 + tread * 27, 334, 16, 16], '#171412')),
        path('M56 6Q118 -12 170 6L172 40Q112 24 54 42z', s.linear(['#e8c79a', '#a67c48'])),
        ...[0, 1, 2, 3, 4].map(
          (lace) =>
            stroke(
              `M${120 - lace * 4} ${70 + lace * 34}q40 ${-14 - lace * 2} ${84 + lace * 16} ${8 + lace * 6}`,
              '#d8432f',
              9,
            ) + ball(s, 118 - lace * 4, 72 + lace * 34, 8, '#c9b27a'),
        ),
        s.rough('0.3', 0.8, path('M250 220Q330 236 334 298H210Q220 240 250 220z', '#4b3522')),
      ),
    ),
  ),
];

export const litTent = (s: Sheet) => {
  const random = createRandom(12);
  return [
    rect(WHOLE, s.linear(['#101c3c', '#33477a', '#b98289', '#f0b482'])),
    repeat(140, () => fade(random(), circle(random() * 960, random() * 330, 0.6 + random() * 1.4, '#fff'))),
    ridge(41, 470, 190, '#3c3f63'),
    s.blur(
      2,
      repeat(13, (index) => pine(index * 80, 580, 220 + ((index * 67) % 140), '#1d2a38')),
    ),
    s.rough('0.04', 3, rect([-10, 560, 980, 170], s.linear(['#3d4434', '#20261f']))),
    s.blur(40, ellipse(490, 600, 330, 80, '#ffa94a90')),
    s.shadow(
      0,
      10,
      12,
      0.5,
      path('M250 640L460 390Q480 372 500 390L740 640z', s.radial(['#fff3b0', '#ffb347', '#d9692a'], 0.5, 0.75, 0.7)),
    ),
    path('M480 378L420 640H560z', s.radial(['#fffbd8', '#ffd074'], 0.5, 0.8, 0.6)),
    fade(0.4, path('M480 378Q560 500 740 640H640Q540 500 480 378z', '#7a2f12')),
    stroke('M480 378L420 640M480 378L560 640', '#a8481a', 5),
    stroke('M250 640L190 668M740 640L800 668', '#d8c9a0', 3),
    s.blur(
      2,
      ...[
        [330, 640],
        [640, 645],
      ].map(([x = 0, y = 0]) => ellipse(x, y + 12, 40, 10, '#181c16')),
    ),
    place(
      790,
      640,
      1,
      s.blur(14, circle(0, 0, 50, '#ff9a3c90')),
      ...[-1, 0, 1].map((side) =>
        path(`M${side * 12 - 12} 10q0-40 12-60q14 24 12 60z`, s.linear(['#fff3a0', '#ff7a20'])),
      ),
      stroke('M-30 16l60 10M-30 26l60-10', '#3b2415', 12),
    ),
    pine(60, 700, 520, '#121b22'),
    pine(920, 720, 560, '#10181e'),
  ];
};

import { palm, ridge, sky } from './nature.ts';
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
  turn,
  WHOLE,
} from './sheet.ts';
import { boards, plaster, windowLight, wood } from './surfaces.ts';

export const pool = (s: Sheet) => [
  sky(s, ['#2f7fc4', '#8cc4e6', '#f2e6cf']),
  ridge(3, 330, 210, '#9a7d86'),
  ridge(14, 350, 120, '#84636a'),
  ...[
    [110, 400, 330],
    [205, 410, 260],
    [860, 420, 380],
  ].map(([x = 0, y = 0, height = 0]) => palm(s, x, y, height)),
  s.shadow(10, 14, 12, 0.35, rect([270, 300, 480, 120], s.linear(['#fff8ea', '#e0cfae'], 0))),
  rect([300, 324, 190, 96], s.linear(['#1f3a45', '#86b3c4', '#243f4a'], 40)),
  stroke('M395 324v96', '#f6ecd8', 5),
  ...Array.from({ length: 5 }, (_, row) =>
    repeat(4, (index) => rect([560 + index * 44, 316 + row * 21, 38, 17], s.linear(['#ffffff', '#c8b38c']), 7)),
  ),
  s.shadow(0, 14, 10, 0.4, path('M230 292L770 268v24L230 312z', '#e07b39')),
  s.rough('0.3', 0.5, rect([0, 415, 960, 320], s.linear(['#f0e0c4', '#d3bb93']))),
  s.shadow(0, -5, 4, 0.25, path('M170 520q70-80 260-60t250-6t170 110t-150 130t-360 6t-200-60t30-120z', '#fffaf0')),
  path(
    'M190 530q70-68 240-50t250-6t150 92t-140 112t-340 4t-184-52t24-100z',
    s.linear(['#2f9fb8', '#4cc3d4', '#8fe3e6']),
  ),
  s.noise([170, 440, 700, 260], '#ffffff', '0.02 0.06', 0.34, 0.45),
  ...[
    [150, 640],
    [800, 450],
  ].map(([x = 0, y = 0]) =>
    s.shadow(
      8,
      10,
      8,
      0.35,
      place(
        x,
        y,
        1,
        path('M-90 30L40 20L110 -40L120 -30L60 40L-86 50z', s.linear(['#ffffff', '#f1b36b'])),
        stroke('M-70 48v26M40 40v28', '#7a5a38', 6),
      ),
    ),
  ),
  fade(0.3, rect(WHOLE, s.linear(['#fff0c060', '#ffffff00', '#10305a60'], 60))),
];

export const guestRoom = (s: Sheet) => [
  plaster(s, WHOLE, '#e6cfae'),
  windowLight(s, 470, 90, 260, 260, 130),
  rect([60, 70, 230, 290], '#f8f1e4'),
  rect([76, 86, 198, 258], s.linear(['#5b9bd0', '#c4def0', '#f2dcb8'])),
  path('M76 290q50-60 90-40t60-30t48 30V344H76z', s.linear(['#b58a78', '#8b5f4f'])),
  stroke('M175 86v258', '#f8f1e4', 8),
  boards(s, 600, '#a9743f'),
  s.shadow(0, 12, 16, 0.4, wood(s, [330, 320, 560, 190], '#8d5a30')),
  ...[370, 630].map((x) =>
    s.shadow(2, 8, 10, 0.35, rect([x, 400, 220, 116], s.linear(['#ffffff', '#efe6d8', '#cfc2ae'], 70), 34)),
  ),
  s.shadow(0, 8, 10, 0.3, rect([545, 436, 130, 84], s.linear(['#e58a4e', '#b8551f'], 70), 24)),
  s.shadow(
    0,
    16,
    18,
    0.45,
    s.rough(
      '0.02 0.04',
      2.5,
      path('M320 500Q610 470 900 500V660Q610 690 320 660z', s.linear(['#fdf9f1', '#e3d8c5', '#b6a890'])),
    ),
  ),
  s.rough('0.3', 1, path('M320 580Q610 556 900 580V668Q610 696 320 668z', s.linear(['#2f8a93', '#1b5a66']))),
  repeat(7, (index) => stroke(`M${360 + index * 82} 590v70`, '#e9b96e', 6)),
  s.blur(30, circle(250, 330, 120, '#ffd98a90')),
  s.shadow(
    2,
    6,
    6,
    0.3,
    path('M196 300h110l26 90H170z', s.linear(['#fff6d8', '#ffdc95'])),
    rect([244, 390, 12, 100], '#a9803c'),
    rect([180, 490, 146, 130], s.linear(['#8d5a30', '#5f3a1d']), 6),
  ),
];

export const desertNight = (s: Sheet) => {
  const random = createRandom(3);
  return [
    rect(WHOLE, s.linear(['#0b1230', '#1f2b5c', '#6a4a78', '#d8875f'])),
    turn(
      -28,
      480,
      300,
      s.blur(26, fade(0.5, ellipse(480, 220, 620, 60, '#8f9ad8'), ellipse(520, 215, 400, 22, '#e6dcf4'))),
    ),
    repeat(330, () =>
      fade(0.25 + random() * 0.75, circle(random() * 960, random() ** 1.4 * 520, 0.5 + random() ** 4 * 2.4, '#fff')),
    ),
    ridge(17, 520, 150, '#2b2240'),
    ridge(9, 560, 70, '#1b1730'),
    ...[
      [150, 560, 1],
      [330, 580, 0.72],
      [480, 590, 0.55],
      [700, 575, 0.85],
      [850, 590, 0.6],
    ].map(([x = 0, y = 0, k = 1], index) =>
      place(
        x,
        y,
        k,
        path('M-5 0L-3 -260h6L5 0z', s.linear(['#c7b9c8', '#57506a'], 0)),
        ...[0, 120, 240].map((angle) =>
          turn(
            angle + index * 31,
            0,
            -262,
            path('M-4 -262Q8 -320 2 -402Q-8 -330 -4 -262z', s.linear(['#efe4e6', '#8d84a0'])),
          ),
        ),
        circle(0, -262, 8, '#ddd'),
      ),
    ),
    rect([0, 600, 960, 120], s.linear(['#231a2c', '#120e1a'])),
    s.blur(22, ellipse(540, 650, 260, 40, '#ffb45a70')),
    s.shadow(
      0,
      0,
      14,
      0,
      rect([400, 590, 290, 56], '#3a2a33'),
      path('M380 590l330-14v14z', '#c96a3a'),
      ...[420, 490, 560, 630].map((x) => rect([x, 604, 40, 34], s.radial(['#fff0b5', '#ffb950']))),
    ),
  ];
};

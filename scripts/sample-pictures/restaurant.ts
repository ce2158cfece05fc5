import { leaf, plant } from './nature.ts';
import { circle, ellipse, fade, path, rect, repeat, type Sheet, stroke, tint, turn, WHOLE } from './sheet.ts';
import { bokeh, tube, wood } from './surfaces.ts';

export const tortillas = (s: Sheet) => [
  rect(WHOLE, s.linear(['#4a2a1c', '#8a4f2c', '#c98a4c'], 25)),
  bokeh(s, 8, ['#ffd58a', '#ff9a52', '#ffe9c0'], 26, [0, 0, 960, 360]),
  wood(s, [0, 400, 960, 330], '#8e5c33'),
  s.shadow(
    10,
    16,
    20,
    0.5,
    s.rough(
      '0.06',
      2,
      path('M120 540Q300 420 560 440T860 560Q760 680 470 690T120 540z', s.linear(['#fbf3e4', '#d9c8ac'], 60)),
    ),
  ),
  ...Array.from({ length: 4 }, (_, index) =>
    stroke(
      `M${180 + index * 26} ${560 + index * 26}Q420 ${650 + index * 10} ${820 - index * 30} ${560 + index * 26}`,
      index % 2 ? '#2f7f96' : '#d8432f',
      6,
    ),
  ),
  ...Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [490 + ((index * 17) % 13) - 6, 560 - index * 19];
    const spots = repeat(9, (spot) =>
      fade(
        0.5,
        s.blur(
          1.6,
          ellipse(
            x - 170 + ((spot * 83 + index * 31) % 340),
            y - 44 + ((spot * 37) % 84),
            9 + ((spot * 5) % 12),
            4 + (spot % 3) * 2,
            '#8a5524',
          ),
        ),
      ),
    );
    return s.shadow(2, 6, 5, 0.45, ellipse(x, y, 232, 74, s.linear(['#f9e6b8', '#edcf90', '#c69a55'], 70))) + spots;
  }),
  s.blur(
    16,
    fade(
      0.45,
      path(
        'M430 370q-60-90 0-160t-10-160q80 70 30 160t10 160zM560 380q-50-80 10-150t-20-170q90 90 40 180t0 140z',
        '#fff8ea',
      ),
    ),
  ),
];

export const salsas = (s: Sheet) => [
  wood(s, WHOLE, '#6f472b'),
  repeat(4, (index) => stroke(`M0 ${170 + index * 170}h960`, '#2a160a90', 5)),
  ...(
    [
      [300, 300, 190, '#5f8a2c'],
      [690, 250, 160, '#b8301c'],
      [610, 560, 130, '#f2e3c0'],
    ] as const
  ).map(([x, y, r, color]) =>
    [
      s.shadow(14, 18, 16, 0.55, circle(x, y, r, s.radial(['#2f7f96', '#1c5a70', '#123f52'], 0.4, 0.35, 0.7))),
      circle(x, y, r * 0.88, '#0f3343'),
      s.rough(
        '0.05',
        4.5,
        circle(x, y, r * 0.84, s.radial([tint(color, 0.3), color, tint(color, -0.3)], 0.42, 0.38, 0.62)),
      ),
      repeat(26, (index) =>
        fade(
          0.8,
          turn(
            index * 61,
            x,
            y,
            ellipse(x + r * (0.1 + ((index * 29) % 60) / 100), y, 7, 4, index % 3 ? tint(color, -0.45) : '#f5f1dc'),
          ),
        ),
      ),
      leaf(s, x - r * 0.2, y, r * 0.5, -30),
      leaf(s, x, y + 4, r * 0.42, 40),
    ].join(''),
  ),
  ...(
    [
      [110, 570, 82],
      [250, 620, 70],
      [880, 520, 74],
    ] as const
  ).map(
    ([x, y, r]) =>
      s.shadow(8, 12, 10, 0.5, circle(x, y, r, '#5f9a34')) +
      circle(x, y, r * 0.88, '#eef5c4') +
      repeat(9, (index) =>
        turn(
          index * 40,
          x,
          y,
          path(
            `M${x} ${y}L${x - r * 0.24} ${y - r * 0.74}Q${x} ${y - r * 0.88} ${x + r * 0.24} ${y - r * 0.74}z`,
            s.linear(['#b7d65c', '#dcec9a']),
          ),
        ),
      ),
  ),
  ...[0, 1, 2].map((index) =>
    turn(
      20 + index * 24,
      420,
      560,
      tube(s, `M${330 + index * 40} ${620}q70 -50 150 10`, 26, '#c42a18') +
        stroke(`M${330 + index * 40} 620l-22 8`, '#4f7a2c', 10),
    ),
  ),
  repeat(8, (index) => leaf(s, 820 + ((index * 23) % 90), 60 + index * 12, 70, 20 + index * 37)),
];

export const restaurantAtDusk = (s: Sheet) => [
  rect(WHOLE, s.linear(['#1d2a58', '#7a4c7c', '#e08a5c'])),
  s.rough('0.4', 0.8, rect([80, 150, 800, 470], s.linear(['#f3dfc0', '#cfa878']))),
  rect([80, 130, 800, 34], '#8f4a2c'),
  repeat(20, (index) => path(`M${80 + index * 40} 130q20-30 40 0z`, s.linear(['#d9744a', '#8f3d20']))),
  ...[150, 560].map(
    (x) =>
      s.blur(26, rect([x - 20, 290, 290, 220], '#ffb45c90')) +
      rect([x, 300, 250, 190], s.radial(['#fff1bd', '#ffc766', '#d98834'], 0.5, 0.6, 0.8)) +
      stroke(`M${x} 300h250v190h-250zM${x + 125} 300v190`, '#3f2a1c', 9),
  ),
  s.blur(20, rect([420, 320, 120, 290], '#ffb45c70')),
  rect([430, 320, 100, 290], s.linear(['#2b7a8c', '#14485a'])),
  rect([446, 340, 68, 120], s.linear(['#ffe2a0', '#f0ad52'])),
  ...[130, 540].map((x) =>
    s.shadow(
      0,
      14,
      10,
      0.4,
      repeat(8, (index) => path(`M${x + index * 36} 236h36l6 66q-24 16-48 0z`, index % 2 ? '#fbf3e2' : '#c83f26')),
    ),
  ),
  repeat(
    16,
    (index) =>
      rect([80 + index * 50, 556, 48, 48], index % 2 ? '#2f7f96' : '#e9c25a', 3) +
      circle(104 + index * 50, 580, 12, index % 2 ? '#f6e6c0' : '#b8301c'),
  ),
  s.rough('0.1 0.2', 1, rect([0, 620, 960, 110], s.linear(['#8a6a5c', '#3b2c34']))),
  s.blur(14, ...[270, 480, 690].map((x) => ellipse(x, 660, 120, 22, '#ffc06a80'))),
  stroke('M0 60Q240 150 480 80T960 70', '#2a1c20', 3),
  ...Array.from({ length: 17 }, (_, index) => {
    const [x, y] = [30 + index * 57, 96 + Math.sin(index * 0.8) * 20];
    return s.blur(9, circle(x, y, 22, '#ffc45c80')) + circle(x, y, 8, '#fff3c4');
  }),
  plant(s, 60, 660, 210),
  plant(s, 905, 664, 230),
];

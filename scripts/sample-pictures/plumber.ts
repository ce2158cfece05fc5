import { plant, sky } from './nature.ts';
import { circle, ellipse, fade, path, place, rect, repeat, type Sheet, stroke, WHOLE } from './sheet.ts';
import { ball, bokeh, tube } from './surfaces.ts';

export const copperPipes = (s: Sheet) => [
  rect(WHOLE, '#9fb4b5'),
  repeat(42, (index) => {
    const [x, y] = [(index % 7) * 142 - 20, Math.floor(index / 7) * 124 - 6];
    return s.shadow(
      0,
      1,
      2,
      0.5,
      rect([x, y, 136, 118], s.linear(['#f2f7f5', '#d9e5e2', '#b3c8c7'], 45 + (index % 3) * 12), 5),
    );
  }),
  fade(0.5, rect(WHOLE, s.linear(['#fff3d870', '#ffffff00', '#1b3b4480'], 40))),
  tube(s, 'M-20 210H560Q620 210 620 270V740', 54, '#b8662f'),
  tube(s, 'M-20 500H250Q300 500 300 450V-20', 46, '#b8662f'),
  ...[
    [120, 210],
    [455, 210],
    [620, 430],
    [300, 130],
    [110, 500],
  ].map(([x = 0, y = 0], index) =>
    s.shadow(
      2,
      6,
      5,
      0.5,
      rect(
        index < 2 || index > 3 ? [x - 20, y - 35, 40, 70] : [x - 36, y - 20, 72, 40],
        s.linear(['#f0b27e', '#8d4a20', '#d28a52', '#5c2c12'], index < 2 || index > 3 ? 90 : 0),
        6,
      ),
    ),
  ),
  s.shadow(
    6,
    18,
    14,
    0.5,
    rect([596, 520, 48, 74], s.linear(['#f2dfa0', '#a07f36', '#6b5420'], 0), 6),
    stroke('M620 556h-120', '#8c8f90', 16),
    stroke('M620 552h-120', '#e6eaea', 5),
  ),
  s.shadow(
    8,
    20,
    12,
    0.45,
    ...repeat(
      1,
      () =>
        stroke('M500 556m-62 0a62 62 0 1 0 124 0a62 62 0 1 0 -124 0M440 556h120M500 496v120', '#a3211a', 19) +
        stroke('M500 552m-62 0a62 62 0 1 0 124 0a62 62 0 1 0 -124 0', '#e2574a', 7),
    ),
  ),
  ball(s, 500, 556, 18, '#8d1d16'),
];

export const faucet = (s: Sheet) => [
  rect(WHOLE, s.linear(['#cfe0dd', '#e9e2d2', '#b9a98d'], 30)),
  s.blur(
    16,
    rect([60, 40, 250, 330], '#f6fbfa'),
    rect([84, 64, 94, 280], '#b7d6e2'),
    rect([192, 64, 94, 280], '#cfe6ea'),
    plant(s, 820, 420, 300),
    rect([560, 60, 150, 240], '#d9c7a4'),
    circle(640, 180, 70, '#f3ead7'),
  ),
  bokeh(s, 4, ['#ffffff', '#ffe9bd'], 14, [0, 0, 960, 380]),
  s.rough('0.02 0.05', 1, rect([0, 430, 960, 300], s.linear(['#f4efe6', '#ddd4c6', '#b9ad9b']))),
  s.shadow(0, 10, 20, 0.4, ellipse(500, 590, 360, 118, s.linear(['#ffffff', '#e8eceb', '#c4cccb']))),
  ellipse(500, 588, 318, 92, s.linear(['#8fa3a5', '#dfe8e8', '#ffffff'])),
  ellipse(500, 604, 250, 62, s.radial(['#d7eef2', '#a9cbd3', '#e6f0f0'])),
  fade(
    0.7,
    repeat(
      3,
      (index) =>
        `<ellipse cx="492" cy="606" rx="${40 + index * 46}" ry="${10 + index * 12}" stroke="#fff" stroke-width="${4 - index}"/>`,
    ),
  ),
  fade(
    0.85,
    path('M482 330h20q6 150 2 276h-24q-4-140 2-276z', s.linear(['#ffffff', '#a9d3de', '#ffffff', '#bfe2ea'], 0)),
  ),
  tube(s, 'M760 500V300Q760 170 630 170Q492 170 492 300V330', 52, '#9aa6aa'),
  s.shadow(4, 10, 8, 0.4, rect([718, 470, 84, 44], s.linear(['#f4f8f8', '#8a979b', '#dfe6e8', '#6b777b'], 0), 10)),
  tube(s, 'M764 262L850 214', 24, '#9aa6aa'),
  ball(s, 856, 210, 20, '#a3aeb1'),
];

export const van = (s: Sheet) => [
  sky(s, ['#6fa3c9', '#f4c58d', '#f7dcae'], { x: 820, y: 250 }),
  s.blur(
    9,
    path('M80 300L330 170L580 300z', '#9a5c44'),
    rect([120, 300, 420, 230], s.linear(['#f0dcbd', '#c9a982'], 0)),
    rect([180, 360, 90, 90], '#4e6b78'),
    rect([390, 350, 80, 180], '#6a4631'),
    rect([620, 330, 340, 200], '#c8ab8a'),
    circle(60, 330, 110, '#55703f'),
    circle(680, 300, 120, '#6d7f46'),
    circle(900, 360, 100, '#4f6a3c'),
    rect([0, 500, 960, 60], '#71854c'),
  ),
  s.rough('0.5', 0.7, rect([0, 550, 960, 170], s.linear(['#9d958c', '#6d675f']))),
  s.blur(8, ellipse(480, 628, 370, 24, '#2a241d90')),
  s.shadow(
    0,
    8,
    10,
    0.35,
    path(
      'M140 600V330q0-50 50-50H640q40 0 62 34l62 96 60 20q26 8 26 40v130z',
      s.linear(['#ffffff', '#e9eff0', '#a9b8bd', '#7d8d93']),
    ),
  ),
  path('M610 314h28q22 0 36 22l52 80H610z', s.linear(['#31505e', '#8fb8c6', '#243d48'], 50)),
  path('M470 314h112v102H470z', s.linear(['#8fb8c6', '#31505e'], 40)),
  fade(0.5, path('M480 316l60 0l-40 98h-20z', '#ffffff')),
  rect([140, 470, 710, 34], s.linear(['#2c86a4', '#0a5c73'])),
  place(
    215,
    340,
    1,
    path('M55 0q44 52 44 82a44 44 0 0 1-88 0q0-30 44-82z', s.linear(['#5fb9d4', '#0a5c73'], 45)),
    stroke('M34 84a22 22 0 0 0 20 22', '#ffffffb0', 7),
  ),
  ...[270, 700].map(
    (x) =>
      circle(x, 600, 62, '#1d1b1a') +
      circle(x, 600, 52, s.radial(['#4b4745', '#1a1817'])) +
      circle(x, 600, 30, s.radial(['#f0f3f4', '#a8b0b4', '#5f676b'], 0.4, 0.35, 0.7)) +
      circle(x, 600, 8, '#4b5256'),
  ),
  rect([806, 470, 40, 26], s.radial(['#fffbe0', '#ffd877']), 10),
  fade(0.35, rect(WHOLE, s.linear(['#ffb35c60', '#ffffff00', '#2b1d3a70'], 160))),
];

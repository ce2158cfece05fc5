import { pine, ridge, sky } from './nature.ts';
import {
  circle,
  createRandom,
  ellipse,
  fade,
  path,
  rect,
  repeat,
  type Sheet,
  stroke,
  tint,
  turn,
  WHOLE,
} from './sheet.ts';
import { tube, wood } from './surfaces.ts';

export const snowCabin = (s: Sheet) => [
  sky(s, ['#2b3f6c', '#7d86b0', '#f0c3a4']),
  ridge(31, 330, 170, '#8f9cc0'),
  s.blur(
    2,
    repeat(16, (index) => pine(index * 64 + 10, 470, 170 + ((index * 53) % 90), '#3c4f68', 0.35)),
  ),
  s.rough('0.012 0.03', 5, rect([-10, 450, 980, 280], s.linear(['#c9d4ea', '#f2f5fb', '#b7c5e0']))),
  s.blur(26, ellipse(470, 610, 300, 60, '#ffc98aa0')),
  s.shadow(14, 12, 16, 0.4, wood(s, [280, 360, 400, 220], '#7a4b2c')),
  repeat(9, (index) => stroke(`M280 ${384 + index * 24}h400`, '#3f2413a0', 3)),
  path('M230 372L480 190L730 372z', s.linear(['#5a3a28', '#3b2417'])),
  s.shadow(
    0,
    6,
    5,
    0.3,
    path('M218 374L480 178L742 374q-10 14-24 2L480 204L242 376q-14 12-24-2z', s.linear(['#ffffff', '#d5dff0'])),
  ),
  rect([600, 214, 46, 90], '#6b5148'),
  s.blur(14, fade(0.7, path('M620 200q-30-60 10-100t20-90q60 50 10 110t0 80z', '#e8ebf4'))),
  ...[330, 560].map(
    (x) =>
      s.blur(18, rect([x - 16, 414, 112, 106], '#ffb95c80')) +
      rect([x, 430, 80, 80], s.radial(['#fff2b8', '#ffc25e', '#e08c30'], 0.5, 0.6, 0.7)) +
      stroke(`M${x + 40} 430v80M${x} 470h80`, '#5b3a22', 6),
  ),
  rect([446, 430, 74, 150], s.linear(['#4a2c1a', '#6c4226'], 0)),
  s.blur(7, ellipse(480, 590, 250, 16, '#f6f8fd')),
  pine(120, 640, 330, '#2c4252', 0.85),
  pine(830, 660, 380, '#293d4c', 0.85),
  snowfall(1),
];

export const winterForest = (s: Sheet) => [
  sky(s, ['#8fb5d8', '#dbe7f0', '#fbe8d2'], { x: 640, y: 240 }),
  ...[0, 1, 2].map((row) => {
    const color = ['#a9bdcf', '#7a95aa', '#3f5d6d'][row] as string;
    const trees = repeat(14 - row * 3, (index) =>
      pine(
        index * (74 + row * 26) + ((index * 29) % 34),
        470 + row * 60,
        200 + row * 70 + ((index * 47) % 80),
        color,
        0.3 + row * 0.22,
      ),
    );
    return s.blur(5 - row * 2, trees) + s.blur(24, fade(0.55, ellipse(480, 470 + row * 62, 640, 46, '#f4f1ec')));
  }),
  s.rough(
    '0.008 0.03',
    6,
    path('M-10 545Q240 500 500 550T970 520V730H-10z', s.linear(['#fdfbf6', '#d7e2f0', '#a9bddb'])),
  ),
  s.blur(
    5,
    ...[0, 1, 2, 3].map((index) =>
      fade(0.3, path(`M${560 - index * 150} 560l70 0l${-260 - index * 40} 170h-110z`, '#6f8fc0')),
    ),
  ),
  s.shadow(
    2,
    4,
    3,
    0.3,
    repeat(9, (index) =>
      ellipse(560 - index * 22 + (index % 2) * 26, 586 + index * 15, 9 + index, 4 + index * 0.6, '#8ba4c6'),
    ),
  ),
];

export const woodpile = (s: Sheet) => {
  const random = createRandom(9);
  return [
    wood(s, WHOLE, '#5d4330'),
    repeat(8, (index) => stroke(`M0 ${index * 58}h960`, '#20140c90', 5)),
    repeat(38, (index) => {
      const [x, y, r] = [
        54 + (index % 10) * 94 + (Math.floor(index / 10) % 2) * 44,
        690 - Math.floor(index / 10) * 84,
        44 + random() * 8,
      ];
      const color = ['#d8ab73', '#c99962', '#e2bc88'][index % 3] as string;
      return (
        s.shadow(3, 6, 6, 0.6, circle(x, y, r, '#4b3423')) +
        circle(x, y, r * 0.88, s.radial([tint(color, 0.25), color, tint(color, -0.35)], 0.45, 0.4, 0.6)) +
        fade(
          0.4,
          repeat(
            5,
            (ring) =>
              `<circle cx="${x + 2}" cy="${y}" r="${r * (0.14 + ring * 0.15)}" stroke="#7a4d28" stroke-width="2"/>`,
          ),
        ) +
        (index % 4 ? '' : stroke(`M${x} ${y}l${r * 0.7} ${r * 0.2}`, '#5b371b', 3))
      );
    }),
    s.shadow(
      0,
      8,
      8,
      0.4,
      s.rough(
        '0.03',
        3,
        path(
          'M-10 400Q90 340 200 372T420 360T640 376T840 356T970 384V424Q900 440 820 420T600 428T380 420T180 432T-10 430z',
          s.linear(['#ffffff', '#cfdbee']),
        ),
      ),
    ),
    s.shadow(
      10,
      14,
      10,
      0.5,
      turn(
        9,
        800,
        400,
        tube(s, 'M800 60V470', 18, '#b98a55'),
        path('M742 450h116v150q-58 40-116 0z', s.linear(['#d6604a', '#8e2c1f'], 0)),
        rect([770, 40, 60, 22], '#8a6136', 10),
      ),
    ),
    snowfall(5),
  ];
};

function snowfall(seed: number): string {
  const random = createRandom(seed);
  return repeat(90, () =>
    fade(0.4 + random() * 0.5, circle(random() * 960, random() * 720, 1 + random() * 3.2, '#fff')),
  );
}

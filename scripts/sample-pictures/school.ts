import { flower, leaf, palm, plant, sky } from './nature.ts';
import { circle, ellipse, path, place, rect, repeat, type Sheet, stroke, tint, turn, WHOLE } from './sheet.ts';
import { ball, boards, plaster, tube, windowLight, wood } from './surfaces.ts';

export const orangeGarden = (s: Sheet) => [
  s.blur(
    5,
    sky(s, ['#6fb2de', '#cfe7ef', '#f7eed2']),
    rect([560, 230, 420, 240], '#f3e3c6'),
    path('M530 240L770 130L1000 240z', '#b86a48'),
    rect([640, 300, 80, 90], '#5f8fa0'),
    rect([780, 300, 90, 170], '#3f7f86'),
  ),
  s.rough('0.08', 2, rect([-10, 460, 980, 270], s.linear(['#9bb35f', '#5f8038']))),
  s.shadow(10, 10, 12, 0.4, path('M250 560Q262 420 240 330h56Q280 430 300 560z', s.linear(['#8d6a48', '#57402a'], 0))),
  ...[
    [270, 240, 150],
    [150, 290, 110],
    [390, 290, 115],
    [270, 150, 100],
    [200, 200, 90],
    [350, 190, 95],
  ].map(([x = 0, y = 0, r = 0]) =>
    s.rough('0.06', 5, circle(x, y, r, s.radial(['#7fae52', '#4b8038', '#2b5a26'], 0.36, 0.3, 0.75))),
  ),
  ...[
    [180, 230],
    [300, 150],
    [250, 280],
    [360, 240],
    [140, 320],
    [420, 310],
    [320, 340],
    [220, 130],
    [400, 190],
  ].map(([x = 0, y = 0]) => s.shadow(2, 4, 4, 0.4, ball(s, x, y, 21, '#f08a24'))),
  ...[0, 1].map((index) => {
    const [x, y] = [430 + index * 210, 560 + index * 50];
    return (
      s.shadow(8, 14, 12, 0.4, wood(s, [x, y, 260, 80], '#a97a48')) +
      s.rough('0.15', 3, rect([x + 8, y - 16, 244, 26], '#4b3322')) +
      repeat(12, (at) => leaf(s, x + 24 + at * 19, y - 12, 54, -130 + (at % 4) * 28, at % 2 ? '#6fae4a' : '#3f8040')) +
      (index
        ? repeat(5, (at) => ball(s, x + 40 + at * 46, y - 34, 12, '#d8432f'))
        : repeat(4, (at) => flower(s, x + 44 + at * 56, y - 46, 22, '#f2c04e')))
    );
  }),
  s.shadow(
    6,
    10,
    8,
    0.4,
    place(
      120,
      640,
      1,
      path('M-50 -50H40L28 40H-40z', s.linear(['#7fc0c8', '#2f7f8c'], 0)),
      tube(s, 'M36 -20L110 -70', 16, '#3f8f9c'),
      stroke('M-50 -40q-50 30 4 62', '#2f7f8c', 10),
    ),
  ),
];

export const readingNook = (s: Sheet) => [
  plaster(s, WHOLE, '#dfe6d4'),
  rect([280, 50, 400, 350], '#ffffff'),
  s.blur(
    4,
    rect([300, 70, 360, 310], s.linear(['#9fd0ea', '#e6f3ea', '#a9c88a'])),
    circle(380, 300, 70, '#6f9a58'),
    circle(590, 310, 90, '#7fae5c'),
    palm(s, 520, 390, 240),
  ),
  stroke('M480 60v330M290 220h380', '#ffffff', 12),
  windowLight(s, 300, 470, 320, 200, 60),
  ...[60, 740].map(
    (x) =>
      s.shadow(4, 8, 8, 0.3, wood(s, [x, 110, 170, 540], '#c99c66')) +
      [0, 1, 2, 3]
        .map(
          (row) =>
            rect([x + 12, 124 + row * 130, 146, 116], '#7a5632') +
            repeat(8, (index) =>
              rect(
                [x + 18 + index * 17, 150 + row * 130 + ((index * 7) % 26), 14, 88 - ((index * 7) % 26)],
                ['#c94f3a', '#3f8fae', '#f2c04e', '#6f9a58', '#f4efe4', '#8e6fae'][(index + row) % 6] as string,
                2,
              ),
            ),
        )
        .join(''),
  ),
  boards(s, 640, '#c9a06c'),
  s.shadow(
    0,
    14,
    14,
    0.35,
    rect([250, 520, 470, 140], s.linear(['#ffffff', '#e3dccb']), 10),
    rect([240, 476, 490, 60], s.linear(['#7fb8a8', '#4b8878']), 24),
  ),
  ...(
    [
      ['#f2b544', 300, -8],
      ['#e8708a', 400, 6],
      ['#f4efe4', 570, -4],
      ['#3f8fae', 650, 9],
    ] as const
  ).map(([color, x, angle]) =>
    turn(
      angle,
      x,
      440,
      s.shadow(
        4,
        8,
        8,
        0.35,
        s.rough(
          '0.1',
          0.9,
          rect([x - 50, 380, 108, 104], s.linear([tint(color, 0.35), color, tint(color, -0.25)], 55), 26),
        ),
      ),
    ),
  ),
  s.shadow(
    3,
    6,
    5,
    0.35,
    path('M430 486L490 470L548 486V506L490 494L430 506z', '#fffdf6'),
    stroke('M490 472v22', '#c9a06c', 3),
  ),
  s.blur(1, s.rough('0.12', 2, ellipse(480, 694, 330, 26, '#d98a6a'))),
];

export const toyShelf = (s: Sheet) => [
  plaster(s, WHOLE, '#f0e4cc'),
  windowLight(s, 120, 40, 300, 300, 130),
  ...[360, 660].map((y) => s.shadow(0, 20, 16, 0.35, wood(s, [30, y, 900, 38], '#d3a871'))),
  ...['#c94f3a', '#e8893a', '#f2c04e', '#6f9a58', '#3f8fae', '#5f5f9e'].map((color, index) =>
    s.shadow(
      3,
      5,
      5,
      0.4,
      `<path d="M${100 + index * 24} 360A${170 - index * 24} ${170 - index * 24} 0 0 1 ${440 - index * 24} 360" stroke="${color}" stroke-width="23"/>`,
    ),
  ),
  s.shadow(
    6,
    8,
    8,
    0.4,
    rect([560, 270, 90, 90], s.linear(['#f6d28a', '#d09a48'], 40), 4),
    rect([660, 270, 90, 90], s.linear(['#7fb4c8', '#3f7f9a'], 40), 4),
    rect([610, 180, 90, 90], s.linear(['#e8907a', '#b8553a'], 40), 4),
  ),
  ball(s, 830, 314, 46, '#6f9a58'),
  ...[0, 1, 2, 3, 4].map((index) =>
    s.shadow(
      3,
      5,
      5,
      0.35,
      rect(
        [90 + index * 46, 480 + index * 12, 38, 180 - index * 12],
        s.linear(
          [
            tint(['#c94f3a', '#3f8fae', '#f2c04e', '#6f9a58', '#8e6fae'][index] as string, 0.3),
            ['#c94f3a', '#3f8fae', '#f2c04e', '#6f9a58', '#8e6fae'][index] as string,
          ],
          0,
        ),
        3,
      ),
    ),
  ),
  s.shadow(4, 8, 8, 0.4, s.rough('0.08', 2.5, path('M380 520h220l-22 140H402z', s.linear(['#d9b27a', '#a67a42'], 0)))),
  ...[
    [430, 500],
    [490, 488],
    [550, 502],
  ].map(([x = 0, y = 0], index) => ball(s, x, y, 36, ['#e8893a', '#3f8fae', '#c94f3a'][index] as string)),
  plant(s, 780, 660, 220, '#f4efe4', '#5c9a60'),
];

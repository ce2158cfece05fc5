import { plant } from './nature.ts';
import { circle, ellipse, fade, path, place, rect, repeat, type Sheet, stroke, tint, turn, WHOLE } from './sheet.ts';
import { boards, bokeh, plaster, tube, windowLight, wood } from './surfaces.ts';

export const reception = (s: Sheet) => [
  plaster(s, WHOLE, '#e3ece8'),
  windowLight(s, 60, 60, 300, 300, 150),
  boards(s, 560, '#c9a377'),
  s.shadow(0, 8, 10, 0.3, rect([560, 90, 300, 190], s.linear(['#ffffff', '#eef3f2']), 6)),
  path('M586 262V210Q640 150 690 190T770 170T834 214V262z', s.linear(['#7fb8c8', '#3f7f96'])),
  path('M586 262V236Q660 196 720 226T834 230V262z', '#2f6a80'),
  ...[300, 480, 660].map(
    (x) =>
      stroke(`M${x} 0v150`, '#5b6a68', 4) +
      s.blur(20, circle(x, 196, 70, '#fff1c490')) +
      path(`M${x - 54} 196q0-54 54-54t54 54z`, s.linear(['#f5cf86', '#c9933f'])) +
      ellipse(x, 196, 54, 9, '#fffbe8'),
  ),
  s.shadow(
    0,
    20,
    20,
    0.35,
    wood(s, [250, 420, 590, 210], '#b98e5e'),
    rect([226, 396, 640, 34], s.linear(['#ffffff', '#d8dedb']), 6),
  ),
  s.shadow(
    4,
    6,
    6,
    0.3,
    rect([640, 320, 120, 78], s.linear(['#31434a', '#1c2a30']), 6),
    rect([690, 396, 20, 6], '#31434a'),
  ),
  plant(s, 120, 650, 330, '#f2f2ee', '#3f8060'),
  place(330, 396, 0.4, plant(s, 0, 0, 220, '#0a7a8c', '#4f8f5f')),
];

export const dentalChair = (s: Sheet) => [
  rect(WHOLE, s.linear(['#f4f8f7', '#d6e4e4'], 70)),
  s.blur(
    8,
    rect([60, 60, 520, 360], '#ffffff'),
    rect([84, 84, 228, 312], s.linear(['#8cc5e4', '#e3f0ee', '#3f8fae'])),
    rect([330, 84, 228, 312], s.linear(['#9bcfe8', '#eaf3ee', '#4696b2'])),
    ...[150, 230, 420, 500].map((x) => path(`M${x} 320l34-130v130z`, '#ffffff')),
  ),
  s.rough('0.02 0.06', 0.6, rect([0, 560, 960, 170], s.linear(['#dfe5e3', '#aab8b6']))),
  s.blur(14, ellipse(480, 640, 330, 34, '#3c4f5270')),
  tube(s, 'M480 640V540', 70, '#b8c4c6'),
  s.shadow(
    6,
    14,
    14,
    0.35,
    path(
      'M160 500Q150 470 190 468L520 480Q560 480 590 440L700 250Q720 220 756 236Q790 254 772 290L660 510Q630 570 560 570H230Q170 560 160 500z',
      s.linear(['#4fb6bd', '#1d8791', '#0d5c68'], 60),
    ),
  ),
  fade(0.6, s.blur(7, stroke('M210 486L520 500Q580 498 610 452L718 264', '#c8f2ee', 14))),
  s.shadow(4, 8, 8, 0.3, rect([700, 190, 110, 70], s.linear(['#5fc0c6', '#14707a'], 60), 26)),
  tube(s, 'M960 60H770Q690 60 660 120L600 190', 22, '#c3ced0'),
  s.blur(30, circle(540, 260, 120, '#fffbe0a0')),
  s.shadow(
    4,
    10,
    8,
    0.3,
    turn(
      38,
      580,
      210,
      ellipse(580, 210, 92, 34, s.linear(['#ffffff', '#b9c7ca'])),
      ellipse(580, 226, 70, 16, '#fffbe6'),
    ),
  ),
  tube(s, 'M880 650V430H800', 20, '#c3ced0'),
  s.shadow(4, 10, 8, 0.3, rect([740, 410, 190, 26], s.linear(['#ffffff', '#c3cfd0']), 8)),
  ...[0, 1, 2, 3].map((index) => stroke(`M${766 + index * 42} 408l${10 - index * 3} -52`, '#8fa0a4', 8)),
  plant(s, 90, 640, 240, '#f2f2ee', '#3f8060'),
];

export const toothbrushes = (s: Sheet) => [
  rect(WHOLE, s.linear(['#e9f2ee', '#bcd8d8', '#8fb8c0'], 30)),
  s.blur(
    14,
    plant(s, 820, 430, 330, '#ffffff', '#5c9a70'),
    rect([60, 80, 220, 330], '#f8fcfb'),
    circle(170, 230, 90, '#cfe6ea'),
  ),
  bokeh(s, 15, ['#ffffff', '#f7edcf'], 16, [0, 0, 960, 400]),
  s.rough('0.008 0.02', 1.2, rect([0, 520, 960, 210], s.linear(['#ffffff', '#e3e3de', '#b9bcb8']))),
  ...(
    [
      ['#e8632c', -16, 400],
      ['#0a7a92', 4, 470],
      ['#f2b544', 20, 540],
    ] as const
  ).map(([color, angle, x]) =>
    turn(
      angle,
      x,
      560,
      s.shadow(
        4,
        6,
        6,
        0.3,
        rect([x - 15, 170, 30, 400], s.linear([tint(color, 0.5), color, tint(color, -0.4)], 0), 14),
        rect([x - 19, 70, 38, 110], s.linear([tint(color, 0.5), color], 0), 14),
      ),
      repeat(8, (index) => rect([x + 17, 80 + index * 12, 30, 9], index % 3 ? '#ffffff' : '#7fd0d8', 3)),
    ),
  ),
  s.shadow(
    10,
    14,
    16,
    0.35,
    fade(0.72, path('M330 330h290l-24 290q-120 30-242 0z', s.linear(['#ffffff', '#b5d6dc', '#eaf6f7', '#8fb9c2'], 0))),
  ),
  fade(0.9, s.blur(3, stroke('M366 360l16 240', '#ffffff', 12))),
  `<ellipse cx="475" cy="332" rx="145" ry="24" stroke="#ffffffd0" stroke-width="7"/>`,
  s.shadow(
    6,
    10,
    8,
    0.3,
    turn(
      -7,
      760,
      600,
      rect([650, 566, 220, 62], s.linear(['#ffffff', '#dfe8e8', '#b5c4c6']), 26),
      rect([686, 566, 90, 62], '#2aa0a8'),
      rect([868, 580, 34, 34], '#0a7a8c', 6),
    ),
  ),
];

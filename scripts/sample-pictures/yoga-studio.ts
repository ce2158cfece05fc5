import { leafBlade, plant, sky } from './nature.ts';
import { circle, ellipse, fade, path, rect, repeat, type Sheet, stroke, tint, WHOLE } from './sheet.ts';
import { ball, boards, plaster, windowLight, wood } from './surfaces.ts';

export const yogaStudio = (s: Sheet) => [
  plaster(s, WHOLE, '#f0e6d6'),
  ...[70, 380, 690].map(
    (x) =>
      rect([x, 50, 210, 360], '#ffffff') +
      s.blur(
        5,
        rect([x + 14, 64, 182, 332], s.linear(['#a9d5ea', '#eaf4ee', '#9fc0a0'])),
        circle(x + 60, 340, 54, '#7fa877'),
        circle(x + 150, 350, 64, '#6f9a70'),
      ) +
      stroke(`M${x + 105} 60v340`, '#ffffff', 8),
  ),
  boards(s, 450, '#c9955c'),
  ...[40, 360, 680].map((x) => s.blur(10, fade(0.5, path(`M${x} 460h170l-60 250h-220z`, '#fff3d0')))),
  ...(['#6f8fae', '#c9805c', '#7f9a72'] as const).map((color, index) => {
    const x = 300 + index * 190;
    return s.shadow(
      4,
      8,
      8,
      0.4,
      path(
        `M${x - 50 + (1 - index) * 20} 520h110l${(index - 1) * 50 + 34} 180h-${172}z`,
        s.linear([tint(color, 0.35), color]),
      ),
    );
  }),
  plant(s, 70, 620, 280, '#f4efe4', '#4f8a5c'),
  plant(s, 905, 610, 250, '#d9b48a', '#5f9a60'),
  s.blur(12, fade(0.35, rect(WHOLE, s.linear(['#fff6d8', '#ffffff00', '#5a3a2060'], 70)))),
];

export const stackedStones = (s: Sheet) => [
  sky(s, ['#7fb2d8', '#f3d3b8', '#fbe6c4'], { x: 260, y: 330, r: 34 }),
  rect([0, 400, 960, 320], s.linear(['#c9c4c0', '#5f93ab', '#356d8a'])),
  s.noise([0, 400, 960, 200], '#fff3d8', '0.006 0.08', 0.5, 0.8),
  s.blur(3, path('M970 250Q900 250 850 300T760 360T690 402H970z', s.linear(['#a89a80', '#8b8f86']))),
  s.rough('0.03 0.06', 3.5, path('M-10 600Q300 560 560 585T970 560V730H-10z', s.linear(['#a89572', '#5c4c38']))),
  ...[
    [640, 590, 150, 50, '#7f7a74'],
    [634, 508, 118, 42, '#a09789'],
    [646, 440, 88, 33, '#6d6a69'],
    [638, 386, 62, 26, '#b8ab98'],
    [643, 344, 38, 19, '#82796f'],
  ].map(([x, y, rx, ry, color]) =>
    s.shadow(
      10,
      10,
      9,
      0.45,
      s.rough(
        '0.2',
        1.2,
        ellipse(
          x as number,
          y as number,
          rx as number,
          ry as number,
          s.linear([tint(color as string, 0.45), color as string, tint(color as string, -0.5)], 60),
        ),
      ),
    ),
  ),
  s.blur(
    2,
    repeat(40, (index) => leafBlade((index * 53) % 420, 715, 40 + ((index * 37) % 60), 12 + ((index * 13) % 26))),
  ),
];

export const yogaMats = (s: Sheet) => [
  plaster(s, WHOLE, '#ead9c2'),
  windowLight(s, 480, 40, 330, 330, 130),
  ...[420, 690].map((y) => s.shadow(0, 20, 16, 0.4, wood(s, [30, y, 900, 40], '#b98a58'))),
  ...(['#6f8fae', '#c9805c', '#7f9a72', '#d9b04c', '#8f6f8f'] as const).map((color, index) => {
    const [x, y] = [130 + index * 150, 352];
    const coil = repeat(
      6,
      (ring) =>
        `<circle cx="${x}" cy="${y}" r="${62 - ring * 10}" stroke="${tint(color, ring % 2 ? 0.25 : -0.3)}" stroke-width="7"/>`,
    );
    return s.shadow(6, 10, 10, 0.45, ball(s, x, y, 67, color)) + coil;
  }),
  ...[0, 1, 2].map((index) =>
    s.shadow(
      4,
      8,
      8,
      0.4,
      s.rough('0.06', 1.6, rect([110 + index * 6, 630 - index * 48, 230, 46], s.linear(['#e3b98a', '#b98450']), 8)),
    ),
  ),
  s.shadow(
    4,
    8,
    8,
    0.4,
    s.rough(
      '0.2',
      1.3,
      ...[0, 1, 2].map((index) =>
        rect([420, 620 - index * 62, 210, 62], ['#f4efe4', '#9fb8b0', '#e3a98a'][index] as string, 22),
      ),
    ),
  ),
  plant(s, 790, 690, 240, '#f4efe4', '#5f9a60'),
];

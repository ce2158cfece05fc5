import { circle, ellipse, fade, path, rect, repeat, type Sheet, stroke, turn, WHOLE } from './sheet.ts';
import { ball, bokeh } from './surfaces.ts';

export const garage = (s: Sheet) => [
  rect(WHOLE, s.linear(['#39434a', '#5d686c', '#2b3236'])),
  repeat(7, (index) => stroke(`M${index * 160} 0v560`, '#00000030', 4)),
  ...[180, 480, 780].map(
    (x) => s.blur(26, rect([x - 110, 30, 220, 40], '#f4fbff90')) + rect([x - 90, 40, 180, 14], '#fdfefe', 6),
  ),
  s.blur(
    4,
    rect([40, 230, 180, 330], '#8f2f22'),
    repeat(
      6,
      (index) =>
        rect([52, 246 + index * 52, 156, 42], s.linear(['#d4523c', '#8f2f22']), 3) +
        rect([100, 262 + index * 52, 60, 6], '#f0e6e0'),
    ),
    rect([760, 200, 180, 360], '#444d52'),
    ...[0, 1, 2].map((row) =>
      repeat(
        3,
        (index) =>
          circle(790 + index * 58, 250 + row * 110, 27, '#17191b') +
          circle(790 + index * 58, 250 + row * 110, 13, '#6a7176'),
      ),
    ),
  ),
  s.rough('0.02 0.06', 0.8, rect([0, 560, 960, 170], s.linear(['#8d9496', '#50585b']))),
  s.blur(16, ellipse(480, 640, 330, 34, '#000000a0')),
  ...[270, 690].map(
    (x) =>
      rect([x - 22, 90, 44, 540], s.linear(['#f2c23c', '#c98f14', '#7a5608'], 0), 4) +
      rect([x - 60, 620, 120, 24], '#2b2f31', 4),
  ),
  rect([250, 436, 460, 22], s.linear(['#4d565a', '#1f2426'])),
  s.shadow(
    0,
    12,
    14,
    0.5,
    path(
      'M180 410Q176 340 240 326L320 316Q372 240 440 236H560Q630 240 676 314L750 330Q790 340 784 412z',
      s.linear(['#7fc0d8', '#1f7f9c', '#0d4f66', '#0a3b4d']),
    ),
  ),
  path(
    'M344 316Q384 256 444 254H486V316zM506 254H556Q612 258 648 316H506z',
    s.linear(['#cfe6ec', '#4b6a75', '#1d2f37'], 50),
  ),
  fade(0.6, s.blur(5, stroke('M200 350Q480 320 760 352', '#dff4fa', 9))),
  ...[288, 676].map(
    (x) =>
      circle(x, 426, 62, '#141516') +
      circle(x, 426, 40, s.radial(['#f2f5f6', '#a4adb1', '#4c5458'], 0.4, 0.35, 0.7)) +
      repeat(5, (index) => turn(index * 72, x, 426, rect([x - 5, 392, 10, 30], '#5b6367', 4))),
  ),
  rect([744, 350, 34, 20], s.radial(['#fffbe0', '#ffd877']), 8),
];

export const tireWall = (s: Sheet) => [
  rect(WHOLE, s.linear(['#2a3034', '#4d5659'], 70)),
  ...Array.from({ length: 12 }, (_, index) => {
    const [x, y] = [130 + (index % 4) * 232, 130 + Math.floor(index / 4) * 232];
    return [
      s.shadow(12, 16, 14, 0.6, circle(x, y, 112, s.radial(['#151718', '#2b2f31', '#141617']))),
      repeat(30, (tread) => turn(tread * 12, x, y, rect([x - 4, y - 112, 8, 16], '#0b0c0d'))),
      `<circle cx="${x}" cy="${y}" r="88" stroke="#4b5154" stroke-width="3"/><circle cx="${x}" cy="${y}" r="80" stroke="#0b0c0d" stroke-width="4"/>`,
      circle(x, y, 66, s.linear(['#f5f7f8', '#8f999d', '#d6dcde', '#5f696d'], 40 + index * 12)),
      repeat(index % 2 ? 5 : 7, (spoke) =>
        turn(
          (spoke * 360) / (index % 2 ? 5 : 7) + index * 9,
          x,
          y,
          path(`M${x} ${y}L${x - 20} ${y - 58}Q${x} ${y - 66} ${x + 20} ${y - 58}z`, '#23292cd0'),
        ),
      ),
      ball(s, x, y, 16, '#aab3b7'),
    ].join('');
  }),
  fade(0.6, rect(WHOLE, s.linear(['#fff1d070', '#ffffff00', '#00000090'], 45))),
];

export const brakeDisc = (s: Sheet) => [
  rect(WHOLE, s.linear(['#1b1f22', '#3a4145', '#121517'], 40)),
  bokeh(s, 44, ['#ffb45c', '#7fc0d8', '#ffffff'], 14),
  s.shadow(
    16,
    20,
    20,
    0.7,
    circle(450, 380, 300, s.linear(['#e9edef', '#7d878c', '#c8cfd2', '#5a6468', '#dfe4e6'], 35)),
  ),
  fade(
    0.22,
    repeat(
      24,
      (index) =>
        `<circle cx="450" cy="380" r="${180 + index * 5}" stroke="${index % 2 ? '#ffffff' : '#30383c'}" stroke-width="1.6"/>`,
    ),
  ),
  repeat(24, (index) =>
    turn(index * 15, 450, 380, circle(450, 150, 9, '#23292c'), circle(450 + 26, 200, 8, '#23292c')),
  ),
  circle(450, 380, 172, s.linear(['#3b4347', '#1a1e20', '#4b5458'], 50)),
  s.shadow(4, 6, 6, 0.6, circle(450, 380, 130, s.radial(['#c3cacd', '#7a8387', '#3a4246'], 0.4, 0.35, 0.75))),
  repeat(5, (index) => turn(index * 72, 450, 380, circle(450, 296, 22, '#20262a'), ball(s, 450, 296, 16, '#b9c1c5'))),
  ball(s, 450, 380, 44, '#8d969a'),
  s.shadow(
    10,
    16,
    14,
    0.6,
    path(
      'M590 110Q780 200 790 400Q790 520 700 610L620 540Q680 470 680 390Q670 260 540 190z',
      s.linear(['#ff6a4c', '#c62a18', '#7a120a'], 50),
    ),
  ),
  fade(0.6, s.blur(5, stroke('M620 150Q760 230 768 400', '#ffd0c0', 10))),
  ...[
    [650, 190],
    [740, 400],
    [672, 556],
  ].map(([x = 0, y = 0]) => ball(s, x, y, 18, '#b9c1c5')),
];

import { ridge, sky } from './nature.ts';
import { circle, ellipse, fade, path, place, rect, repeat, type Sheet, stroke, WHOLE } from './sheet.ts';
import { tube } from './surfaces.ts';

export const solarField = (s: Sheet) => [
  sky(s, ['#37426f', '#b06a6c', '#f2a45c', '#fbd68c'], { x: 480, y: 330, r: 40, color: '#ffd890' }),
  ridge(21, 380, 90, '#6d4a5c'),
  ridge(8, 410, 50, '#54394a'),
  rect([0, 410, 960, 310], s.linear(['#7a5140', '#3c2a26'])),
  s.noise([0, 410, 960, 310], '#d39a62', '0.02 0.12', 0.45, 0.4),
  ...[0, 1, 2, 3, 4].map((row) => {
    const [y, k] = [424 + row * row * 16, 0.35 + row * 0.32];
    return repeat(9 - row, (index) => {
      const x = 480 + (index - (8 - row) / 2) * 210 * k;
      const panel = solarPanel(
        s,
        [
          [x - 92 * k, y],
          [x + 80 * k, y],
          [x + 96 * k, y + 66 * k],
          [x - 100 * k, y + 66 * k],
        ],
        5,
        3,
      );
      return stroke(`M${x} ${y + 60 * k}v${34 * k}`, '#2b2020', 8 * k) + panel;
    });
  }),
  fade(0.5, rect(WHOLE, s.radial(['#ffcf7a70', '#ffb05020', '#20103060'], 0.5, 0.46, 0.7))),
];

export const desertHouse = (s: Sheet) => [
  sky(s, ['#3f86c2', '#a6cfe6', '#f3e3c4']),
  ridge(5, 360, 130, '#a6857c'),
  ridge(11, 400, 80, '#8c6758'),
  s.rough('0.06 0.2', 1.4, rect([0, 420, 960, 300], s.linear(['#d9b888', '#b68c5a']))),
  s.shadow(16, 16, 14, 0.35, s.rough('0.4', 0.6, rect([150, 390, 600, 220], s.linear(['#fbf1df', '#ddc7a5'], 0)))),
  path('M110 400L230 230H700L800 400z', s.linear(['#8a5742', '#5f3a2b'])),
  solarPanel(
    s,
    [
      [250, 252],
      [455, 252],
      [446, 380],
      [200, 380],
    ],
    4,
    3,
  ),
  solarPanel(
    s,
    [
      [470, 252],
      [682, 252],
      [740, 380],
      [464, 380],
    ],
    4,
    3,
  ),
  ...[210, 560].map(
    (x) =>
      rect([x, 450, 110, 96], s.linear(['#24404d', '#7fa9b8', '#1c333e'], 55), 3) +
      stroke(`M${x + 55} 450v96M${x} 498h110`, '#f7efe0', 5),
  ),
  rect([400, 440, 90, 170], s.linear(['#2f7f86', '#1d555c'])),
  ...[
    [70, 640, 1.2],
    [840, 620, 1.5],
  ].map(([x = 0, y = 0, k = 1]) =>
    place(
      x,
      y,
      k,
      tube(s, 'M0 0V-150', 30, '#4d7a4c'),
      tube(s, 'M0 -60H-34V-110', 20, '#4d7a4c'),
      tube(s, 'M0 -80H32V-128', 20, '#557f50'),
    ),
  ),
  s.blur(
    2,
    repeat(16, (index) =>
      ellipse(30 + index * 63, 660 + ((index * 37) % 50), 26, 12, index % 2 ? '#8e7a45' : '#a08a55'),
    ),
  ),
];

export const panelsInSun = (s: Sheet) => [
  sky(s, ['#2c74b4', '#79b4dc', '#d8ecf4'], { x: 700, y: 130, r: 34 }),
  solarPanel(
    s,
    [
      [-60, 380],
      [470, 300],
      [640, 760],
      [-200, 900],
    ],
    6,
    7,
  ),
  solarPanel(
    s,
    [
      [490, 297],
      [1000, 225],
      [1400, 640],
      [662, 745],
    ],
    6,
    7,
  ),
  s.blur(10, fade(0.75, path('M640 290L760 270L560 640L470 660z', '#ffffff'))),
  s.blur(
    3,
    fade(0.5, circle(560, 310, 46, '#ffd9a0'), circle(470, 440, 26, '#a9e0ff'), circle(420, 520, 60, '#ffcf8a')),
  ),
];

type Point = [x: number, y: number];

/** A panel of solar cells with the corners a, b, c, d (from the upper left, clockwise). */
function solarPanel(sheet: Sheet, [a, b, c, d]: [Point, Point, Point, Point], columns = 6, rows = 4): string {
  const mix = ([x, y]: Point, [endX, endY]: Point, part: number) => `${x + (endX - x) * part} ${y + (endY - y) * part}`;
  const line = (from: string, to: string) => stroke(`M${from}L${to}`, '#b9cfe0a0', 1.6);
  return [
    path(`M${a}L${b}L${c}L${d}z`, sheet.linear(['#6fa2cf', '#24507f', '#12294a', '#1d3f68'], 65)),
    repeat(columns - 1, (index) => line(mix(a, b, (index + 1) / columns), mix(d, c, (index + 1) / columns))),
    repeat(rows - 1, (index) => line(mix(a, d, (index + 1) / rows), mix(b, c, (index + 1) / rows))),
    stroke(`M${a}L${b}L${c}L${d}z`, '#dfe7ee', 4),
  ].join('');
}

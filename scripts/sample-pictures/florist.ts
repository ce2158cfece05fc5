import { flower, leaf } from './nature.ts';
import {
  circle,
  createRandom,
  fade,
  path,
  place,
  rect,
  repeat,
  type Sheet,
  stroke,
  tint,
  turn,
  WHOLE,
} from './sheet.ts';
import { ball, bokeh, plaster, tube, windowLight, wood } from './surfaces.ts';

export const bouquet = (s: Sheet) => {
  const random = createRandom(22);
  const colors = ['#e8708a', '#f4a261', '#f6e7c1', '#c94f6d', '#f2b5c4', '#d98cc0'];
  return [
    rect(WHOLE, s.linear(['#5d7363', '#a9b79a', '#e6d8b8'], 30)),
    bokeh(s, 31, ['#fff1c9', '#d5e6c0', '#ffffff'], 30),
    wood(s, [0, 590, 960, 140], '#a97f56'),
    s.shadow(
      10,
      10,
      16,
      0.45,
      path('M380 430h200l34 200q-134 36-268 0z', s.linear(['#ffffff', '#d8e6e4', '#9fb8b8', '#e8f1ef'], 0)),
    ),
    repeat(26, (index) =>
      leaf(s, 480, 420, 190 + random() * 130, -205 + index * 9.2, ['#4b7a45', '#6f9460', '#35603f'][index % 3]),
    ),
    repeat(17, () => {
      const angle = random() * Math.PI;
      return circle(
        480 - Math.cos(angle) * 270 * random() - 10,
        330 - Math.sin(angle) * 250,
        8 + random() * 8,
        '#f4f0dc',
      );
    }),
    repeat(24, (index) => {
      const angle = index * 2.4;
      const far = Math.sqrt(index / 24) * 205;
      return flower(
        s,
        480 + Math.cos(angle) * far * 1.15,
        285 + Math.sin(angle) * far * 0.88,
        74 - far * 0.12,
        colors[index % colors.length] as string,
        8 + (index % 4),
      );
    }),
    fade(0.7, s.blur(4, stroke('M404 460l-20 150', '#ffffff', 12))),
  ];
};

export const flowerMarket = (s: Sheet) => {
  const bunches = ['#e8708a', '#f2b544', '#f7f1e3', '#8e5fae', '#e8632c', '#c94f6d'];
  return [
    wood(s, WHOLE, '#5a4334'),
    ...bunches.map((color, index) => {
      const [x, y] = [160 + (index % 3) * 320, 190 + Math.floor(index / 3) * 350];
      const paper = s.shadow(
        8,
        12,
        12,
        0.5,
        s.rough(
          '0.03',
          2,
          turn(
            index * 50,
            x,
            y,
            path(
              `M${x - 165} ${y - 120}L${x + 30} ${y - 178}L${x + 172} ${y - 60}L${x + 140} ${y + 140}L${x - 60} ${y + 176}L${x - 176} ${y + 60}z`,
              index % 2 ? '#d9b88a' : '#efe7d6',
            ),
          ),
        ),
      );
      const leaves = repeat(12, (at) => leaf(s, x, y, 158, at * 30 + index * 9, index % 2 ? '#4b7a45' : '#6f9460'));
      const flowers = repeat(13, (at) => {
        const far = Math.sqrt(at / 13) * 118;
        return flower(
          s,
          x + Math.cos(at * 2.4 + index) * far,
          y + Math.sin(at * 2.4 + index) * far,
          50,
          at % 4 ? color : tint(color, 0.35),
          8 + (at % 3),
        );
      });
      return paper + leaves + flowers;
    }),
    fade(0.5, rect(WHOLE, s.linear(['#fff0c870', '#ffffff00', '#20103060'], 50))),
  ];
};

export const cactusShelf = (s: Sheet) => [
  plaster(s, WHOLE, '#e9c9a8'),
  windowLight(s, 520, 60, 300, 330, 120),
  ...[330, 670].map((y) => s.shadow(0, 18, 14, 0.4, wood(s, [40, y, 880, 34], '#9a6a3c'))),
  ...(
    [
      [140, 330, 1, '#c9714a'],
      [330, 330, 0.8, '#f4efe4'],
      [520, 330, 1.1, '#2f7f96'],
      [720, 330, 0.85, '#d9a04c'],
      [860, 330, 0.7, '#f4efe4'],
      [170, 670, 1.25, '#f4efe4'],
      [430, 670, 1, '#b8552f'],
      [640, 670, 1.3, '#d8c3a0'],
      [840, 670, 0.95, '#3f6f5f'],
    ] as const
  ).map(([x, y, k, pot], index) =>
    place(
      x,
      y,
      k,
      index % 3 === 0
        ? tube(s, 'M0 -80V-200', 70, '#4d8058') +
            tube(s, 'M30 -130H58V-176', 30, '#4d8058') +
            flower(s, 0, -212, 22, '#e8708a', 8)
        : index % 3 === 1
          ? ball(s, 0, -112, 58, '#5f8f5c') +
            repeat(9, (rib) => fade(0.5, ellipseRib(rib))) +
            flower(s, 6, -166, 20, '#f4a261', 8)
          : repeat(13, (blade) => leaf(s, 0, -76, 110, -170 + blade * 13.4, '#6f9a78')),
      s.shadow(
        6,
        6,
        8,
        0.4,
        s.rough('0.2', 0.7, path('M-54 -84H54L42 0H-42z', s.linear([tint(pot, 0.3), pot, tint(pot, -0.4)], 0))),
        rect([-60, -92, 120, 20], s.linear([tint(pot, 0.4), pot, tint(pot, -0.35)], 0), 4),
      ),
    ),
  ),
];

const ellipseRib = (rib: number) =>
  `<ellipse cx="0" cy="-112" rx="${Math.abs(52 - rib * 13)}" ry="57" stroke="#2f5a3a" stroke-width="3"/>`;

import {
  type Box,
  circle,
  createRandom,
  fade,
  HEIGHT,
  path,
  rect,
  repeat,
  type Sheet,
  stroke,
  tint,
  WHOLE,
  WIDTH,
} from './sheet.ts';

/** Lights out of focus. */
export function bokeh(
  sheet: Sheet,
  seed: number,
  colors: string[],
  count = 24,
  [x, y, width, height]: Box = WHOLE,
): string {
  const random = createRandom(seed);
  return sheet.blur(
    3,
    repeat(count, (index) => {
      const color = colors[index % colors.length] as string;
      return fade(
        0.12 + random() * 0.4,
        circle(x + random() * width, y + random() * height, 12 + random() * 38, color),
      );
    }),
  );
}

/** A tube along a path, lit from above: copper, chrome, rubber. */
export const tube = (sheet: Sheet, d: string, width: number, color: string) =>
  sheet.shadow(
    3,
    10,
    8,
    0.4,
    // A filter does not draw what is as narrow as a straight line: the path itself, without its stroke.
    d.replace(/^M(\S+) (-?\d+).*$/, (_, x, y) => circle(Number(x), Number(y), width, 'none')),
    ...[
      [-0.55, 1],
      [-0.2, 0.78],
      [0.1, 0.5],
      [0.45, 0.2],
    ].map(([amount = 0, part = 1]) => stroke(d, tint(color, amount), width * part, 'butt')),
    sheet.blur(
      width / 22,
      `<g transform="translate(0 ${-width * 0.18})">${stroke(d, '#ffffffb0', width * 0.09, 'butt')}</g>`,
    ),
  );

/** A ball lit from the upper left. */
export const ball = (sheet: Sheet, x: number, y: number, r: number, color: string) =>
  circle(x, y, r, sheet.radial([tint(color, 0.65), color, tint(color, -0.2), tint(color, -0.45)], 0.36, 0.3, 0.75));

/** A wooden surface, its grain along x. */
export const wood = (sheet: Sheet, box: Box, color: string) =>
  [
    rect(box, sheet.linear([tint(color, 0.12), color, tint(color, -0.25)])),
    sheet.noise(box, tint(color, -0.45), '0.004 0.09', 0.62, 0.55),
    sheet.noise(box, tint(color, 0.35), '0.01 0.25', 0.45, 0.35),
  ].join('');

/** A plastered wall with light that falls from one side. */
export const plaster = (sheet: Sheet, box: Box, color: string, angle = 20) =>
  sheet.rough('0.3', 0.45, rect(box, sheet.linear([tint(color, 0.25), color, tint(color, -0.18)], angle)));

/** The light of a window on a wall or floor, with the shadow of its bars. */
export const windowLight = (sheet: Sheet, x: number, y: number, width: number, height: number, slant = 120) =>
  fade(
    0.55,
    sheet.blur(
      7,
      repeat(4, (index) => {
        const left = x + (index % 2) * (width / 2 + 6);
        const top = y + Math.floor(index / 2) * (height / 2 + 8);
        const shift = (part: number) => (slant * (part - y)) / height;
        const bottom = top + height / 2 - 8;
        return path(
          `M${left + shift(top)} ${top}h${width / 2 - 6}L${left + width / 2 - 6 + shift(bottom)} ${bottom}H${left + shift(bottom)}z`,
          '#fff3d2',
        );
      }),
    ),
  );

/** A floor of boards towards the horizon at `y`. */
export function boards(sheet: Sheet, y: number, color: string): string {
  const random = createRandom(y);
  return [
    rect([0, y, WIDTH, HEIGHT - y], sheet.linear([tint(color, 0.3), color, tint(color, -0.3)])),
    repeat(24, (index) => {
      const [near, far] = [(index - 12) * 130 + 480, (index - 12) * 46 + 480];
      const board = path(`M${far} ${y}h46L${near + 130} ${HEIGHT}H${near}z`, random() > 0.5 ? '#ffffff' : '#000000');
      return fade(0.02 + random() * 0.07, board) + stroke(`M${far} ${y}L${near} ${HEIGHT}`, '#00000040', 1.5);
    }),
    sheet.noise([0, y, WIDTH, HEIGHT - y], tint(color, -0.5), '0.012 0.12', 0.55, 0.25),
  ].join('');
}

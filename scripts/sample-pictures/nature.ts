import {
  circle,
  createRandom,
  ellipse,
  fade,
  HEIGHT,
  path,
  place,
  rect,
  repeat,
  type Sheet,
  stroke,
  tint,
  turn,
  WHOLE,
  WIDTH,
} from './sheet.ts';
import { ball } from './surfaces.ts';

/** A chain of mountains or hills up to `amplitude` above `y`. */
export function ridge(seed: number, y: number, amplitude: number, fill: string): string {
  let points = [y, y - amplitude * 0.5, y];
  const random = createRandom(seed);
  for (let spread = amplitude; points.length < 130; spread *= 0.56)
    points = points.flatMap((point, index) => {
      const next = points[index + 1];
      return next === undefined ? [point] : [point, (point + next) / 2 + (random() - 0.6) * spread];
    });
  const step = (WIDTH + 40) / (points.length - 1);
  return path(
    `M-20 ${HEIGHT}${points.map((point, index) => `L${(index * step - 20).toFixed(1)} ${point.toFixed(1)}`).join('')}V${HEIGHT}z`,
    fill,
  );
}

/** A sky with its sun, whose glow brightens what is around it. */
export const sky = (sheet: Sheet, colors: string[], sun?: { x: number; y: number; r?: number; color?: string }) =>
  [
    rect(WHOLE, sheet.linear(colors)),
    sheet.noise([0, 0, WIDTH, HEIGHT * 0.55], '#ffffff', '0.004 0.013', 0.42, 0.35),
    sun &&
      sheet.blur(
        2,
        circle(
          sun.x,
          sun.y,
          (sun.r ?? 26) * 9,
          sheet.radial([`${sun.color ?? '#ffe9b0'}f0`, `${sun.color ?? '#ffe9b0'}60`, '#ffd08000']),
        ) + circle(sun.x, sun.y, sun.r ?? 26, '#fffbe8'),
      ),
  ].join('');

/** A palm whose trunk stands at x, y. */
export function palm(sheet: Sheet, x: number, y: number, height: number, color = '#2f5a34'): string {
  const random = createRandom(Math.round(x + y));
  const frond = (index: number) => {
    const angle = -200 + index * 20 + random() * 12;
    const length = height * (0.3 + random() * 0.08);
    const shade = sheet.linear([tint(color, 0.3), color, tint(color, -0.4)], 60);
    const leaf = path(
      `M0 0Q${length * 0.5} ${-length * 0.34} ${length} ${length * 0.16}Q${length * 0.5} ${-length * 0.1} 0 0z`,
      shade,
    );
    return turn(angle, 0, 0, leaf);
  };
  return place(
    x,
    y,
    1,
    path(
      `M-7 0Q${height * 0.03} ${-height * 0.5} ${height * 0.02} ${-height}h8Q${height * 0.07} ${-height * 0.5} 9 0z`,
      sheet.linear(['#a5825c', '#6a4d33'], 0),
    ),
    place(height * 0.025, -height, 1, repeat(13, frond)),
  );
}

/** A fir whose foot stands at x, y; with snow on its branches from 0 to 1. */
export function pine(x: number, y: number, height: number, color: string, snow = 0): string {
  const random = createRandom(Math.round(x * 7 + height));
  return repeat(9, (index) => {
    const top = y - height + (index * height) / 10;
    const half = height * (0.07 + index * 0.032) * (0.85 + random() * 0.3);
    const bottom = top + height * 0.21;
    const branch = path(
      `M${x} ${top}L${x + half} ${bottom}Q${x + half * 0.4} ${bottom - height * 0.035} ${x} ${bottom}Q${x - half * 0.4} ${bottom - height * 0.035} ${x - half} ${bottom}z`,
      tint(color, (index % 2) * 0.08 - 0.04),
    );
    const cover = path(
      `M${x} ${top}L${x + half * 0.7} ${top + height * 0.14}L${x + half * 0.1} ${top + height * 0.1}L${x - half * 0.65} ${top + height * 0.145}z`,
      '#f4f8ff',
    );
    return branch + (snow ? fade(snow * 0.7, cover) : '');
  });
}

/** A flower from above. */
export function flower(
  sheet: Sheet,
  x: number,
  y: number,
  r: number,
  color: string,
  petals = 9,
  heart = '#f0c75a',
): string {
  const petal = (ring: number) => (index: number) =>
    turn(
      (index * 360) / petals + ring * 20,
      x,
      y,
      ellipse(
        x,
        y - r * 0.55 * (1 - ring * 0.28),
        r * 0.32 * (1 - ring * 0.2),
        r * 0.52 * (1 - ring * 0.3),
        sheet.linear([tint(color, 0.45 - ring * 0.12), color, tint(color, -0.35)]),
      ),
    );
  return sheet.shadow(
    2,
    5,
    5,
    0.35,
    repeat(petals, petal(0)),
    repeat(petals, petal(1)),
    ball(sheet, x, y, r * 0.22, heart),
  );
}

/** A leaf from x, y in a direction in degrees. */
export const leaf = (sheet: Sheet, x: number, y: number, length: number, angle: number, color = '#4b7a45') =>
  turn(
    angle,
    x,
    y,
    path(
      `M${x} ${y}q${length * 0.45} ${-length * 0.36} ${length} 0q${-length * 0.55} ${length * 0.3} ${-length} 0z`,
      sheet.linear([tint(color, 0.35), color, tint(color, -0.3)], 60),
    ),
    stroke(`M${x} ${y}h${length * 0.9}`, '#ffffff38', 1.5),
  );

/** A pot with a plant of pointed leaves; its foot is at x, y. */
export const plant = (sheet: Sheet, x: number, y: number, size: number, pot = '#c9714a', color = '#3f7148') =>
  [
    repeat(11, (index) => leaf(sheet, x, y - size * 0.42, size * (0.5 + (index % 3) * 0.12), -165 + index * 15, color)),
    sheet.shadow(
      4,
      6,
      8,
      0.4,
      path(
        `M${x - size * 0.24} ${y - size * 0.46}h${size * 0.48}l${-size * 0.07} ${size * 0.46}h${-size * 0.34}z`,
        sheet.linear([tint(pot, 0.3), pot, tint(pot, -0.45)], 0),
      ),
    ),
  ].join('');

/** A blade of grass from x, y. */
export const leafBlade = (x: number, y: number, height: number, lean: number) =>
  stroke(
    `M${x} ${y}q${lean / 3} ${-height / 2} ${lean} ${-height}`,
    ['#5d6a33', '#8c8a48', '#2f3d22'][x % 3] as string,
    4,
  );

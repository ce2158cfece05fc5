/** A drawing of 960×720 whose elements may use gradients and filters, which it collects. */
export interface Sheet {
  /** A linear gradient of evenly spaced colors. `angle` in degrees: 0 is left to right, 90 is top to bottom. */
  linear(colors: string[], angle?: number): string;
  /** A radial gradient of evenly spaced colors, about a point in fractions of the box. */
  radial(colors: string[], cx?: number, cy?: number, r?: number): string;
  /** Elements out of focus. */
  blur(radius: number, ...elements: string[]): string;
  /** Elements with the shadow that they cast. */
  shadow(dx: number, dy: number, radius: number, opacity: number, ...elements: string[]): string;
  /** Elements whose surface is rough under a light from the upper left. `frequency`: of one axis or 'x y', per pixel. */
  rough(frequency: string, depth: number, ...elements: string[]): string;
  /** A box of noise in one color: grain of wood, stains, clouds. `cover`: the fraction that shows. */
  noise(box: Box, color: string, frequency: string, cover?: number, opacity?: number): string;
}

/** x, y, width and height in pixels. */
export type Box = [x: number, y: number, width: number, height: number];

export const WIDTH = 960;
export const HEIGHT = 720;
export const WHOLE: Box = [0, 0, WIDTH, HEIGHT];

/** The SVG of a drawing. */
export function drawSheet(draw: (sheet: Sheet) => string[], width = WIDTH, height = HEIGHT): string {
  const definitions: string[] = [];
  const define = (element: (id: string) => string) => {
    const id = `d${definitions.length}`;
    definitions.push(element(id));
    return id;
  };
  const filter = (steps: string) =>
    define(
      (id) =>
        `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%" color-interpolation-filters="sRGB">${steps}</filter>`,
    );
  const filtered = (steps: string, elements: string[]) => `<g filter="url(#${filter(steps)})">${elements.join('')}</g>`;
  let seed = 0;
  const sheet: Sheet = {
    linear(colors, angle = 90) {
      const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const ends = `x1="${x < 0 ? -x : 0}" y1="${y < 0 ? -y : 0}" x2="${Math.max(x, 0)}" y2="${Math.max(y, 0)}"`;
      return `url(#${define((id) => `<linearGradient id="${id}" ${ends}>${toStops(colors)}</linearGradient>`)})`;
    },
    radial: (colors, cx = 0.5, cy = 0.5, r = 0.5) =>
      `url(#${define((id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${toStops(colors)}</radialGradient>`)})`,
    blur: (radius, ...elements) => filtered(`<feGaussianBlur stdDeviation="${radius}"/>`, elements),
    shadow: (dx, dy, radius, opacity, ...elements) =>
      filtered(
        `<feDropShadow dx="${dx}" dy="${dy}" stdDeviation="${radius}" flood-color="#1a1008" flood-opacity="${opacity}"/>`,
        elements,
      ),
    rough: (frequency, depth, ...elements) =>
      filtered(
        `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="4" seed="${++seed}"/>` +
          `<feDiffuseLighting surfaceScale="${depth}" lighting-color="#fff" result="light"><feDistantLight azimuth="225" elevation="62"/></feDiffuseLighting>` +
          `<feComposite in="SourceGraphic" in2="light" operator="arithmetic" k1="1.13"/><feComposite in2="SourceGraphic" operator="in"/>`,
        elements,
      ),
    noise(box, color, frequency, cover = 0.5, opacity = 0.5) {
      const [red, green, blue] = toRgb(color).map((channel) => channel / 255);
      const steps = `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="4" seed="${++seed}"/>
        <feColorMatrix values="0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} 0 5 0 0 ${-4 + cover * 3.2}"/><feComposite in2="SourceGraphic" operator="in"/>`;
      return `<g opacity="${opacity}">${filtered(steps, [rect(box, '#000')])}</g>`;
    },
  };
  const body = draw(sheet).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none"><defs>${definitions.join('')}</defs>${body}</svg>`;
}

/** A color may end with its opacity: '#ffffff80'. */
const toStops = (colors: string[]) =>
  colors
    .map((color, index) => {
      const opacity = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
      const offset = colors.length === 1 ? 0 : index / (colors.length - 1);
      return `<stop offset="${offset}" stop-color="${color.slice(0, 7)}" stop-opacity="${opacity}"/>`;
    })
    .join('');

const toRgb = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A color mixed with white (`amount` > 0) or black. */
export function tint(color: string, amount: number): string {
  const target = amount > 0 ? 255 : 0;
  const mixed = toRgb(color).map((channel) => Math.round(channel + (target - channel) * Math.abs(amount)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Numbers from 0 to 1 that are always the same for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const rect = ([x, y, width, height]: Box, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
export const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
export const stroke = (d: string, color: string, width: number, cap = 'round') =>
  `<path d="${d}" stroke="${color}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="round"/>`;
export const place = (x: number, y: number, scale: number, ...elements: string[]) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${elements.join('')}</g>`;
export const turn = (degrees: number, x: number, y: number, ...elements: string[]) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${elements.join('')}</g>`;
export const fade = (opacity: number, ...elements: string[]) => `<g opacity="${opacity}">${elements.join('')}</g>`;
/** `count` elements, each drawn with its index. */
export const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');

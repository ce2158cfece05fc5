import { type Hex, type Light, lit, mix, PAINT } from './light.ts';
import { disc, line, type Point, path, type Span, smooth, within } from './shapes.ts';

/** What a scene is painted on: the part of it that shows, and the light. Everything is 400 units high. */
export type Frame = {
  light: Light;
  variant: number;
  wide: boolean;
  span: Span;
  /** A local colour in this light, `depth` of the way to the horizon. */
  paint: (colour: Hex, depth?: number) => Hex;
};

export const frameOf = (light: Light, variant: number, wide: boolean): Frame => ({
  light,
  variant,
  wide,
  span: wide ? [-347, 987] : [0, 640],
  paint: (colour, depth) => lit(light, colour, depth),
});

/**
 * The finished SVG: 1600×480 wide, otherwise 640×400. Odd variants are mirrored. Readers who prefer dark pages see it
 * under a thin veil of night; where a policy refuses the style, without it.
 */
export function finish({ span: [from, to], wide, variant, light }: Frame, parts: readonly string[]): string {
  const width = to - from;
  const [top, middle, bottom] = light.sky;
  const mirror = variant % 2 === 1 ? ' transform="matrix(-1 0 0 1 640 0)"' : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide ? 1600 : 640}" height="${wide ? 480 : 400}" viewBox="${from} 0 ${width} 400"${wide ? ' preserveAspectRatio="xMidYMid slice"' : ''} fill="none" stroke-linecap="round">`,
    '<style>@media(prefers-color-scheme:dark){#n{opacity:.2}}</style>',
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
    `<g${mirror}>`,
    ...parts,
    '</g>',
    `<path id="n" opacity="0" fill="${PAINT.ink}" d="M${from} 0h${width}v400h${-width}z"/></svg>`,
  ].join('');
}

/**
 * The sky down to the horizon, with the sun, its halo and (at some hours) its rays. It stands over `x`
 * and comes up from `rise`, which is the horizon where nothing hides it.
 */
export function sky(
  { light, span: [from, to] }: Frame,
  horizon: number,
  { x = light.sunX, radius = 46, rise = horizon } = {},
): string {
  const y = Math.round(rise - 20 - light.sunHeight * (rise - 100));
  // A circle whose edge is as thick as it is wide, dashed: each dash is a beam from the middle.
  const rays = `<circle cx="${x}" cy="${y}" r="600" stroke="${light.glow}" stroke-opacity=".26" stroke-width="1200" stroke-linecap="butt" stroke-dasharray="47.12 78.54"/>`;
  const halo = `<g fill="${light.glow}" fill-opacity=".22">${[1.5, 2.2, 3.2].map((factor) => `<circle cx="${x}" cy="${y}" r="${Math.round(radius * factor)}"/>`).join('')}</g>`;
  return (
    path(`M${from} 0H${to}V${horizon + 30}H${from}z`, 'url(#s)') +
    (light.rays ? rays : '') +
    halo +
    disc(x, y, radius, light.sun)
  );
}

/** Ground from a ridge line down to the bottom of the picture (or to `bottom`). */
export function ground({ span }: Frame, ridge: readonly Point[], fill: Hex, bottom = 400): string {
  const seen = within(ridge, span);
  const [first] = seen as [Point];
  return path(`${smooth(seen)}V${bottom}H${first[0]}z`, fill);
}

/** Still water from the horizon down: it takes the sky's colour far off and is deep near by. */
export function water({ span: [from, to], light, paint }: Frame, top: number, bottom = 400) {
  const far = mix(paint(PAINT.lagoon), light.sky[2], 0.42);
  const deep = mix(PAINT.pacific, light.air[0], light.air[1] * 0.5);
  return (
    `<linearGradient id="w" x2="0" y2="1"><stop stop-color="${far}"/><stop offset=".5" stop-color="${mix(far, deep, 0.62)}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
    path(`M${from} ${top}H${to}V${bottom}H${from}z`, 'url(#w)')
  );
}

/** What the sun leaves on water: dashes that spread and thin out towards the viewer. */
export function glitter({ light }: Frame, x: number, top: number, bottom: number): string {
  let d = '';
  for (let step = 0; step < 8; step++) {
    const length = Math.round(26 + 34 * Math.sin(step * 0.34) + (step % 3) * 8);
    const shift = ((step * 37) % 23) - 11 + (step % 2 ? 2 : -2) * step;
    d += `M${x - length + shift} ${Math.round(top + (bottom - top) * (step / 7) ** 1.5)}h${length * 2 - (step % 2) * 20}`;
  }
  return line(d, light.sun, 3, 'stroke-opacity=".6"');
}

/** Flat clouds, drawn out along the wind. */
export const clouds = (
  { light, span: [from, to] }: Frame,
  places: readonly (readonly [x: number, y: number, length: number])[],
) =>
  path(
    places
      .filter(([x, , length]) => x + length > from && x < to)
      .map(
        ([x, y, length]) =>
          `M${x} ${y}h${length}a5 5 0 0 0 0-10h-${Math.round(length * 0.2)}a7 7 0 0 0-7-8h-${Math.round(length * 0.34)}a6 6 0 0 0-6 8h-${Math.round(length * 0.3)}a5 5 0 0 0 0 10z`,
      )
      .join(''),
    light.sun,
    'fill-opacity=".55"',
  );

/** Birds far off, by the points where their wings meet. */
export const birds = ({ paint }: Frame, places: readonly Point[]) =>
  line(places.map(([x, y]) => `M${x - 11} ${y - 4}q7-5 11 4 5-8 12-5`).join(''), paint(PAINT.ink, 0.15), 2.4);

/** Dashes of light on water or snow, by where each starts and how long it is. */
export const dashes = (
  { span: [from, to] }: Frame,
  places: readonly (readonly [x: number, y: number, length: number])[],
  stroke: Hex,
  opacity: number,
) =>
  line(
    places
      .filter(([x, , length]) => x + length > from && x < to)
      .map(([x, y, length]) => `M${x} ${y}h${length}`)
      .join(''),
    stroke,
    3,
    `stroke-opacity="${opacity}"`,
  );

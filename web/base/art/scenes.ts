import { COUNTY_SLUGS, type CountySlug } from './counties.ts';
import { applyLight, createPalette, DAYLIGHTS, type Daylight, type Hex } from './daylight.ts';

/** Every place with a drawing: the counties, the whole region, and 'lost' for the not-found page. */
export type ScenePlace = CountySlug | 'southern-california' | 'lost';
export const SCENE_PLACES: readonly ScenePlace[] = [...COUNTY_SLUGS, 'southern-california', 'lost'];

/** The content of `scenes/<place>.svg`, by place. */
export type Drawings = Readonly<Record<ScenePlace, string>>;

/** The paths and contents of all pictures. */
export function* postcardFiles(drawings: Drawings): Generator<[path: string, svg: string]> {
  for (const place of [...COUNTY_SLUGS, 'southern-california'] as const) {
    for (let variant = 0; variant < DAYLIGHTS.length; variant++) {
      yield [`/postcards/${place}-${variant}.svg`, renderScene(drawings[place], variant)];
    }
    yield [`/postcards/${place}-wide.svg`, renderScene(drawings[place], HEADERS[place], { wide: true })];
  }
  yield ['/postcards/lost.svg', renderScene(drawings.lost, 0)];
}

/** The variant of each place's header; parts of a drawing that appear only in headers are drawn for it. */
const HEADERS: Record<Exclude<ScenePlace, 'lost'>, number> = {
  'los-angeles-county': 4,
  'orange-county': 2,
  'san-diego-county': 1,
  'ventura-county': 0,
  'riverside-county': 4,
  'san-bernardino-county': 2,
  'imperial-county': 3,
  'kern-county': 3,
  'southern-california': 3,
};

/**
 * A picture for visitors from a drawing (`scenes/README.md`), as an SVG document: 640×400, or 1600×480 when `wide`.
 * In dark mode it is darkened by a style, unless a content security policy blocks the style.
 * @param variant 0 to 5: dawn, morning, noon, golden hour, sunset, dusk; odd ones are mirrored
 */
export function renderScene(drawing: string, variant: number, { wide = false }: { wide?: boolean } = {}): string {
  const light = DAYLIGHTS[variant] as Daylight;
  const [left, width] = wide ? [-347, 1334] : [0, 640];
  const parts = withParts(minify(drawing), wide ? [light.hour, 'wide'] : [light.hour]);
  const shapes = withLight(withSun(parts, light), light);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide ? 1600 : 640}" height="${wide ? 480 : 400}" viewBox="${left} 0 ${width} 400"${wide ? ' preserveAspectRatio="xMidYMid slice"' : ''} fill="none" stroke-linecap="round">`,
    '<style>@media(prefers-color-scheme:dark){#n{opacity:.2}}</style>',
    variant % 2 === 1 ? `<g transform="translate(640)scale(-1 1)">${shapes}</g>` : shapes,
    `<path id="n" opacity="0" fill="#14232b" d="M${left} 0h${width}v400H${left}z"/></svg>`,
  ].join('');
}

/** The content of a drawing's `<svg>` without comments, titles and indentation. */
const minify = (drawing: string) =>
  drawing
    .slice(drawing.indexOf('>') + 1, drawing.lastIndexOf('</svg>'))
    .replace(/<title>.*?<\/title>|<!--.*?-->/gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<|>|M|\/>) ?/g, '$1');

/** The shapes without the groups that are `data-only` for other times or formats; adjacent paths of the same style are joined. */
const withParts = (shapes: string, shown: string[]) =>
  shapes
    .replace(/<g data-only="([^"]*)"[^>]*>(.*?)<\/g>/g, (_group, only: string, parts: string) =>
      only.split(' ').some((name) => shown.includes(name)) ? parts : '',
    )
    .replace(/(<path ([^>]*) d="[^"]*)"\/><path \2 d="/g, '$1');

/** The shapes with the sun at its position in this light, and its glitter below it. */
const withSun = (shapes: string, { sunX, sunHeight }: Daylight) =>
  shapes.replace(/data-sun="(-?\d+)(?: (\d+))?" transform="[^"]*"/g, (_attributes, shift: string, rise?: string) => {
    const y = rise === undefined ? [] : [Math.round(Number(rise) - 20 - sunHeight * (Number(rise) - 100))];
    return `transform="translate(${[sunX + Number(shift), ...y].join(' ')})"`;
  });

/** The shapes with every colour converted to this light. */
function withLight(shapes: string, light: Daylight): string {
  const properties = createPalette(light);
  return shapes
    .replace(
      /color-mix\(in srgb, (#[\da-f]{6}), var\(--haze\) (\d+)%\)|#[\da-f]{6}\b/g,
      (colour: Hex, far?: Hex, percent?: string) =>
        far ? applyLight(light, far, Number(percent) / 100) : applyLight(light, colour),
    )
    .replace(/var\(--([\w-]+)(?:, (#[\da-f]{6}))?\)/g, (use, name: string, otherwise?: Hex) => {
      const colour = properties[name] ?? otherwise;
      if (!colour) throw new Error(`No light has the colour ${use}.`);
      return colour;
    });
}

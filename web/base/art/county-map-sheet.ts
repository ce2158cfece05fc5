import { LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import type { CountyMap } from './county-shapes.ts';

/**
 * The shapes of county maps as one SVG document. Each county (by its slug), `mainland` and `lake` take the colour of the
 * `<use>` element. The other groups are layers of the large map: `ground` is below the counties, `surroundings-en` … are the names
 * around them, `relief` is above them, and `leader` is the line to the label that does not fit into its county. Their colours
 * are custom properties of the page (`county-map.css`), so that they follow its theme.
 */
export function countyMapSheet(map: CountyMap): string {
  const surroundings = LANGUAGES.map((language) => [`surroundings-${language}`, toSurroundings(NAMES[language])]);
  const parts = {
    ground: ground(map),
    ...Object.fromEntries(surroundings),
    relief: relief(map),
    leader: leader(map),
  };
  const groups = Object.entries(parts).map(([id, content]) => `<g id="${id}">${content}</g>`);
  const shapes = {
    mainland: map.mainland,
    lake: map.lake,
    ...Object.fromEntries(map.counties.map(({ slug, path }) => [slug, path])),
  };
  const paths = Object.entries(shapes).map(([id, path]) => `<path id="${id}" d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...groups, ...paths].join('')}</svg>`;
}

/** The sea with its graticule, the half sun and two waves of the mark, the surf, and the mainland. */
function ground({ counties, mainland, graticule }: CountyMap): string {
  const outlines = counties.map(({ path }) => path).join('');
  return [
    '<rect width="800" height="600" fill="var(--map-water)"/>',
    '<circle cx="106" cy="546" r="84" fill="var(--map-glow)" fill-opacity=".3"/>',
    '<circle cx="106" cy="546" r="62" fill="var(--map-shine)" fill-opacity=".5"/>',
    '<circle cx="106" cy="546" r="42" fill="var(--map-sun)"/>',
    '<path d="M0 552h300v48H0z" fill="var(--map-water)"/>',
    '<g fill="none"><g stroke-linecap="round"><path stroke="var(--pacific)" stroke-width="5.5" d="M22 560q10.5-10 21 0t21 0 21 0 21 0 21 0 21 0 21 0 21 0M64 582q10.5-10 21 0t21 0 21 0 21 0"/>',
    '<path stroke="var(--map-ripple)" stroke-width="3" opacity=".5" d="M30 330h70M60 352h110M210 372h40M290 540h80M330 560h90M24 420h50M300 500h50"/></g>',
    `<path d="${graticule}" stroke="var(--pacific)" opacity=".15"/>`,
    ...[34, 20, 9].map(
      (wide) =>
        `<path d="${outlines}${mainland}" stroke="var(--map-surf)" stroke-width="${wide}" stroke-linejoin="round" opacity=".25"/>`,
    ),
    `</g><path d="${mainland}" fill="var(--map-land)"/>`,
    `<path d="${outlines}" transform="translate(0 7)" fill="var(--map-shadow)" fill-opacity=".3"/>`,
  ].join('');
}

const NAMES: Record<Language, { nevada: string; mexico: string; pacific: string }> = {
  en: { nevada: 'Nevada', mexico: 'Mexico', pacific: 'Pacific' },
  es: { nevada: 'Nevada', mexico: 'México', pacific: 'Pacífico' },
};

const toSurroundings = ({ nevada, mexico, pacific }: (typeof NAMES)[Language]) =>
  `<text x="686" y="112">${nevada}</text><text x="600" y="580">${mexico}</text><text x="60" y="396" fill="var(--map-sea-name)">${pacific}</text>`;

/** The Salton Sea and the landmarks of the counties. */
function relief({ lake }: CountyMap): string {
  return [
    `<path d="${lake}" fill="var(--map-lake)"/>`,
    '<g fill="none" stroke="var(--ink)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">',
    `<g opacity=".35"><path d="${[...MOUNTAINS.map(mountain), ...JOSHUA_TREES.map(joshuaTree), ...TURBINES.map(turbine), DUNES].join('')}"/>`,
    `<path stroke-width="7" stroke-dasharray="0 14" d="${ORCHARDS}"/></g></g>`,
  ].join('');
}

/** The line from the county that is too small for its label to the label. */
function leader({ counties }: CountyMap): string {
  const [x, y] = counties.find(({ slug }) => slug === 'orange-county')?.labelAt ?? [0, 0];
  return `<path stroke="var(--ink)" stroke-width="2" stroke-linecap="round" d="M${x + 6} ${y - 26}l12-24"/>`;
}

type Peak = readonly [x: number, y: number, halfWidth: number];
type Foot = readonly [x: number, y: number];

const mountain = ([x, y, half]: Peak) => {
  const [height, ...ridge] = [1.3, 0.1, 0.6, 0.35, 0.7].map((part) => Number((part * half).toFixed(2)));
  return `M${x - half} ${y}l${half}-${height} ${half} ${height}m-${half}-${height}l-${ridge.join(' ')}`;
};
const joshuaTree = ([x, y]: Foot) => `M${x} ${y}v-22m0 12l-9-7v-7m9 7l8-6v-8m-20 1l6 0m5-5l7 0m3-2l6 0`;
const turbine = ([x, y]: Foot) => `M${x} ${y}v-24l-9 6m9-6l10 4m-10-4l-1-12`;

/** The center of each mountain's base, and half its width. */
const MOUNTAINS: Peak[] = [
  [372, 312, 13],
  [398, 314, 17],
  [428, 312, 13],
  [284, 186, 12],
  [306, 192, 16],
  [328, 188, 11],
  [298, 322, 10],
  [318, 320, 13],
  [480, 408, 11],
  [500, 410, 14],
  [498, 522, 10],
  [516, 524, 13],
];
const JOSHUA_TREES: Foot[] = [
  [452, 130],
  [566, 140],
  [600, 152],
  [660, 250],
  [690, 290],
  [440, 270],
];
const TURBINES: Foot[] = [
  [424, 398],
  [448, 404],
  [402, 404],
];
const DUNES = 'M652 506q16-20 30-4 10-10 20 4m-62 14q14-14 26-2';
const ORCHARDS = 'M66 86H140M73 98H140M66 110H140';

import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The size of the picture in px. */
export const STILL_SIZE = { width: 320, height: 200 };
/** What a picture is of, with the zoom of its tiles. For points it is the closest one of the shipped streets; that of areas has no minor streets. */
export const STILL_TILE_ZOOMS = { point: 13, area: 11 };
// A tile is 512 px wide at its own zoom, and four times as wide two zooms closer, as it is drawn here.
const TILE_PX = 2048;

/** What a picture is of: an exact point, or the area around the middle of a ZIP code. */
export type StillKind = keyof typeof STILL_TILE_ZOOMS;

/** A tile of vector tiles around the point: its position, and its content. */
export interface StillTile {
  x: number;
  y: number;
  data: Uint8Array;
}

/** The position of a point among the tiles of a zoom, as Web Mercator counts them from the northwest. */
export function toTilePosition({ lat, lng }: { lat: number; lng: number }, zoom: number) {
  const count = 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * count,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count,
  };
}

/** The tiles that the picture around a position reaches: one to four. */
export function listStillTiles(center: { x: number; y: number }): { x: number; y: number }[] {
  const [right, down] = [STILL_SIZE.width / 2 / TILE_PX, STILL_SIZE.height / 2 / TILE_PX];
  const span = (at: number, reach: number) => [...new Set([Math.floor(at - reach), Math.floor(at + reach)])];
  return span(center.y, down).flatMap((y) => span(center.x, right).map((x) => ({ x, y })));
}

/**
 * Draws the streets around a point, with a mark or a circle in the middle, as an SVG in the colors of our maps in both themes
 * (`web/base/map/open-map.css`; a test compares them).
 * @param tiles in the schema of Protomaps, those of `listStillTiles` that exist
 */
export function drawMapStill(kind: StillKind, center: { x: number; y: number }, tiles: StillTile[]): string {
  const paths = new Map<string, string[]>(LAYERS.map(({ name }) => [name, []]));
  for (const { x, y, data } of tiles) {
    const { layers } = new VectorTile(new PbfReader(data));
    const toPx =
      (extent: number) =>
      (point: Point): Point => ({
        x: Math.round((x + point.x / extent - center.x) * TILE_PX + STILL_SIZE.width / 2),
        y: Math.round((y + point.y / extent - center.y) * TILE_PX + STILL_SIZE.height / 2),
      });
    for (const { name, source, kinds } of LAYERS) {
      const layer = layers[source];
      for (let index = 0; index < (layer?.length ?? 0); index++) {
        const feature = layer?.feature(index);
        if (!feature || !isDrawn(feature, kinds)) continue;
        const path = toPath(feature, toPx(feature.extent));
        if (path) paths.get(name)?.push(path);
      }
    }
  }
  const { width, height } = STILL_SIZE;
  const toPathElement = (attribute: 'class' | 'id') => (name: string) =>
    `<path ${attribute}="${name}" d="${paths.get(name)?.join('')}"/>`;
  const roads = ROADS.filter((name) => paths.get(name)?.length);
  const areas = LAYERS.map(({ name }) => name).filter((name) => !ROADS.includes(name) && paths.get(name)?.length);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<style>${STYLE}${ROAD_WIDTHS[kind]}</style><defs>${roads.map(toPathElement('id')).join('')}</defs>`,
    `<rect width="${width}" height="${height}" class="ground"/>`,
    ...areas.map(toPathElement('class')),
    // The edges of all roads are below all roads, so that crossings are open.
    ...['edge', 'fill'].flatMap((part) => roads.map((name) => `<use href="#${name}" class="${name} ${part}"/>`)),
    `<circle cx="${width / 2}" cy="${height / 2}" ${kind === 'area' ? 'r="36" class="area"' : 'r="9" class="mark"'}/></svg>`,
  ].join('');
}

const PARKS = ['cemetery', 'garden', 'golf_course', 'grass', 'nature_reserve', 'park', 'pitch', 'playground', 'wood'];

/** What is drawn, from the ground up; `kinds` of the schema of Protomaps. */
const LAYERS = [
  { name: 'park', source: 'landuse', kinds: PARKS },
  { name: 'sand', source: 'landuse', kinds: ['beach', 'sand'] },
  { name: 'water', source: 'water', kinds: null },
  { name: 'building', source: 'buildings', kinds: null },
  { name: 'minor', source: 'roads', kinds: ['minor_road'] },
  { name: 'major', source: 'roads', kinds: ['major_road'] },
  { name: 'highway', source: 'roads', kinds: ['highway'] },
];
const ROADS = ['minor', 'major', 'highway'];
const POLYGON = 3;

const isDrawn = ({ type, properties }: VectorTileFeature, kinds: string[] | null) =>
  kinds === null ? type === POLYGON : kinds.includes(String(properties.kind));

interface Point {
  x: number;
  y: number;
}

/** The lines of a feature that the picture has a part of, closed if it is an area. */
function toPath(feature: VectorTileFeature, toPx: (point: Point) => Point): string {
  const lines = feature.loadGeometry().map((line) => line.map(toPx));
  const [parts, end] = feature.type === POLYGON ? [lines, 'Z'] : [lines.flatMap(cutLine), ''];
  return parts
    .filter((line) => isSeen(line))
    .map((line) => `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}${end}`)
    .join('');
}

/** The parts of a line whose segments the picture may have. */
function cutLine(line: Point[]): Point[][] {
  const parts: Point[][] = [[]];
  for (const [index, point] of line.entries()) {
    const part = parts.at(-1) as Point[];
    const last = line[index - 1];
    if (last && !isSeen([last, point])) parts.push([point]);
    else part.push(point);
  }
  return parts.filter(({ length }) => length > 1);
}

const isSeen = (points: Point[]) =>
  AXES.every(
    ([axis, size]) =>
      points.some((point) => point[axis] >= -MARGIN_PX) && points.some((point) => point[axis] <= size + MARGIN_PX),
  );

const AXES = [
  ['x', STILL_SIZE.width],
  ['y', STILL_SIZE.height],
] as const;

const ROAD_WIDTHS: Record<StillKind, string> = {
  point:
    '.minor.edge{stroke-width:6}.minor.fill{stroke-width:4.5}.major.edge{stroke-width:10}.major.fill{stroke-width:8}.highway.edge{stroke-width:13}.highway.fill{stroke-width:11}',
  area: '.major.edge{stroke-width:3}.major.fill{stroke-width:2}.highway.edge{stroke-width:5}.highway.fill{stroke-width:3.5}',
};

/** Half of the widest road. */
const MARGIN_PX = 8;

/** Light and dark. */
export const STILL_COLORS = {
  county: ['#f6f4ee', '#1a262c'],
  green: ['#dce8d3', '#1b3029'],
  sand: ['#f4e8c8', '#2d3129'],
  sea: ['#a9d6de', '#0c2c3a'],
  building: ['#e3ddcf', '#27363d'],
  road: ['#ffffff', '#3a4c54'],
  'road-edge': ['#d3cdbf', '#111a1f'],
  highway: ['#f3dc9f', '#66603f'],
  'highway-edge': ['#cfae62', '#11181b'],
} as const;

const color = (name: keyof typeof STILL_COLORS) => `light-dark(${STILL_COLORS[name].join()})`;
const STYLE = [
  ':root{color-scheme:light dark}',
  `.ground{fill:${color('county')}}.park{fill:${color('green')}}.sand{fill:${color('sand')}}.water{fill:${color('sea')}}.building{fill:${color('building')}}`,
  'use{fill:none;stroke-linecap:round;stroke-linejoin:round}',
  `.edge{stroke:${color('road-edge')}}.fill{stroke:${color('road')}}.highway.edge{stroke:${color('highway-edge')}}.highway.fill{stroke:${color('highway')}}`,
  '.area{fill:light-dark(#0a5c7326,#5cc3d826);stroke:light-dark(#0a5c73,#5cc3d8)}',
  '.mark{fill:light-dark(#0a5c73,#5cc3d8);stroke:light-dark(#fff,#0e1a20);stroke-width:3}',
].join('');

import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';

type Layers = Record<string, GeoJSON.FeatureCollection>;

/** The box of the streets of `createStreetTiles`: a part of Irvine. */
export const STREETS_BOX = [-117.85, 33.67, -117.8, 33.7] as const;
const [WEST, SOUTH, EAST, NORTH] = STREETS_BOX;

const ZOOMS = { min: 6, max: 14 };
const HEADER_BYTES = 127;

/** A PMTiles archive (version 3) of vector tiles in the schema of Protomaps, with a few made-up streets of Irvine. */
export function createStreetTiles(layers: Layers = IRVINE): Buffer {
  const indexes = Object.entries(layers).map(([name, data]) => [name, new GeoJSONVT(data, TILE_OPTIONS)] as const);
  const tiles = listTiles()
    .map(([z, x, y]) => {
      const found = indexes.flatMap(([name, index]) => [[name, index.getTile(z, x, y)] as const]);
      const filled = Object.fromEntries(found.filter((entry): entry is [string, GeoJSONVTTile] => entry[1] !== null));
      return { id: zxyToTileId(z, x, y), bytes: Buffer.from(fromGeojsonVt(filled, { version: 2 })) };
    })
    .sort((a, b) => a.id - b.id);
  const root = encodeDirectory(tiles);
  const metadata = Buffer.from('{}');
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  return Buffer.concat([encodeHeader(root.length, metadata.length, data.length, tiles.length), root, metadata, data]);
}

const TILE_OPTIONS = { maxZoom: ZOOMS.max, indexMaxZoom: ZOOMS.max, tolerance: 0 };

/** The tiles that contain the box. */
function listTiles(): [z: number, x: number, y: number][] {
  const toRow = (lat: number, count: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * count);
  const toColumn = (lng: number, count: number) => Math.floor(((lng + 180) / 360) * count);
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return between(ZOOMS.min, ZOOMS.max).flatMap((z) =>
    between(toColumn(WEST, 2 ** z), toColumn(EAST, 2 ** z)).flatMap((x) =>
      between(toRow(NORTH, 2 ** z), toRow(SOUTH, 2 ** z)).map((y): [number, number, number] => [z, x, y]),
    ),
  );
}

/** https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md#4-directories, uncompressed. */
function encodeDirectory(tiles: { id: number; bytes: Buffer }[]): Buffer {
  const ids = tiles.map(({ id }, i) => id - (tiles[i - 1]?.id ?? 0));
  const runs = tiles.map(() => 1);
  const lengths = tiles.map(({ bytes }) => bytes.length);
  // Zero: right after the tile before.
  const offsets = tiles.map((_, i) => (i === 0 ? 1 : 0));
  return Buffer.from([tiles.length, ...ids, ...runs, ...lengths, ...offsets].flatMap(toVarint));
}

const toVarint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...toVarint(Math.floor(value / 128))];

/** https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md#3-header */
function encodeHeader(root: number, metadata: number, data: number, count: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles\x03', 'latin1');
  const parts = [HEADER_BYTES, root, HEADER_BYTES + root, metadata, 0, 0, HEADER_BYTES + root + metadata, data];
  for (const [i, value] of [...parts, count, count, count].entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  // Clustered, no compression of directories and tiles, vector tiles.
  header.set([1, 1, 1, 1, ZOOMS.min, ZOOMS.max], 96);
  for (const [i, degrees] of STREETS_BOX.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i);
  return header;
}

const collect = (...features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

const area = (kind: string, west: number, south: number, east: number, north: number): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
});

const road = (properties: GeoJSON.GeoJsonProperties, ...coordinates: [number, number][]): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});

const IRVINE: Layers = {
  earth: collect(area('earth', WEST, SOUTH, EAST, NORTH)),
  landuse: collect(area('park', -117.835, 33.676, -117.826, 33.682)),
  water: collect(area('lake', -117.818, 33.676, -117.811, 33.681)),
  buildings: collect(area('building', -117.8259, 33.6861, -117.8254, 33.6865)),
  roads: collect(
    road(
      { kind: 'highway', kind_detail: 'motorway', shield_text: '405', network: 'US:I' },
      [WEST, 33.673],
      [EAST, 33.695],
    ),
    road(
      { kind: 'major_road', kind_detail: 'primary', name: 'Campus Drive' },
      [-117.843, SOUTH],
      [-117.826, 33.6857],
      [-117.812, NORTH],
    ),
    road(
      { kind: 'minor_road', kind_detail: 'residential', name: 'Poppy Lane' },
      [-117.84, 33.6857],
      [-117.805, 33.6857],
    ),
    road({ kind: 'minor_road', kind_detail: 'residential', name: 'Sage Lane' }, [-117.826, SOUTH], [-117.826, NORTH]),
  ),
  places: collect({
    type: 'Feature',
    properties: { kind: 'neighbourhood', name: 'University Park' },
    geometry: { type: 'Point', coordinates: [-117.822, 33.6925] },
  }),
};

import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { listTiles, writePmtiles } from '#scripts/street-archive/write-pmtiles.ts';

type Layers = Record<string, GeoJSON.FeatureCollection>;

/** The box of the streets of `createStreetTiles`: a part of Irvine. */
export const STREETS_BOX = [-117.85, 33.67, -117.8, 33.7] as const;
const [WEST, SOUTH, EAST, NORTH] = STREETS_BOX;

const ZOOMS = { min: 6, max: 14 };

/** A PMTiles archive of vector tiles in the schema of Protomaps, with a few made-up streets of Irvine. */
export function createStreetTiles(layers: Layers = IRVINE): Buffer {
  const indexes = Object.entries(layers).map(([name, data]) => [name, new GeoJSONVT(data, TILE_OPTIONS)] as const);
  const tiles = listTiles(ZOOMS, STREETS_BOX).map(([z, x, y]) => {
    const found = indexes.flatMap(([name, index]) => [[name, index.getTile(z, x, y)] as const]);
    const filled = Object.fromEntries(found.filter((entry): entry is [string, GeoJSONVTTile] => entry[1] !== null));
    return { z, x, y, bytes: Buffer.from(fromGeojsonVt(filled, { version: 2, extent: 4096 })) };
  });
  return writePmtiles(tiles, { zooms: ZOOMS, box: STREETS_BOX });
}

const TILE_OPTIONS = { maxZoom: ZOOMS.max, indexMaxZoom: ZOOMS.max, tolerance: 0 };

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

import type { VectorTile, VectorTileFeature, VectorTileLayer } from '@mapbox/vector-tile';
import { EXTENT } from './simplify-tile.ts';

export type Tags = Record<string, string | number | boolean>;

/** A feature in the units of its tile: points, lines, or rings of polygons. */
export interface Feature {
  type: 1 | 2 | 3;
  tags: Tags;
  lines: { x: number; y: number }[][];
}

/** The layers that our maps draw (web/base/map/street-layers.ts), in the schema of Protomaps. */
export type Layers = Partial<
  Record<'earth' | 'water' | 'landuse' | 'buildings' | 'roads' | 'places' | 'boundaries', Feature[]>
>;
type LayerName = keyof Layers;

/** Where a feature goes, and with which tags; null for what is not drawn. */
type Classified = [LayerName, Tags] | null;

/** What our maps draw of a tile in the schema of Protomaps (version 4) or OpenMapTiles (3). */
export function toStreetTile(tile: VectorTile): Layers {
  const classifiers: Record<string, (tags: Tags) => Classified> =
    'transportation' in tile.layers || 'transportation_name' in tile.layers ? OPENMAPTILES : PROTOMAPS;
  const layers: Layers = {};
  for (const [name, classify] of Object.entries(classifiers)) {
    const layer = tile.layers[name];
    if (layer) for (const feature of readFeatures(layer)) addFeature(layers, classify(feature.properties), feature);
  }
  return layers;
}

function* readFeatures(layer: VectorTileLayer): Generator<VectorTileFeature> {
  for (let i = 0; i < layer.length; i++) yield layer.feature(i);
}

function addFeature(layers: Layers, classified: Classified, feature: VectorTileFeature) {
  if (!classified || feature.type === 0) return;
  const [name, tags] = classified;
  const scale = EXTENT / feature.extent;
  const lines = feature
    .loadGeometry()
    .map((line) => line.map(({ x, y }) => ({ x: Math.round(x * scale), y: Math.round(y * scale) })));
  layers[name] ??= [];
  layers[name].push({ type: feature.type, tags, lines });
}

/** https://docs.protomaps.com/basemaps/layers */
const PROTOMAPS: Record<string, (tags: Tags) => Classified> = {
  earth: () => ['earth', {}],
  water: (tags) => ['water', pick(tags, 'kind', 'name')],
  landuse: (tags) => ['landuse', pick(tags, 'kind')],
  landcover: (tags) => ['landuse', pick(tags, 'kind')],
  buildings: () => ['buildings', {}],
  boundaries: (tags) => (BORDERS.has(tags.kind as string) ? ['boundaries', pick(tags, 'kind')] : null),
  places: (tags) => (DISTRICTS.has(tags.kind as string) ? ['places', pick(tags, 'kind', 'name')] : null),
  roads: (tags) => [
    'roads',
    {
      ...pick(tags, 'kind', 'name', 'shield_text', 'network', 'is_link'),
      ...(tags.kind_detail === 'service' && { kind_detail: 'service' }),
    },
  ],
};

const BORDERS = new Set(['country', 'region']);
const DISTRICTS = new Set(['neighbourhood', 'macrohood']);

/** https://openmaptiles.org/schema/ */
const OPENMAPTILES: Record<string, (tags: Tags) => Classified> = {
  water: (tags) => ['water', { kind: tags.class ?? 'water' }],
  waterway: (tags) => ['water', { kind: tags.class ?? 'stream', ...pick(tags, 'name') }],
  water_name: (tags) => (tags.name ? ['water', { kind: tags.class ?? 'water', ...pick(tags, 'name') }] : null),
  landuse: (tags) => ['landuse', { kind: tags.class ?? 'other' }],
  landcover: (tags) => ['landuse', { kind: tags.subclass === 'beach' ? 'beach' : (tags.class ?? 'other') }],
  park: (tags) => ['landuse', { kind: tags.class === 'nature_reserve' ? 'nature_reserve' : 'park' }],
  aeroway: (tags) => (tags.class === 'aerodrome' ? ['landuse', { kind: 'aerodrome' }] : ['roads', { kind: 'aeroway' }]),
  building: () => ['buildings', {}],
  boundary: ({ admin_level: level, maritime }) =>
    maritime || !(level === 2 || level === 4) ? null : ['boundaries', { kind: level === 2 ? 'country' : 'region' }],
  place: (tags) =>
    ['neighbourhood', 'quarter', 'suburb'].includes(tags.class as string)
      ? ['places', { kind: 'neighbourhood', ...pick(tags, 'name') }]
      : null,
  transportation: (tags) => toRoad(tags, tags.ramp === 1 ? { is_link: true } : {}),
  transportation_name: ({ ref, network, ...tags }) =>
    toRoad(tags, {
      ...pick(tags, 'name'),
      ...(ref !== undefined && { shield_text: ref, network: NETWORKS[network as string] ?? 'US:CA' }),
    }),
};

const ROAD_KINDS: Record<string, string> = {
  motorway: 'highway',
  trunk: 'major_road',
  primary: 'major_road',
  secondary: 'major_road',
  tertiary: 'major_road',
  minor: 'minor_road',
  service: 'minor_road',
  track: 'path',
  path: 'path',
  rail: 'rail',
  transit: 'rail',
};
const NETWORKS: Record<string, string> = {
  'us-interstate': 'US:I',
  'us-highway': 'US:US',
  'us-state': 'US:CA',
};

function toRoad(tags: Tags, more: Tags): Classified {
  const kind = ROAD_KINDS[tags.class as string];
  return kind ? ['roads', { kind, ...(tags.class === 'service' && { kind_detail: 'service' }), ...more }] : null;
}

const pick = (tags: Tags, ...names: string[]): Tags =>
  Object.fromEntries(names.flatMap((name) => (tags[name] === undefined ? [] : [[name, tags[name]]])));

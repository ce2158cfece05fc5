import { mapPlaces } from 'virtual:map-places';
import type { LayerSpecification, StyleSpecification, VariableAnchorOffsetCollectionSpecification } from 'maplibre-gl';
import type { MapColors } from './map-colors.ts';
import type { MapOutlines } from './outlines.ts';
import { toCamera } from './view.ts';

// Names that always fit have no scale.
const MIN_NAME_SCALE = 0.01;
// Drawn by the browser from the fonts of the page: without `glyphs` MapLibre requests none.
export const MAP_FONTS = ['Figtree Variable', 'system-ui', 'sans-serif'];
/** Where a name can be, in ems: at its place, or beside the mark that is there. */
const NAME_OFFSETS: VariableAnchorOffsetCollectionSpecification = [
  'center',
  [0, 0],
  'top',
  [0, 2.4],
  'bottom',
  [0, -2.4],
  'left',
  [2.4, 0],
  'right',
  [-2.4, 0],
];

/** Closer than this, the ground and the water of the tiles are more exact than our own outlines. */
export const GROUND_MIN_ZOOM = 9;

/** The layers of streets, in the order of the map: on the land, over the limits of cities, over both, and above all. */
export interface StreetLayers {
  ground: LayerSpecification[];
  water: LayerSpecification[];
  roads: LayerSpecification[];
  labels: LayerSpecification[];
}

/**
 * The style of a map: coast, counties, city limits and names from our own outlines, and streets from tiles, whose coast is more exact
 * where it is drawn.
 * @param marks points with a `size` and an `anchor`, whose space names leave free
 */
export function toMapStyle({
  outlines,
  colors,
  marks,
  streets,
}: {
  outlines: MapOutlines;
  colors: MapColors;
  marks: GeoJSON.FeatureCollection;
  streets: { url: string; layers: StreetLayers };
}): StyleSpecification {
  const toSource = (data: GeoJSON.GeoJSON) => ({ type: 'geojson', data, tolerance: 0.2, maxzoom: 14 }) as const;
  const limits = [
    line('city-limits', colors['city-limit'], ['interpolate', ['linear'], ['zoom'], 7, 0.4, 11, 1.2]),
    line('county-lines', colors['county-line'], ['interpolate', ['linear'], ['zoom'], 5, 1, 10, 2]),
  ];
  const sea = (id: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'sea',
    paint: { 'fill-color': colors.sea },
  });
  return {
    version: 8,
    sources: {
      cities: toSource(outlines.cities),
      'city-limits': toSource(outlines.cityLimits),
      counties: toSource(outlines.counties),
      'county-lines': toSource(outlines.countyLines),
      sea: toSource(outlines.sea),
      names: toSource(PLACE_NAMES),
      marks: toSource(marks),
      streets: { type: 'vector', url: streets.url },
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colors.land } },
      { id: 'counties', type: 'fill', source: 'counties', paint: { 'fill-color': colors.county } },
      {
        id: 'cities',
        type: 'fill',
        source: 'cities',
        paint: { 'fill-color': colors.city },
      },
      sea('sea'),
      ...streets.layers.ground,
      ...limits,
      // The limits of cities reach into the sea, which covers them.
      { ...sea('sea-over-limits'), maxzoom: GROUND_MIN_ZOOM },
      ...streets.layers.water,
      ...streets.layers.roads,
      ...streets.layers.labels,
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        filter: ['<=', ['get', 'minZoom'], ['zoom']],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': MAP_FONTS,
          'text-size': ['interpolate', ['linear'], ['zoom'], 6, 12, 12, 15],
          'text-variable-anchor-offset': NAME_OFFSETS,
          'text-padding': 6,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: { 'text-color': colors.name, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
      },
      // The last layer is placed first, and the names of all others avoid it.
      {
        id: 'marks',
        type: 'symbol',
        source: 'marks',
        layout: {
          'icon-image': 'cover',
          'icon-size': ['get', 'size'],
          'icon-anchor': ['get', 'anchor'],
          'icon-allow-overlap': true,
        },
      },
    ],
  };
}

function line(
  source: string,
  color: string,
  width: NonNullable<Extract<LayerSpecification, { type: 'line' }>['paint']>['line-width'],
): LayerSpecification {
  return {
    id: source,
    type: 'line',
    source,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  };
}

/** The names that the map writes. */
export const OWN_NAMES = mapPlaces.map(([name]) => name);

/** Cities, communities and neighborhoods, the most important first. */
const PLACE_NAMES: GeoJSON.FeatureCollection = {
  type: 'FeatureCollection',
  features: mapPlaces.map(([name, x, y, minScale], rank) => {
    const { center, zoom } = toCamera({ x, y, scale: Math.max(minScale, MIN_NAME_SCALE) });
    return {
      type: 'Feature',
      properties: { name, rank, minZoom: zoom },
      geometry: { type: 'Point', coordinates: center },
    };
  }),
};

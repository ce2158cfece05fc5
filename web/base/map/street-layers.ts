import type {
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { MapColors } from './map-colors.ts';
import { GROUND_MIN_ZOOM, MAP_FONTS, type StreetLayers } from './map-style.ts';

const SOURCE = 'streets';
/** How wide ramps and service roads are, beside other roads of their kind. */
const NARROW: ExpressionSpecification = [
  'case',
  ['==', ['get', 'is_link'], true],
  0.45,
  ['==', ['get', 'kind_detail'], 'service'],
  0.5,
  1,
];

/**
 * The layers of the streets in the colors of our maps, over the schema of Protomaps, version 4:
 * https://docs.protomaps.com/basemaps/layers
 * @param ownNames places whose names the map has already
 */
export function toStreetLayers(colors: MapColors, ownNames: string[]): StreetLayers {
  const isOther: ExpressionSpecification = ['!', ['in', ['get', 'name'], ['literal', ownNames]]];
  return {
    ground: [
      fill('earth', 'earth', colors.county, POLYGON, GROUND_MIN_ZOOM),
      fill('forests', 'landcover', colors.green, isKind('forest', 'grassland')),
      fill('grounds', 'landuse', colors.grounds, isKind(...GROUNDS), 11),
      fill('sand', 'landuse', colors.sand, isKind('beach', 'sand'), 11),
      // Some reach into towns, whose streets would lie in a park.
      { ...fill('national-parks', 'landuse', colors.green, isKind('national_park'), GROUND_MIN_ZOOM), maxzoom: 13 },
      fill('parks', 'landuse', colors.green, isKind(...PARKS), GROUND_MIN_ZOOM),
    ],
    water: [
      fill('lakes', 'water', colors.sea, ['all', POLYGON, ['!=', ['get', 'kind'], 'ocean']]),
      fill('water', 'water', colors.sea, POLYGON, GROUND_MIN_ZOOM),
      line('rivers', 'water', colors.sea, isKind('river', 'canal'), { 9: 0.5, 16: 4 }),
      line('streams', 'water', colors.sea, isKind('stream'), { 13: 0.5, 16: 2 }),
    ],
    roads: [
      fill('buildings', 'buildings', colors.building, POLYGON, 14),
      line('runways', 'roads', colors['road-edge'], isKind('aeroway'), { 11: 1, 16: 20 }),
      line('rails', 'roads', colors['road-edge'], isKind('rail'), { 12: 0.7, 16: 2 }),
      line('paths', 'roads', colors['road-edge'], isKind('path'), { 14.5: 0.7, 18: 2 }),
      line('minor-road-edges', 'roads', colors['road-edge'], isKind('minor_road'), { 12: 1, 16: 9, 18: 22 }),
      line('major-road-edges', 'roads', colors['road-edge'], isKind('major_road'), { 9: 1.2, 12: 4, 16: 14, 18: 32 }),
      line('highway-edges', 'roads', colors['highway-edge'], isKind('highway'), {
        6: 1,
        9: 2.4,
        12: 6,
        16: 18,
        18: 40,
      }),
      line('minor-roads', 'roads', colors.road, isKind('minor_road'), { 13: 1.2, 16: 7, 18: 20 }),
      line('major-roads', 'roads', colors.road, isKind('major_road'), { 10: 1, 12: 2.6, 16: 12, 18: 30 }),
      line('highways', 'roads', colors.highway, isKind('highway'), { 6: 0.5, 9: 1.4, 12: 4.4, 16: 16, 18: 38 }),
      line('borders', 'boundaries', colors['county-line'], isKind('country', 'region'), { 5: 1, 10: 2 }),
    ],
    labels: [
      label('water-names', 'water', ['has', 'name'], colors, { minzoom: 12, size: 11 }),
      label('minor-road-names', 'roads', isKind('minor_road'), colors, { minzoom: 15, size: 11, along: 'map' }),
      label('major-road-names', 'roads', isKind('major_road'), colors, { minzoom: 12.5, size: 12, along: 'map' }),
      label('district-names', 'places', ['all', isKind('neighbourhood', 'macrohood'), isOther], colors, {
        minzoom: 12.5,
        size: 12,
      }),
      label('route-numbers', 'roads', ['has', 'shield_text'], colors, {
        minzoom: 8,
        size: 11,
        along: 'viewport',
        field: 'shield_text',
        icon: 'shield',
      }),
    ],
  };
}

const POLYGON: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const GROUNDS = ['aerodrome', 'college', 'hospital', 'industrial', 'military', 'railway', 'school', 'university'];
const PARKS = [
  ...['cemetery', 'dog_park', 'forest', 'garden', 'golf_course', 'grass', 'meadow', 'nature_reserve'],
  ...['park', 'pitch', 'playground', 'protected_area', 'recreation_ground', 'village_green', 'wood'],
];

const isKind = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]];

function fill(
  id: string,
  layer: string,
  color: string,
  filter: FilterSpecification,
  minzoom = 0,
): FillLayerSpecification {
  return {
    id: `street-${id}`,
    type: 'fill',
    source: SOURCE,
    'source-layer': layer,
    filter,
    minzoom,
    paint: { 'fill-color': color },
  };
}

/** @param widths in pixels, by zoom; below the first zoom there is no line */
function line(
  id: string,
  layer: string,
  color: string,
  filter: FilterSpecification,
  widths: Record<number, number>,
): LineLayerSpecification {
  const zooms = Object.keys(widths)
    .map(Number)
    .sort((a, b) => a - b);
  const stops = zooms.flatMap((zoom): [number, ExpressionSpecification] => [zoom, ['*', NARROW, widths[zoom] ?? 0]]);
  return {
    id: `street-${id}`,
    type: 'line',
    source: SOURCE,
    'source-layer': layer,
    filter,
    minzoom: zooms[0],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], ...stops] },
  };
}

/**
 * @param along the text is on its line, and turned with it or upright
 * @param icon an image behind the text, as large as that
 */
function label(
  id: string,
  layer: string,
  filter: FilterSpecification,
  colors: MapColors,
  {
    minzoom,
    size,
    along,
    field = 'name',
    icon,
  }: { minzoom: number; size: number; along?: 'map' | 'viewport'; field?: string; icon?: string },
): SymbolLayerSpecification {
  return {
    id: `street-${id}`,
    type: 'symbol',
    source: SOURCE,
    'source-layer': layer,
    filter,
    minzoom,
    layout: {
      'text-field': ['get', field],
      'text-font': MAP_FONTS,
      'text-size': size,
      'text-padding': 4,
      ...(icon && { 'icon-image': icon, 'icon-text-fit': 'both', 'icon-rotation-alignment': 'viewport' }),
      ...(along && { 'symbol-placement': 'line', 'symbol-spacing': 400, 'text-rotation-alignment': along }),
    },
    paint: { 'text-color': colors['street-name'], 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
  };
}

import { geoArea, geoMercator, geoPath } from 'd3-geo';
import { COUNTY_SLUGS, type CountySlug } from './counties.ts';

/** One county on the map. */
export interface CountyShape {
  /** 'orange-county' */
  slug: CountySlug;
  /** 'Orange' */
  label: string;
  /** The SVG path of its outline, including islands. */
  path: string;
  /** The center of the baseline of its label. */
  labelAt: [x: number, y: number];
  /** The bounding box of its mainland. */
  box: [x: number, y: number, width: number, height: number];
}

/** The map of the eight counties and their surroundings. All lengths are in units of the map. */
export interface CountyMap {
  width: number;
  height: number;
  /** Mercator: x = translate[0] + scale·λ, y = translate[1] − scale·ln tan(π/4 + φ/2), with λ, φ in radians. */
  scale: number;
  translate: [x: number, y: number];
  counties: CountyShape[];
  /** The SVG path of California, Baja California and the deserts around the counties. */
  mainland: string;
  /** The SVG path of the Salton Sea. */
  lake: string;
  /** The SVG path of the graticule in whole degrees. */
  graticule: string;
}

/** The dimensions of the map and its parts, without the paths. */
export interface CountyMapMeasures extends Pick<CountyMap, 'width' | 'height' | 'scale' | 'translate'> {
  counties: Omit<CountyShape, 'path'>[];
}

/** Removes the paths, which pages reference in the sheet. */
export function getMapMeasures({ width, height, scale, translate, counties }: CountyMap): CountyMapMeasures {
  return { width, height, scale, translate, counties: counties.map(({ path: _, ...measures }) => measures) };
}

type Lines = [lng: number, lat: number][];
type Shape = GeoJSON.Polygon | GeoJSON.MultiPolygon;
type Counties = GeoJSON.FeatureCollection<Shape, { name: string }>;

const WIDTH = 800;
const HEIGHT = 600;

/**
 * Creates the paths of the map, 800×600 in Mercator projection, from the shapes of the counties.
 * @param counties features named 'Los Angeles', 'Orange' …
 * @throws if one of the eight counties is missing
 */
export function createCountyMap(counties: Counties): CountyMap {
  const projection = geoMercator().fitExtent(
    [
      [20, 24],
      [WIDTH - 20, HEIGHT - 24],
    ],
    counties,
  );
  // Rounded before the paths are drawn, so that points projected with the rounded values match them exactly.
  const scale = Math.round(projection.scale());
  const translate = projection.translate().map((offset) => Math.round(offset * 10) / 10) as [number, number];
  projection.scale(scale).translate(translate);
  const path = geoPath(projection).digits(1);
  const draw = (shape: GeoJSON.Geometry) => path(shape) ?? '';

  const shapeOf = (slug: CountySlug): CountyShape => {
    const county = counties.features.find(({ properties }) => toSlug(properties.name) === slug);
    if (!county) throw new Error(`The counties' shapes lack ${slug}.`);
    const [[left, top], [right, bottom]] = path.bounds(findLargestPolygon(county.geometry));
    return {
      slug,
      label: county.properties.name,
      path: draw(county.geometry),
      labelAt: roundAll(projection(LABELS[slug]) as [number, number]),
      box: roundAll([left, top, right - left, bottom - top]),
    };
  };
  return {
    width: WIDTH,
    height: HEIGHT,
    scale,
    translate,
    counties: COUNTY_SLUGS.map(shapeOf),
    mainland: draw({ type: 'LineString', coordinates: MAINLAND }),
    lake: draw({ type: 'LineString', coordinates: SALTON_SEA }),
    graticule: draw({ type: 'MultiLineString', coordinates: GRATICULE }),
  };
}

/** The mainland of a county that has islands. */
function findLargestPolygon(shape: Shape): GeoJSON.Polygon {
  if (shape.type === 'Polygon') return shape;
  const parts = shape.coordinates.map((coordinates): GeoJSON.Polygon => ({ type: 'Polygon', coordinates }));
  return parts.reduce((largest, part) => (geoArea(part) > geoArea(largest) ? part : largest));
}

const toSlug = (name: string) => `${name.toLowerCase().replaceAll(' ', '-')}-county`;

const roundAll = <Numbers extends number[]>(numbers: Numbers) =>
  numbers.map((number) => Math.round(number * 10) / 10) as Numbers;

/** The positions of the labels: inside the county, except for Orange County, whose label does not fit and is off its coast. */
const LABELS: Record<CountySlug, [lng: number, lat: number]> = {
  'los-angeles-county': [-118.22, 34.52],
  'orange-county': [-117.9, 33.27],
  'san-diego-county': [-116.76, 33.02],
  'ventura-county': [-119.11, 34.47],
  'riverside-county': [-116.1, 33.74],
  'san-bernardino-county': [-116.2, 34.84],
  'imperial-county': [-115.36, 32.98],
  'kern-county': [-118.82, 35.36],
};

/**
 * A coarse outline of the land around the eight counties: the coast from Point Buchon to Ventura and from the border to
 * Ensenada. In between it runs inland, below the counties, and it closes far outside the map.
 */
const MAINLAND: Lines = [
  [-124, 37],
  [-121.3, 35.66],
  [-120.88, 35.25],
  [-120.63, 35.12],
  [-120.64, 34.9],
  [-120.62, 34.57],
  [-120.47, 34.45],
  [-120.0, 34.46],
  [-119.69, 34.41],
  [-119.47, 34.38],
  [-119.2, 34.6],
  [-117.6, 34.3],
  [-116.9, 33.2],
  [-117.12, 32.53],
  [-117.05, 32.36],
  [-116.88, 32.13],
  [-116.62, 31.86],
  [-116.5, 30],
  [-110, 30],
  [-110, 38],
  [-124, 38],
];

const SALTON_SEA: Lines = [
  [-116.09, 33.5],
  [-115.98, 33.53],
  [-115.86, 33.43],
  [-115.68, 33.32],
  [-115.57, 33.2],
  [-115.66, 33.16],
  [-115.83, 33.22],
  [-115.96, 33.36],
  [-116.09, 33.5],
];

const GRATICULE: Lines[] = [
  ...[-121, -120, -119, -118, -117, -116, -115, -114].map(
    (lng): Lines => [
      [lng, 31],
      [lng, 37],
    ],
  ),
  ...[32, 33, 34, 35, 36].map(
    (lat): Lines => [
      [-122, lat],
      [-113, lat],
    ],
  ),
];

import { geoArea, geoMercator, geoPath } from 'd3-geo';
import { COUNTY_SLUGS, type CountySlug } from './counties.ts';
import { GRATICULE, LABELS, MAINLAND, SALTON_SEA } from './map-coordinates.ts';

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

import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { DATA_FOLDER } from './data-folder.ts';
import type { Place, ReferenceData } from './gazetteer.ts';
import type { Point } from './points.ts';

type Ring = GeoJSON.Polygon['coordinates'][number];

type Box = [west: number, south: number, east: number, north: number];

interface Outline {
  name: string;
  /** The full name: 'Orange County'. */
  county: string;
  polygons: { box: Box; rings: Ring[] }[];
}

let outlines: { cities: Outline[]; counties: Outline[] } | undefined;

/**
 * The incorporated city that has a point within its limits, by the outlines of `data/`; undefined outside of all of them and in
 * Rolling Hills, of which there is no outline. A point on a border may be in either city.
 */
export function findCityAt({ places }: Pick<ReferenceData, 'places'>, { lat, lng }: Point): Place | undefined {
  const outline = getOutlines().cities.find(({ polygons }) => polygons.some((polygon) => contains(polygon, lng, lat)));
  return (
    outline &&
    places.all.find(({ name, county }) => name === outline.name && county.name === `${outline.county} County`)
  );
}

/**
 * The place of a listing at a point: the city that the point is in, whatever the post office calls it. A community, neighborhood
 * or postal name that lies in that city itself is a part of it and stays.
 * See docs/decisions/0065-city-outlines-decide-cities.md.
 * @param named the place by its name or ZIP code
 */
export function placeAt(gazetteer: Pick<ReferenceData, 'places'>, point: Point, named: Place): Place;
export function placeAt(gazetteer: Pick<ReferenceData, 'places'>, point: Point, named: Place | null): Place | null;
export function placeAt(gazetteer: Pick<ReferenceData, 'places'>, point: Point, named: Place | null): Place | null {
  const city = findCityAt(gazetteer, point);
  if (!city || city === named) return named;
  const isPartOfCity = named && named.kind !== 'city' && named.kind !== 'town' && findCityAt(gazetteer, named) === city;
  return isPartOfCity ? named : city;
}

/** The outlines of counties are off by up to about this. */
const COUNTY_TOLERANCE_DEGREES = 0.005;

/** Whether a point is in one of the eight counties, or within about a quarter mile of them. */
export function isInCounties({ lat, lng }: Point): boolean {
  const { cities, counties } = getOutlines();
  // Most points are in a city, whose outline is short; then in a county; and most others are far from all of them.
  const isWithin = ({ polygons }: Outline) => polygons.some((polygon) => contains(polygon, lng, lat));
  if (cities.some(isWithin) || counties.some(isWithin)) return true;
  const offsets = [0, -COUNTY_TOLERANCE_DEGREES, COUNTY_TOLERANCE_DEGREES];
  const isNear = ({ polygons }: Outline) =>
    polygons.some(
      (polygon) =>
        isNearBox(polygon.box, lng, lat) &&
        offsets.some((x) => offsets.some((y) => contains(polygon, lng + x, lat + y))),
    );
  return counties.some(isNear) || cities.some(isNear);
}

const isNearBox = ([west, south, east, north]: Box, x: number, y: number) =>
  x >= west - COUNTY_TOLERANCE_DEGREES &&
  x <= east + COUNTY_TOLERANCE_DEGREES &&
  y >= south - COUNTY_TOLERANCE_DEGREES &&
  y <= north + COUNTY_TOLERANCE_DEGREES;

function getOutlines() {
  outlines ??= readOutlines();
  return outlines;
}

function contains({ box: [west, south, east, north], rings }: Outline['polygons'][number], x: number, y: number) {
  if (x < west || x > east || y < south || y > north) return false;
  return rings.filter((ring) => isInside(ring, x, y)).length % 2 === 1;
}

function isInside(ring: Ring, x: number, y: number) {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1] as [number, number];
    const [x2, y2] = ring[i] as [number, number];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

type OutlineCollection = GeometryCollection<{ name: string; county: string }>;

function readOutlines() {
  const topology: Topology<{ cities: OutlineCollection; counties: OutlineCollection }> = JSON.parse(
    readFileSync(new URL('socal_outlines.topo.json', DATA_FOLDER), 'utf8'),
  );
  const toOutlines = (collection: OutlineCollection): Outline[] =>
    feature(topology, collection).features.map(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')
        throw new Error(`${properties.name}: no area`);
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      return { ...properties, polygons: polygons.map((rings) => ({ box: getBox(rings.flat()), rings })) };
    });
  return { cities: toOutlines(topology.objects.cities), counties: toOutlines(topology.objects.counties) };
}

function getBox(points: Ring): Outline['polygons'][number]['box'] {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] as number)) as [number[], number[]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

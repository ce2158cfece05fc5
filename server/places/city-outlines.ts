import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { DATA_FOLDER } from './data-folder.ts';
import type { Place, ReferenceData } from './gazetteer.ts';
import type { Point } from './points.ts';

type Ring = GeoJSON.Polygon['coordinates'][number];

export type Box = [west: number, south: number, east: number, north: number];

interface Outline {
  name: string;
  /** The full name: 'Orange County'. */
  county: string;
  polygons: { box: Box; rings: Ring[] }[];
}

let outlines: { cities: Outline[]; counties: Outline[]; box: Box } | undefined;

/** The part of a polygon that decides about the points of a row of the map. */
interface Part {
  outline: Outline;
  box: Box;
  /** x1, y1, x2, y2 of each edge that is in the row or near it. */
  edges: Float64Array;
}

/** The outlines that lie in a row of the map, or near it. */
interface Row {
  cities: Part[];
  counties: Part[];
}

const rows = new Map<number, Row>();
const ROW_DEGREES = 0.02;
const EMPTY_ROW: Row = { cities: [], counties: [] };

/**
 * The incorporated city that has a point within its limits, by the outlines of `data/`; undefined outside of all of them and in
 * Rolling Hills, of which there is no outline. A point on a border may be in either city.
 */
export function findCityAt({ places }: Pick<ReferenceData, 'places'>, { lat, lng }: Point): Place | undefined {
  const outline = findRow({ lat, lng }).cities.find((part) => contains(part, lng, lat))?.outline;
  return (
    outline &&
    places.all.find(({ name, county }) => name === outline.name && county.name === `${outline.county} County`)
  );
}

/**
 * The place of a listing at a point: the city that the point is in, whatever the post office calls it. A community, neighborhood
 * or postal name that lies in that city itself is a part of it and stays.
 * See docs/decisions/0065-cities-and-neighborhoods.md.
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

// The length of a degree of latitude; one of longitude is a fifth shorter here.
const METERS_PER_DEGREE = 111_000;
const LNG_SHRINK = 0.83;

/** Whether a point is in a city, or at most this far from its limits. */
export function isNearCity(gazetteer: Pick<ReferenceData, 'places'>, { lat, lng }: Point, city: Place, meters: number) {
  const offset = meters / METERS_PER_DEGREE;
  const offsets = [0, -offset, offset];
  return offsets.some((y) =>
    offsets.some((x) => findCityAt(gazetteer, { lat: lat + y, lng: lng + x / LNG_SHRINK }) === city),
  );
}

/** The outlines of counties are off by up to about this. */
const COUNTY_TOLERANCE_DEGREES = 0.005;

/** Whether a point is in one of the eight counties, or within about a quarter mile of them. */
export function isInCounties({ lat, lng }: Point): boolean {
  const { cities, counties } = findRow({ lat, lng });
  // Most points are in a city, whose outline is short; then in a county; and most others are far from all of them.
  const isWithin = (part: Part) => contains(part, lng, lat);
  if (cities.some(isWithin) || counties.some(isWithin)) return true;
  const offsets = [0, -COUNTY_TOLERANCE_DEGREES, COUNTY_TOLERANCE_DEGREES];
  const isNear = (part: Part) =>
    isNearBox(part.box, lng, lat) && offsets.some((x) => offsets.some((y) => contains(part, lng + x, lat + y)));
  return counties.some(isNear) || cities.some(isNear);
}

/** The boxes around the areas of the eight counties: west, south, east, north. */
export function getCountyBoxes(): Box[] {
  outlines ??= readOutlines();
  return outlines.counties.flatMap(({ polygons }) => polygons.map(({ box }) => box));
}

const isNearBox = ([west, south, east, north]: Box, x: number, y: number) =>
  x >= west - COUNTY_TOLERANCE_DEGREES &&
  x <= east + COUNTY_TOLERANCE_DEGREES &&
  y >= south - COUNTY_TOLERANCE_DEGREES &&
  y <= north + COUNTY_TOLERANCE_DEGREES;

/** A point is compared with the edges of its row only: a ray to the east meets no others. */
function findRow({ lat, lng }: Point): Row {
  outlines ??= readOutlines();
  // The rows of the region are few; those of other points are not kept.
  if (!isNearBox(outlines.box, lng, lat)) return EMPTY_ROW;
  const index = Math.floor(lat / ROW_DEGREES);
  const known = rows.get(index);
  if (known) return known;
  const south = index * ROW_DEGREES - COUNTY_TOLERANCE_DEGREES;
  const north = south + ROW_DEGREES + 2 * COUNTY_TOLERANCE_DEGREES;
  const isInRow = (y1: number, y2: number) => Math.max(y1, y2) >= south && Math.min(y1, y2) <= north;
  const toPart = (outline: Outline, { box, rings }: Outline['polygons'][number]): Part[] => {
    if (!isInRow(box[1], box[3])) return [];
    const edges = rings.flatMap((ring) =>
      ring.slice(1).flatMap(([x2 = 0, y2 = 0], i) => {
        const [x1 = 0, y1 = 0] = ring[i] ?? [];
        return isInRow(y1, y2) ? [x1, y1, x2, y2] : [];
      }),
    );
    return [{ outline, box, edges: Float64Array.from(edges) }];
  };
  const toParts = (of: Outline[]) =>
    of.flatMap((outline) => outline.polygons.flatMap((polygon) => toPart(outline, polygon)));
  const row = { cities: toParts(outlines.cities), counties: toParts(outlines.counties) };
  rows.set(index, row);
  return row;
}

function contains({ box: [west, south, east, north], edges }: Part, x: number, y: number) {
  if (x < west || x > east || y < south || y > north) return false;
  let inside = false;
  for (let i = 0; i < edges.length; i += 4) {
    const [y1, y2] = [edges[i + 1] as number, edges[i + 3] as number];
    if (y1 > y === y2 > y) continue;
    const [x1, x2] = [edges[i] as number, edges[i + 2] as number];
    if (x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

type OutlineCollection = GeometryCollection<{ name: string; county: string }>;

function readOutlines(): NonNullable<typeof outlines> {
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
  const cities = toOutlines(topology.objects.cities);
  const counties = toOutlines(topology.objects.counties);
  const rings = [...cities, ...counties].flatMap(({ polygons }) => polygons.flatMap((polygon) => polygon.rings));
  return { cities, counties, box: getBox(rings.flat()) };
}

function getBox(points: Ring): Outline['polygons'][number]['box'] {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] as number)) as [number[], number[]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

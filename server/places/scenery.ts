import type { Place } from './gazetteer.ts';

type Point = Pick<Place, 'lat' | 'lng'>;

/** The counties by what their drawings show. */
const DRAWINGS = {
  coast: 'orange-county',
  islands: 'ventura-county',
  harbor: 'san-diego-county',
  city: 'los-angeles-county',
  oilField: 'kern-county',
  mountains: 'san-bernardino-county',
  desert: 'riverside-county',
  dunes: 'imperial-county',
};

/** The county whose drawing shows what a place looks like: no surf in Irvine, no harbor in Julian. */
export const getScenery = (place: Point & { county: Pick<Place['county'], 'slug'> }): string =>
  DRAWINGS[getLandscape(place)];

function getLandscape({ lat, lng, county }: Point & { county: Pick<Place['county'], 'slug'> }): keyof typeof DRAWINGS {
  const at = { lat, lng };
  if (county.slug === 'imperial-county') return 'dunes';
  if (HARBORS.some((harbor) => miles(at, harbor) <= HARBOR_MILES)) return 'harbor';
  if (distanceToCoast(at) <= COAST_MILES) return county.slug === 'ventura-county' ? 'islands' : 'coast';
  if (MOUNTAINS.some((area) => isIn(at, area))) return 'mountains';
  if (DESERTS.some((area) => isIn(at, area))) return 'desert';
  if (county.slug === 'kern-county') return 'oilField';
  // The plain from Los Angeles to Irvine is built up; the other valleys lie below mountains.
  return county.slug === 'los-angeles-county' || county.slug === 'orange-county' ? 'city' : 'mountains';
}

const COAST_MILES = 4;
const HARBOR_MILES = 5;

/** The coast from Rincon Point to the border, in points that are joined by straight lines. */
const COAST: Point[] = (
  '34.37,-119.48 34.27,-119.28 34.15,-119.22 34.09,-119.06 34,-118.81 34.03,-118.68 34.01,-118.5 33.88,-118.41 33.84,-118.39 ' +
  '33.74,-118.41 33.71,-118.29 33.76,-118.19 33.74,-118.1 33.65,-118 33.6,-117.9 33.54,-117.78 33.46,-117.7 33.42,-117.62 ' +
  '33.19,-117.38 33.04,-117.29 32.96,-117.27 32.85,-117.28 32.68,-117.24 32.58,-117.13'
)
  .split(' ')
  .map((pair) => {
    const [lat = 0, lng = 0] = pair.split(',').map(Number);
    return { lat, lng };
  });

/** San Diego Bay, and San Pedro Bay with Long Beach. */
const HARBORS: Point[] = [
  { lat: 32.69, lng: -117.17 },
  { lat: 33.75, lng: -118.22 },
];

/** South, west, north, east in degrees. */
type Area = [south: number, west: number, north: number, east: number];

/** The San Gabriel, San Bernardino and San Jacinto Mountains, Julian and Palomar, Mount Pinos and Tehachapi, the upper Kern. */
const MOUNTAINS: Area[] = [
  [34.15, -118.25, 34.42, -117.45],
  [34.1, -117.4, 34.4, -116.65],
  [33.65, -116.8, 33.82, -116.6],
  [32.75, -116.7, 33.4, -116.45],
  [34.7, -119.4, 35.25, -118.35],
  [35.4, -118.65, 36, -118.2],
];

/** The Antelope Valley, the Mojave, the Coachella Valley and what is east of them. */
const DESERTS: Area[] = [
  [34.42, -118.4, 34.9, -117.4],
  [34.35, -117.6, 36, -114],
  [34.85, -118.35, 36, -117.4],
  [33.2, -116.65, 34.35, -114],
  [32.5, -116.45, 33.4, -116],
];

const isIn = ({ lat, lng }: Point, [south, west, north, east]: Area) =>
  lat >= south && lat <= north && lng >= west && lng <= east;

/** In miles, flat, which is accurate enough for a picture. */
const toPlane = ({ lat, lng }: Point) => ({ x: lng * 57.3, y: lat * 69 });
const miles = (a: Point, b: Point) => Math.hypot(toPlane(a).x - toPlane(b).x, toPlane(a).y - toPlane(b).y);

const distanceToCoast = (at: Point) =>
  Math.min(...COAST.slice(1).map((end, index) => distanceToLine(at, COAST[index] as Point, end)));

function distanceToLine(at: Point, from: Point, to: Point): number {
  const [p, a, b] = [toPlane(at), toPlane(from), toPlane(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

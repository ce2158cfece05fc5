import type { Kysely } from 'kysely';
import type { SearchMap, Sought } from '#contract/search.ts';
import type { DB } from '#server/db/schema.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { PageRow } from '../public-ad.ts';
import { matching } from './search.ts';

type Box = SearchMap['box'];
type Pin = SearchMap['pins'][number];

const MOST = 2000;
const COLUMNS = 12;
const SOUTHERN_CALIFORNIA: Box = [-121, 32.5, -114.1, 35.9];

/** Where the listings lie that were found: the paid ones that are alone in their part of a grid as pins, all others by part. */
export async function mapSearch(db: Kysely<DB>, gazetteer: Gazetteer, sought: Sought): Promise<SearchMap> {
  const rows = (await matching(db, gazetteer, sought)
    .query.select(['id', 'title', 'zip', 'lat', 'lng', 'shown_level'])
    .limit(MOST)
    .execute()) as unknown as PageRow[];
  const points = rows.flatMap(({ id, title, zip, lat, lng, shown_level }) => {
    const own = shown_level !== 'free' && lat !== null && lng !== null ? { lat, lng } : null;
    const point = own ?? gazetteer.zipCodes.get(zip);
    return point ? [{ id, title, lat: point.lat, lng: point.lng, hasPin: own !== null }] : [];
  });
  const box = sought.box ?? (points.length > 0 ? around(points) : SOUTHERN_CALIFORNIA);
  const [west, south, east, north] = box;
  const side = Math.max(east - west, north - south) / COLUMNS;
  const inside = points.filter(({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north);
  const parts = Map.groupBy(
    inside,
    ({ lat, lng }) => `${Math.floor((lng - west) / side)} ${Math.floor((lat - south) / side)}`,
  );
  const pins: Pin[] = [];
  const clusters: SearchMap['clusters'] = [];
  for (const part of parts.values()) {
    const [first] = part;
    if (part.length === 1 && first?.hasPin) {
      pins.push({ id: first.id, title: first.title, lat: first.lat, lng: first.lng });
    } else {
      const mean = (of: 'lat' | 'lng') => part.reduce((sum, point) => sum + point[of], 0) / part.length;
      clusters.push({ lat: mean('lat'), lng: mean('lng'), count: part.length, box: around(part) });
    }
  }
  return { box, pins, clusters };
}

/** The smallest box that holds the points, and a little more. */
function around(points: { lat: number; lng: number }[]): Box {
  const margin = 0.01;
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  return [
    Math.min(...lngs) - margin,
    Math.min(...lats) - margin,
    Math.max(...lngs) + margin,
    Math.max(...lats) + margin,
  ];
}

import { sql } from 'kysely';
import type { SearchMap, Sought } from '#contract/search.ts';
import { settle } from './corrections.ts';
import { everyMatch } from './ranking.ts';
import type { SearchParts } from './understanding.ts';

type Box = SearchMap['box'];
type Pin = SearchMap['pins'][number];

const MOST = 2000;
const COLUMNS = 12;
const SOUTHERN_CALIFORNIA: Box = [-121, 32.5, -114.1, 35.9];

/** Where the listings lie that were found: the paid ones that are alone in their part of a grid as pins, all others by part. */
export async function mapSearch(parts: SearchParts, sought: Sought): Promise<SearchMap> {
  const { query } = await settle(parts, sought);
  const { rows: points } = await sql<Pin & { hasPin: boolean }>`
    select l.id, l.title, position[1] / 69 as lat, position[0] / 57.3 as lng,
      l.shown_level <> 'free' and l.lat is not null as "hasPin"
    from ${everyMatch(query)} as found join public_listings l on l.id = listing_id limit ${sql.lit(MOST)}`.execute(
    parts.db,
  );
  const box = sought.box ?? (points.length > 0 ? around(points) : SOUTHERN_CALIFORNIA);
  const [west, south, east, north] = box;
  const side = Math.max(east - west, north - south) / COLUMNS;
  const inside = points.filter(({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north);
  const cells = Map.groupBy(
    inside,
    ({ lat, lng }) => `${Math.floor((lng - west) / side)} ${Math.floor((lat - south) / side)}`,
  );
  const pins: Pin[] = [];
  const clusters: SearchMap['clusters'] = [];
  for (const part of cells.values()) {
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

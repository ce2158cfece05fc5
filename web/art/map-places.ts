import { parse } from 'csv-parse/sync';
import type { CountyMap } from './county-shapes.ts';
import { project } from './projection.ts';

/** A place with a name on the map: where, in its units, and from how many pixels a unit on there is room for its name. */
export type MapPlace = [name: string, x: number, y: number, from: number];

/**
 * The cities, communities and neighborhoods of `data/socal_places.csv` as names on the map, the weightiest first: cities by
 * population, then the others. A name that would touch one before it waits until the map is larger, so which names stand
 * depends on the map's scale alone, and none comes or goes while one moves along.
 */
export function projectPlaces(csv: string, map: Pick<CountyMap, 'scale' | 'translate'>): MapPlace[] {
  const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true });
  const weighty = rows
    .filter(({ type }) => WEIGHTS.includes(type as string))
    .sort((a, b) => getWeight(a) - getWeight(b) || Number(b.population) - Number(a.population));
  const places: MapPlace[] = [];
  for (const { name = '', lat, lng } of weighty) {
    const [x, y] = project({ lat: Number(lat), lng: Number(lng) }, map).map(toTenth) as [number, number];
    const from = Math.max(0, ...places.map((other) => getDistance([name, x, y, 0], other)));
    if (from <= MAX_SCALE) places.push([name, x, y, Math.ceil(from * 100) / 100]);
  }
  return places;
}

const WEIGHTS = ['city', 'town', 'community', 'neighborhood'];
const getWeight = ({ type = '' }: Record<string, string>) => (type === 'town' ? 0 : WEIGHTS.indexOf(type));

const toTenth = (length: number) => Math.round(length * 10) / 10;

// A name of 12 px, with air around it.
const LETTER_PX = 6.5;
const PADDING_PX = 22;
const LINE_PX = 26;
/** Two names that need more pixels a unit than this are of the same place. */
const MAX_SCALE = 200;

/** From how many pixels a unit on two names stand beside or above each other. */
function getDistance([name, x, y]: MapPlace, [other, otherX, otherY]: MapPlace): number {
  const across = ((name.length + other.length) / 2) * LETTER_PX + PADDING_PX;
  return Math.min(across / Math.abs(x - otherX), LINE_PX / Math.abs(y - otherY));
}

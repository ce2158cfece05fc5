import { parse } from 'csv-parse/sync';
import type { CountyMap } from './county-shapes.ts';
import { project } from './projection.ts';

/** The label of a place: its position in map units, and the minimum scale in pixels per unit at which it is visible. */
export type MapPlace = [name: string, x: number, y: number, from: number];

/**
 * The labels of the cities, communities and neighborhoods of `data/socal_places.csv` by priority: cities by population, then
 * the others. A label that would overlap an earlier one appears at a larger scale. Which labels are visible depends only on
 * the scale, so that none appears or disappears while the map is panned.
 */
export function projectPlaces(csv: string, map: Pick<CountyMap, 'scale' | 'translate'>): MapPlace[] {
  const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true });
  const ranked = rows
    .filter(({ type }) => PRIORITIES.includes(type as string))
    .sort((a, b) => getPriority(a) - getPriority(b) || Number(b.population) - Number(a.population));
  const places: MapPlace[] = [];
  for (const { name = '', lat, lng } of ranked) {
    const [x, y] = project({ lat: Number(lat), lng: Number(lng) }, map).map(toTenth) as [number, number];
    const from = Math.max(0, ...places.map((other) => getMinScale([name, x, y, 0], other)));
    if (from <= MAX_SCALE) places.push([name, x, y, Math.ceil(from * 100) / 100]);
  }
  return places;
}

const PRIORITIES = ['city', 'town', 'community', 'neighborhood'];
const getPriority = ({ type = '' }: Record<string, string>) => (type === 'town' ? 0 : PRIORITIES.indexOf(type));

const toTenth = (length: number) => Math.round(length * 10) / 10;

// A label of 12 px with its padding.
const LETTER_PX = 6.5;
const PADDING_PX = 22;
const LINE_PX = 26;
/** Two labels that would need a larger scale are of the same place. */
const MAX_SCALE = 200;

/** The minimum scale, in pixels per unit, at which two labels do not overlap. */
function getMinScale([name, x, y]: MapPlace, [other, otherX, otherY]: MapPlace): number {
  const across = ((name.length + other.length) / 2) * LETTER_PX + PADDING_PX;
  return Math.min(across / Math.abs(x - otherX), LINE_PX / Math.abs(y - otherY));
}

import type { Point } from '#server/places/points.ts';

/**
 * A point of two cells as people and programs write them: '33.68', '33,68', '33.68 N', '33°40′48″ N'. A longitude of the region without its sign has
 * one. Null where they are none, and for 0, 0, which stands for none.
 */
export function readPoint(lat: string, lng: string): Point | null {
  const [north, east] = [readDegrees(lat), readDegrees(lng)];
  if (!north || !east || Math.abs(north.degrees) > 90 || Math.abs(east.degrees) > 180) return null;
  if (north.degrees === 0 && east.degrees === 0) return null;
  const west = { lat: north.degrees, lng: -east.degrees };
  return !east.hasDirection && east.degrees > 0 && isInRegion(west) ? west : { lat: north.degrees, lng: east.degrees };
}

/** Whether latitude and longitude of a point outside of the region are those of one inside, in the wrong order. */
export const isSwapped = (point: Point): boolean => !isInRegion(point) && isInRegion(swapPoint(point));

/** Whether two cells are a longitude and a latitude of the region. */
export function areSwapped(lat: string, lng: string): boolean {
  const [point, swapped] = [readPoint(lat, lng), readPoint(lng, lat)];
  return !(point && isInRegion(point)) && swapped !== null && isInRegion(swapped);
}

export const swapPoint = ({ lat, lng }: Point): Point => ({ lat: lng, lng: lat });

/** Whether a point is in the box around the eight counties. */
export const isInRegion = ({ lat, lng }: Point): boolean => lat > 32.4 && lat < 35.9 && lng > -121.6 && lng < -114;

const DECIMAL = /^([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEWO]?)$/i;
const SEXAGESIMAL = /^(\d{1,3})\s*°\s*(\d{1,2})\s*['′]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″]|''))?\s*([NSEWO])$/i;

function readDegrees(text: string) {
  const [, decimal, letter = ''] = DECIMAL.exec(text) ?? [];
  if (decimal) return withDirection(Number(decimal.replace(',', '.')), letter);
  const [, degrees, minutes, seconds = '0', direction = ''] = SEXAGESIMAL.exec(text) ?? [];
  return degrees ? withDirection(Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600, direction) : null;
}

const withDirection = (degrees: number, direction: string) => ({
  degrees: /[SWO]/i.test(direction) ? -Math.abs(degrees) : degrees,
  hasDirection: direction !== '',
});

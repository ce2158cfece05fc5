import { expect, it } from 'vitest';
import { areSwapped, isSwapped, readPoint } from './point.ts';

it.each([
  ['33.68', '-117.82', 33.68, -117.82],
  ['33,68', '-117,82', 33.68, -117.82],
  ['33.68 N', '117.82 W', 33.68, -117.82],
  ['33.68°', '117.82° O', 33.68, -117.82],
  ['33°40′48″ N', '117°49′12″ W', 33.68, -117.82],
  ['33.68', '117.82', 33.68, -117.82],
  ['-33.87', '151.2', -33.87, 151.2],
  ['40.59', '-73.66', 40.59, -73.66],
])('%s, %s', (lat, lng, north, east) => {
  const point = readPoint(lat, lng);
  expect([point?.lat, point?.lng]).toEqual([expect.closeTo(north, 6), expect.closeTo(east, 6)]);
});

it.each([
  ['', ''],
  ['0', '0'],
  ['0.0', '-0'],
  ['133', '-117'],
  ['33.68', 'west'],
  ['33.68', '1e3'],
])('%s, %s is no point', (lat, lng) => {
  expect(readPoint(lat, lng)).toBeNull();
});

it('a point is swapped if it is only then in the region', () => {
  expect([
    isSwapped({ lat: -117.82, lng: 33.68 }),
    isSwapped({ lat: 33.68, lng: -117.82 }),
    isSwapped({ lat: -73.66, lng: 40.59 }),
  ]).toEqual([true, false, false]);
  expect([areSwapped('-117.82', '33.68'), areSwapped('33.68', '-117.82'), areSwapped('', '')]).toEqual([
    true,
    false,
    false,
  ]);
});

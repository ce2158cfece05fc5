import { expect, test } from 'vitest';
import shapes from '../../data/socal_counties.geojson?raw';
import csv from '../../data/socal_places.csv?raw';
import { createCountyMap } from './county-shapes.ts';
import { projectPlaces } from './map-places.ts';
import { project, unproject } from './projection.ts';

const map = createCountyMap(JSON.parse(shapes));
const places = projectPlaces(csv, map);
const header = 'name,type,lat,lng,population\n';

test('the largest city is named first, however small the map', () => {
  expect(places[0]).toEqual(['Los Angeles', expect.any(Number), expect.any(Number), 0]);
});

test('places are where they are on the map of the counties', () => {
  const [, x, y] = places.find(([name]) => name === 'Irvine') ?? ['', 0, 0];
  const { lat, lng } = unproject([x, y], map);
  expect([lat, lng]).toEqual([expect.closeTo(33.68, 1), expect.closeTo(-117.79, 1)]);
});

test('a name waits until it does not touch that of a larger city, and does not wait for a smaller one', () => {
  const [large, small] = projectPlaces(`${header}Small,city,34,-118,9\nLarge,city,34,-118.1,10`, map);
  expect(large).toEqual(['Large', expect.any(Number), expect.any(Number), 0]);
  const [, x = 0, , from = 0] = small ?? [];
  const apart = (x - (large?.[1] ?? 0)) * from;
  // 'Small' and 'Large' in letters of 12 px.
  expect(apart).toBeGreaterThan(40);
  expect(apart).toBeLessThan(100);
});

test('cities come before communities, whose numbers say little, and names of the post office are none', () => {
  const names = projectPlaces(
    `${header}Hamlet,community,34,-117,99999\nTown,town,35,-118,10\nPO,postal,33,-116,`,
    map,
  ).map(([name]) => name);
  expect(names).toEqual(['Town', 'Hamlet']);
});

test('a second name in the same place is left out', () => {
  expect(projectPlaces(`${header}One,city,34,-118,10\nTwo,city,34,-118,9`, map)).toHaveLength(1);
});

test('a point on the map is the point that it was', () => {
  const point = { lat: 32.7157, lng: -117.1611 };
  const back = unproject(project(point, map), map);
  expect(back.lat).toBeCloseTo(point.lat, 8);
  expect(back.lng).toBeCloseTo(point.lng, 8);
});

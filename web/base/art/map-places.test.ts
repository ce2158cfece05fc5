import { expect, test } from 'vitest';
import shapes from '../../../data/socal_counties.geojson?raw';
import csv from '../../../data/socal_places.csv?raw';
import { createCountyMap } from './county-shapes.ts';
import { projectPlaces } from './map-places.ts';
import { project, unproject } from './projection.ts';

const map = createCountyMap(JSON.parse(shapes));
const places = projectPlaces(csv, map);
const header = 'name,type,lat,lng,population\n';

test('the largest city comes first and is visible at every scale', () => {
  expect(places[0]).toEqual(['Los Angeles', expect.any(Number), expect.any(Number), 0]);
});

test('places have their positions on the county map', () => {
  const [, x, y] = places.find(([name]) => name === 'Irvine') ?? ['', 0, 0];
  const { lat, lng } = unproject([x, y], map);
  expect([lat, lng]).toEqual([expect.closeTo(33.68, 1), expect.closeTo(-117.79, 1)]);
});

test('a label appears once it does not overlap that of a larger city, regardless of smaller ones', () => {
  const [large, small] = projectPlaces(`${header}Small,city,34,-118,9\nLarge,city,34,-118.1,10`, map);
  expect(large).toEqual(['Large', expect.any(Number), expect.any(Number), 0]);
  const [, x = 0, , from = 0] = small ?? [];
  const distance = (x - (large?.[1] ?? 0)) * from;
  // The widths of 'Small' and 'Large' at 12 px.
  expect(distance).toBeGreaterThan(40);
  expect(distance).toBeLessThan(100);
});

test('cities come before communities of any population, and post-office names are left out', () => {
  const names = projectPlaces(
    `${header}Hamlet,community,34,-117,99999\nTown,town,35,-118,10\nPO,postal,33,-116,`,
    map,
  ).map(([name]) => name);
  expect(names).toEqual(['Town', 'Hamlet']);
});

test('a second name at the same point is left out', () => {
  expect(projectPlaces(`${header}One,city,34,-118,10\nTwo,city,34,-118,9`, map)).toHaveLength(1);
});

test('unproject is the inverse of project', () => {
  const point = { lat: 32.7157, lng: -117.1611 };
  const back = unproject(project(point, map), map);
  expect(back.lat).toBeCloseTo(point.lat, 8);
  expect(back.lng).toBeCloseTo(point.lng, 8);
});

import { expect, test } from 'vitest';
import { getScenery } from './scenery.ts';

test.each([
  ['Irvine', 33.68, -117.83, 'orange-county', 'los-angeles-county'],
  ['Santa Ana', 33.75, -117.87, 'orange-county', 'los-angeles-county'],
  ['Huntington Beach', 33.66, -118, 'orange-county', 'orange-county'],
  ['San Diego', 32.72, -117.16, 'san-diego-county', 'san-diego-county'],
  ['Long Beach', 33.77, -118.19, 'los-angeles-county', 'san-diego-county'],
  ['Los Angeles', 34.05, -118.24, 'los-angeles-county', 'los-angeles-county'],
  ['Pasadena', 34.156, -118.13, 'los-angeles-county', 'san-bernardino-county'],
  ['Santa Monica', 34.02, -118.49, 'los-angeles-county', 'orange-county'],
  ['Lancaster', 34.69, -118.15, 'los-angeles-county', 'riverside-county'],
  ['Big Bear Lake', 34.24, -116.91, 'san-bernardino-county', 'san-bernardino-county'],
  ['Victorville', 34.53, -117.29, 'san-bernardino-county', 'riverside-county'],
  ['Palm Springs', 33.83, -116.54, 'riverside-county', 'riverside-county'],
  ['Riverside', 33.95, -117.4, 'riverside-county', 'san-bernardino-county'],
  ['Simi Valley', 34.27, -118.78, 'ventura-county', 'san-bernardino-county'],
  ['Julian', 33.08, -116.6, 'san-diego-county', 'san-bernardino-county'],
  ['El Centro', 32.79, -115.56, 'imperial-county', 'imperial-county'],
  ['Ventura', 34.27, -119.26, 'ventura-county', 'ventura-county'],
  ['Bakersfield', 35.37, -119.02, 'kern-county', 'kern-county'],
])('%s', (_name, lat, lng, slug, scenery) => {
  expect(getScenery({ lat, lng, county: { slug } })).toBe(scenery);
});

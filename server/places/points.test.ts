import { expect, it } from 'vitest';
import type { ZipCode } from './gazetteer.ts';
import { distanceKm, findNearestZipCode } from './points.ts';

const random = (seed: number) => () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

it('The nearest ZIP code is that of the least distance, the first one of several at one point', () => {
  const next = random(11);
  const points = Array.from({ length: 300 }, () => ({ lat: 32.5 + 3.3 * next(), lng: -120 + 6 * next() }));
  // Every tenth has the point of the next one.
  const zips = points.map((point, index) => ({
    ...(index % 10 ? point : points[index + 1]),
    zip: String(index),
  }));
  const zipCodes = new Map(zips.map((zip) => [zip.zip, zip as ZipCode]));
  const places = [...points.slice(0, 60), ...points.map(() => ({ lat: 32 + 4.5 * next(), lng: -121 + 8 * next() }))];
  const expected = places.map((place) => {
    const least = Math.min(...zips.map((zip) => distanceKm(zip as ZipCode, place)));
    return zips.find((zip) => distanceKm(zip as ZipCode, place) === least)?.zip;
  });
  expect(places.map((place) => findNearestZipCode({ zipCodes }, place)?.zip)).toEqual(expected);
});

it('Without ZIP codes there is none', () => {
  expect(findNearestZipCode({ zipCodes: new Map() }, { lat: 33, lng: -117 })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { toCityOptions } from './city-options.ts';

test('names the county of cities that have one name, and of no others', () => {
  const cities = [
    { slug: 'irvine', name: 'Irvine', county: 'Orange County' },
    { slug: 'las-flores', name: 'Las Flores', county: 'Los Angeles County' },
    { slug: 'las-flores-orange', name: 'Las Flores', county: 'Orange County' },
  ];
  expect(toCityOptions(cities)).toEqual([
    ['irvine', 'Irvine'],
    ['las-flores', 'Las Flores (Los Angeles County)'],
    ['las-flores-orange', 'Las Flores (Orange County)'],
  ]);
});

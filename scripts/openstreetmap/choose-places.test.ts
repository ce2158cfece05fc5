import { expect, it } from 'vitest';
import { choosePlace, type NamedPlace, refineCategory } from './choose-places.ts';
import { createRestaurantFilter } from './restaurants-of-towns.ts';
import { findTwins } from './twins.ts';

const place = (columns: Partial<NamedPlace>): NamedPlace => ({
  ...{ id: 'osm2021:1', name: 'Poppy Museum', category_raw: 'museum', category: 'museums-galleries', address: '' },
  ...{ city: 'Irvine', county: 'Orange', lat: '33.68012', lng: '-117.83021', product_row: '' },
  ...columns,
});
const cafe = { category_raw: 'cafe', category: 'coffee-tea' };

it.each<[string, Partial<NamedPlace>, ReturnType<typeof choosePlace>]>([
  ['with an address', { ...cafe, name: 'Poppy Café', address: '1 Main Street' }, 'shipped'],
  ['without one', { ...cafe, name: 'Poppy Café' }, 'more'],
  ['of a kind that rarely moves', {}, 'shipped'],
  ['that is a part of one', { category_raw: 'university', category: 'colleges', name: 'Bridge Hall' }, 'more'],
  ['that is one', { category_raw: 'university', category: 'colleges', name: 'Poppy State University' }, 'shipped'],
  [
    'of a category with few others',
    { category_raw: 'locksmith', category: 'locksmiths', name: 'Lock & Key' },
    'shipped',
  ],
  ['that we have already', { product_row: 'cms:1' }, null],
  ['that is a school', { category_raw: 'school', category: 'schools', address: '1 Main Street' }, null],
  ['that is a church', { category_raw: 'place_of_worship', category: 'churches', address: '1 Main Street' }, null],
  ['of a chain that has closed', { ...cafe, name: 'Sears Auto Center', address: '1 Main Street' }, null],
  ['that is a climbing route', { category_raw: 'climbing', category: 'gyms-fitness', name: 'Trad 5.6' }, null],
])('A place %s', (_what, columns, expected) => {
  expect(choosePlace(place(columns))).toBe(expected);
});

it.each([
  ['beauty-salons', 'Bella Nails', 'nail-salons'],
  ['hair-salons', 'Active Barbers', 'barbers'],
  ['bars', 'Story Karaoke', 'karaoke'],
  ['fitness-recreation', 'Pasadena Lawn Bowling', 'fitness-recreation'],
  ['fitness-recreation', 'Santa Clarita Lanes', 'bowling'],
  ['schools', 'Palomar Driving School', 'driving-schools'],
  ['restaurants', 'The Karaoke Kitchen', 'karaoke'],
  ['restaurants', 'Blue Door', 'restaurants'],
])('Among %s, %s is in %s', (category, name, expected) => {
  expect(refineCategory({ category, name })).toBe(expected);
});

it('Of a place that a map has twice the one with a street stays', () => {
  const outline = place({ name: 'The Poppy Museum of Irvine' });
  const point = place({ name: 'Poppy Museum - Irvine', address: '1 Main Street', lat: '33.68200' });
  const far = place({ name: 'Poppy Museum Irvine', lat: '33.70000' });
  const other = place({ name: 'Orange Museum Irvine' });
  expect([...findTwins([outline, point, far, other])]).toEqual([outline]);
});

it('Branches of a chain with streets are no twins, nor what only stands beside', () => {
  const branch = { name: 'Starbucks', ...cafe };
  const places = [
    place({ ...branch, address: '1 Main Street' }),
    place({ ...branch, address: '90 Main Street', lat: '33.68100' }),
    place({ name: 'Hilton Garden Inn Irvine', category: 'hotels-motels' }),
    place({ name: 'Homewood Suites Irvine', category: 'hotels-motels' }),
  ];
  expect([...findTwins(places)]).toEqual([]);
});

it('A town gets five restaurants that are no chain’s, if the map has them', () => {
  const restaurant = (name: string, columns = {}) =>
    place({ name, category_raw: 'restaurant', category: 'restaurants', ...columns });
  const shipped = ['One', 'Two', 'Three'].map((name) => restaurant(name, { address: '1 Main Street' }));
  const more = [
    ...[restaurant('Four'), restaurant('Taco Bell'), restaurant('Five'), restaurant('Six')],
    ...[restaurant('Elsewhere', { city: 'Tustin' }), place(cafe)],
  ];
  const chosen = more.filter(createRestaurantFilter(shipped));
  expect(chosen.map(({ name }) => name)).toEqual(['Four', 'Five', 'Elsewhere']);
});

import { expect, test } from 'vitest';
import { SEARCH_SUMMARY as about } from '#tests/support/search-summary.ts';
import { resultsHeading, searchLabel } from './labels.ts';

const irvine = { name: 'Irvine', path: '/city/irvine', lat: 33.68, lng: -117.82 };

test('a heading names the number of results, the query and the place', () => {
  const bakeries = { name: 'Bakeries', slug: 'bakeries' };
  expect(resultsHeading({ ...about, q: 'bakery', near: irvine })).toBe('12 results for “bakery” near Irvine');
  expect(resultsHeading({ ...about, category: bakeries, near: irvine })).toBe('12 Bakeries near Irvine');
  expect(resultsHeading({ ...about, q: 'vegan', category: bakeries })).toBe(
    '12 results for “vegan” in Bakeries in Southern California',
  );
  expect(resultsHeading({ ...about, place: irvine })).toBe('12 businesses in Irvine');
  expect(resultsHeading({ ...about, near: irvine }, { box: '-118,33,-117,34' })).toBe(
    '12 businesses near Irvine, in this map area',
  );
});

test('one result, none and more than the counted maximum are worded correctly', () => {
  expect(resultsHeading({ ...about, q: 'x', total: 1 })).toBe('1 result for “x” in Southern California');
  expect(resultsHeading({ ...about, q: 'x', total: 0 })).toBe('No results for “x” in Southern California');
  expect(resultsHeading({ ...about, near: irvine, total: 1000 })).toBe('More than 1,000 businesses near Irvine');
  const bakeries = { name: 'Bakeries', slug: 'bakeries' };
  expect(resultsHeading({ ...about, category: bakeries, total: 1 })).toBe(
    '1 result in Bakeries in Southern California',
  );
});

test('a corrected search names the correction, not the misspelled words', () => {
  expect(resultsHeading({ ...about, q: 'bakrey', corrected: true, corrections: ['bakery', 'baker'] })).toBe(
    '12 results for “bakery” in Southern California',
  );
});

test('while results are loading the label is made from the search parameters', () => {
  expect(searchLabel({ q: 'tacos', near: 'Irvine', category: 'food-trucks' })).toBe(
    '“tacos” in Food Trucks near Irvine',
  );
  expect(searchLabel({ near: '33.684,-117.826' })).toBe('Businesses near your location');
  expect(searchLabel({ q: 'tacos', box: '-118,33,-117,34' })).toBe('“tacos” in this map area');
});

import { expect, test } from 'vitest';
import { matchGroups, matchOptions, type Option } from './match-options.ts';

const named = (...labels: string[]): Option[] => labels.map((label) => ({ value: label, label }));
const labels = (options: Option[]) => options.map(({ label }) => label);

const groups = [
  { group: 'Restaurants', value: '1', options: named('Barbecue', 'Coffee & Tea', 'Mexican') },
  { group: 'Bars & Nightlife', value: '2', options: named('Wine Bars', 'Breweries', 'Bars') },
  { group: 'Beauty & Spas', value: '3', options: named('Barbers', 'Day Spas') },
];

test.each([
  ['la canada', ['La Cañada Flintridge']],
  ['LA CAÑ', ['La Cañada Flintridge']],
  ['oxnard', ['Oxnard']],
  ['beach', ['Beachwood', 'Long Beach', "Seal's Beach"]],
  ['beach long', ['Long Beach']],
  ['each', []],
  ['', ['Long Beach', 'La Cañada Flintridge', 'Beachwood', 'Oxnard', "Seal's Beach"]],
])('%o matches %o', (typed, expected) => {
  const options = named('Long Beach', 'La Cañada Flintridge', 'Beachwood', 'Oxnard', "Seal's Beach");
  expect(labels(matchOptions(options, typed))).toEqual(expected);
});

test('keywords match an option too, after options whose label matches', () => {
  const options = [{ value: '1', label: 'Medical Clinics', keywords: 'doctor' }, ...named('Doctor')];
  expect(labels(matchOptions(options, 'doctor'))).toEqual(['Doctor', 'Medical Clinics']);
});

test('a matching group has all its options and can be selected', () => {
  expect(matchGroups(groups, 'night')).toEqual([{ ...groups[1], options: named('Wine Bars', 'Breweries', 'Bars') }]);
});

test('a group that matches only by its options cannot be selected', () => {
  expect(matchGroups(groups, 'mexican')).toEqual([{ group: 'Restaurants', options: named('Mexican') }]);
});

test('the best match comes first, among groups and among options', () => {
  const found = matchGroups(groups, 'bars');
  expect(found.map(({ group }) => group)).toEqual(['Bars & Nightlife']);
  expect(labels(found[0]?.options ?? [])).toEqual(['Bars', 'Wine Bars', 'Breweries']);
});

test('words of a group and of its option match the option together', () => {
  expect(matchGroups(groups, 'mexican restaurant').map(({ options }) => labels(options))).toEqual([['Mexican']]);
});

test('unknown words match nothing', () => {
  expect(matchGroups(groups, 'zzz')).toEqual([]);
});

import { expect, test } from 'vitest';
import { searchQuerySchema } from '#contract/search.ts';
import { isPoint } from './point.ts';
import { omitParams, parseSearchParams, searchPath } from './search-params.ts';

const parse = (query: string) => parseSearchParams(new URLSearchParams(query));

test('only known parameters of a URL are parsed', () => {
  expect(parse('q=bakery&near=Irvine&open=now&website=true&within=5&sort=newest&page=3&utm_source=x')).toEqual({
    q: 'bakery',
    near: 'Irvine',
    within: '5',
    open: 'now',
    website: 'true',
    sort: 'newest',
  });
});

test('empty and invalid values are left out', () => {
  expect(
    parse('q=%20%20&near=&open=later&website=maybe&within=0&sort=best&category=../etc&place=Not%20A%20Slug'),
  ).toEqual({});
  for (const within of ['-1', '1e2', '101', '5.5', '999999999999', 'NaN'])
    expect(parse(`within=${within}`)).toEqual({});
});

test('a box is accepted only if it is a valid area', () => {
  expect(parse('box=-118.3,33.9,-117.9,34.2&view=map')).toEqual({ box: '-118.3,33.9,-117.9,34.2', view: 'map' });
  for (const box of [
    '-117.9,33.9,-118.3,34.2',
    '-118.3,34.2,-117.9,33.9',
    '-118,34,-118,34',
    '-181,33,-117,34',
    '-118,-91,-117,34',
    'NaN,33,-117,34',
    '-1e2,33,-99,34',
    '-118.3,33.9,-117.9',
    '-118.3, 33.9, -117.9, 34.2',
  ])
    expect(parse(`box=${encodeURIComponent(box)}&view=list`)).toEqual({});
});

test('the API accepts every search that is parsed from a URL', () => {
  for (const text of [
    'x'.repeat(10_000),
    '\0'.repeat(300),
    '\ud800 half a pair',
    '🥐'.repeat(500),
    "'; drop table listings; --",
    '\u202egnirts',
    `${' '.repeat(199)}end`,
    '-118.3,33.9,-117.9,34.2',
  ]) {
    const params = { q: text, near: text, category: text, place: text, within: text, box: text };
    const search = parseSearchParams(new URLSearchParams(params));
    const query = Object.fromEntries(new URL(searchPath(search), 'https://local.example').searchParams);
    expect(searchQuerySchema.safeParse(query).error).toBeUndefined();
  }
});

test('parsing and formatting a URL leaves it unchanged', () => {
  const path = '/search?q=caf%C3%A9+%26+bar&near=92614&category=bakeries&place=irvine&within=10&photos=true';
  expect(searchPath(parse(path.slice(path.indexOf('?'))))).toBe(path);
  expect(searchPath({})).toBe('/search');
});

test('removing a filter leaves the others', () => {
  expect(omitParams(parse('q=tacos&open=now&within=5'), 'open')).toEqual({ q: 'tacos', within: '5' });
});

test('a point is distinguished from a place name and from a ZIP code', () => {
  expect(['33.684,-117.826', '33, -117'].map(isPoint)).toEqual([true, true]);
  expect(['Irvine', '92614', 'Irvine, CA', '33.684'].map(isPoint)).toEqual([false, false, false, false]);
});

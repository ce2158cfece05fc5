import { describe, expect, test } from 'vitest';
import { parseRefinement, scopedPath } from './listing-scope.ts';

const bakeries = { path: '/category/bakeries', search: { category: 'bakeries' } };
const refined = (query: string) => parseRefinement(bakeries.search, new URLSearchParams(query));

describe('An address of a page that lists something', () => {
  test('asks for all of it, or for some', () => {
    expect(refined('')).toBeUndefined();
    expect(refined('cursor=x&utm_source=y')).toBeUndefined();
    expect(refined('open=now&place=irvine')).toEqual({ category: 'bakeries', open: 'now', place: 'irvine' });
  });

  test('cannot ask for something else', () => {
    expect(refined('category=bars&q=tacos&box=1,2,3,4')).toBeUndefined();
  });

  test('says the order only where it is not the usual one', () => {
    expect(refined('sort=newest')).toBeUndefined();
    expect(refined('sort=nearest')).toEqual({ category: 'bakeries', sort: 'nearest' });
    expect(refined('sort=nearest&near=92614')).toEqual({ category: 'bakeries', near: '92614' });
    expect(refined('sort=newest&near=92614')).toEqual({ category: 'bakeries', near: '92614', sort: 'newest' });
  });
});

describe('A search is shown', () => {
  test('where some of it is listed', () => {
    expect(scopedPath(bakeries, { category: 'bakeries' })).toBe('/category/bakeries');
    expect(scopedPath(bakeries, { category: 'bakeries', open: 'now' })).toBe('/category/bakeries?open=now');
  });

  test('on the page of searches where it asks for more than that', () => {
    expect(scopedPath(bakeries, { open: 'now' })).toBe('/search?open=now');
    expect(scopedPath(bakeries, { category: 'bakeries', q: 'rye' })).toBe('/search?category=bakeries&q=rye');
    expect(scopedPath(undefined, { category: 'bakeries' })).toBe('/search?category=bakeries');
  });
});

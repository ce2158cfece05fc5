import { describe, expect, test } from 'vitest';
import { isRefined, parseScopedSearch, scopedPath } from './listing-scope.ts';

const bakeries = { path: '/category/bakeries', search: { category: 'bakeries' } };
const parse = (query: string) => parseScopedSearch(bakeries, new URLSearchParams(query));
const refine = (query: string) => (isRefined(bakeries, parse(query)) ? parse(query) : undefined);

describe('The URL of a page with a scope', () => {
  test('is refined only by known filters', () => {
    expect(refine('')).toBeUndefined();
    expect(refine('cursor=x&utm_source=y')).toBeUndefined();
    expect(refine('open=now&place=irvine')).toEqual({ category: 'bakeries', open: 'now', place: 'irvine' });
  });

  test('cannot leave its scope', () => {
    expect(refine('category=bars&q=tacos&box=1,2,3,4')).toBeUndefined();
  });

  test('ignores the default sort order', () => {
    expect(refine('sort=relevance')).toBeUndefined();
    expect(refine('sort=nearest')).toEqual({ category: 'bakeries', sort: 'nearest' });
    expect(refine('sort=nearest&near=92614')).toEqual({ category: 'bakeries', near: '92614' });
    expect(refine('sort=newest&near=92614')).toEqual({ category: 'bakeries', near: '92614', sort: 'newest' });
  });

  test('needs no search for newest first alone', () => {
    expect(refine('sort=newest')).toBeUndefined();
    expect(scopedPath(bakeries, parse('sort=newest'))).toBe('/category/bakeries?sort=newest');
    expect(refine('sort=newest&open=now')).toEqual({ category: 'bakeries', open: 'now', sort: 'newest' });
  });
});

describe('The path of a scoped search', () => {
  test('is the page of the scope while the search stays inside it', () => {
    expect(scopedPath(bakeries, { category: 'bakeries' })).toBe('/category/bakeries');
    expect(scopedPath(bakeries, { category: 'bakeries', open: 'now' })).toBe('/category/bakeries?open=now');
  });

  test('is the search page when the search leaves the scope', () => {
    expect(scopedPath(bakeries, { open: 'now' })).toBe('/search?open=now');
    expect(scopedPath(bakeries, { category: 'bakeries', q: 'rye' })).toBe('/search?category=bakeries&q=rye');
    expect(scopedPath(undefined, { category: 'bakeries' })).toBe('/search?category=bakeries');
  });
});

import { expect, test } from 'vitest';
import { asPage } from './api.ts';

const link = '</api/zip/92614/ads?featured=false&cursor=abc>; rel="next"';
const next = '/api/zip/92614/ads?featured=false&cursor=abc';

test('a list knows its next page, and where it ends', () => {
  expect(asPage([1, 2], link)).toEqual({ items: [1, 2], next });
  expect(asPage([1, 2], undefined)).toEqual({ items: [1, 2], next: null });
});

test('an object that holds a list knows the next page beside what it is', () => {
  expect(asPage({ zip: '92614', ads: [1] }, link)).toEqual({ zip: '92614', ads: [1], next });
});

test('anything else is as the API answered it', () => {
  expect(asPage({ zip: '92614', ads: [] }, null)).toEqual({ zip: '92614', ads: [] });
  expect(asPage(null, link)).toBe(null);
});

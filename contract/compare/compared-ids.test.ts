import { expect, test } from 'vitest';
import { comparePath, parseComparedIds } from './compared-ids.ts';

test.each([
  ['1,2,3', [1, 2, 3]],
  ['5,4,3,2,1', [5, 4, 3, 2]],
  ['7,7,7', [7]],
  ['0,-1,1e3,0x1,١,1;drop table listings,9999999999999999,<b>, 2,8', [8]],
  ['', []],
  [null, []],
])('of the ids %s these are compared: %j', (text, ids) => expect(parseComparedIds(text)).toEqual(ids));

test('a comparison has one address', () => {
  expect(comparePath([3, 1])).toBe('/compare?ids=3,1');
  expect(comparePath([3], 'San Diego & 1')).toBe('/compare?ids=3&near=San%20Diego%20%26%201');
  expect(comparePath([], 'irvine')).toBe('/compare');
});

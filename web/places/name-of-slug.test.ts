import { expect, test } from 'vitest';
import { nameOfSlug } from './name-of-slug.ts';

test('a slug is spelled as a name', () => {
  expect(nameOfSlug('orange-county')).toBe('Orange County');
  expect(nameOfSlug('irvine')).toBe('Irvine');
});

import { expect, test } from 'vitest';
import { slugToName } from './slug-to-name.ts';

test('a slug is converted to a name', () => {
  expect(slugToName('orange-county')).toBe('Orange County');
  expect(slugToName('irvine')).toBe('Irvine');
});

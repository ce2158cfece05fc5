import { expect, test } from 'vitest';
import { slugToName } from './slug-to-name.ts';

test('a slug is spelled as a name', () => {
  expect(slugToName('orange-county')).toBe('Orange County');
  expect(slugToName('irvine')).toBe('Irvine');
});

import { expect, test } from 'vitest';
import { toHostname } from './hostname.ts';

test('a website is displayed by its host name', () => {
  expect(toHostname('https://www.example.com/menu?x=1')).toBe('example.com');
  expect(toHostname('nonsense')).toBe('nonsense');
});

import { expect, test } from 'vitest';
import { splitLocalPath, toLocalApiPath, toLocalPath } from './languages.ts';

test.each([
  ['/', '/es'],
  ['/city/irvine', '/es/city/irvine'],
  ['/search?q=tacos', '/es/search?q=tacos'],
  ['/help#can-i-pay-ahead', '/es/help#can-i-pay-ahead'],
])('the path %s is %s in Spanish, and back', (path, local) => {
  expect(toLocalPath(path, 'es')).toBe(local);
  expect(toLocalPath(path, 'en')).toBe(path);
  expect(splitLocalPath(local)).toEqual({ language: 'es', path });
  expect(splitLocalPath(path)).toEqual({ language: 'en', path });
});

test.each(['/escondido', '/es-mx', '/en', '/en/city/irvine', '/fr/city/irvine', '//es', '/city/es'])(
  'the path %s is English',
  (path) => {
    expect(splitLocalPath(path)).toEqual({ language: 'en', path });
  },
);

test.each([
  ['/es?q=1', '/?q=1'],
  ['/es/', '/'],
  ['/es/es', '/es'],
])('the path %s is %s in English', (path, english) => {
  expect(splitLocalPath(path)).toEqual({ language: 'es', path: english });
});

test('pages of other languages read the API with their language, once', () => {
  expect(toLocalApiPath('/api/cities', 'en')).toBe('/api/cities');
  expect(toLocalApiPath('/api/cities', 'es')).toBe('/api/cities?lang=es');
  expect(toLocalApiPath('/api/ads?limit=4', 'es')).toBe('/api/ads?limit=4&lang=es');
  expect(toLocalApiPath('/api/ads?limit=4&lang=es', 'es')).toBe('/api/ads?limit=4&lang=es');
});

import { expect, test } from 'vitest';
import { toSuggestions } from './suggestion-options.ts';

test('puts the county behind a place of which another has the name, so that the right one is searched', () => {
  const places = [
    { name: 'Las Flores', detail: 'Los Angeles County', path: '/city/las-flores' },
    { name: 'Las Flores', detail: 'Orange County', path: '/city/las-flores-orange' },
    { name: 'Las Flores Canyon', detail: 'Los Angeles County', path: '/city/las-flores-canyon' },
  ];
  const options = toSuggestions('where', { businesses: [], categories: [], places }, '');
  expect(options.map(({ text }) => text)).toEqual([
    'Las Flores, Los Angeles County',
    'Las Flores, Orange County',
    'Las Flores Canyon',
  ]);
});

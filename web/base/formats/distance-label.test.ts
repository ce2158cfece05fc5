import { expect, test } from 'vitest';
import { distanceLabel } from './distance-label.ts';

test('distances below 10 miles have one decimal, and none is 0', () => {
  const toLabel = (miles: number) => distanceLabel({ miles, distanceUnknown: false, zipCode: '92614' });
  expect([0, 0.04, 0.1, 0.44, 1, 9.96, 12.4].map(toLabel)).toEqual([
    'under 0.1 mi',
    'under 0.1 mi',
    '0.1 mi',
    '0.4 mi',
    '1.0 mi',
    '10.0 mi',
    '12 mi',
  ]);
});

test('where only the ZIP code is known it stands for the distance, in lists by distance alone', () => {
  const listing = { miles: null, zipCode: '92614' };
  expect(distanceLabel({ ...listing, distanceUnknown: true })).toBe('in 92614');
  expect(distanceLabel({ ...listing, distanceUnknown: false })).toBeNull();
  expect(distanceLabel({ zipCode: '92614' })).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { formatDuration, formatPercent, getCountChange, getDurationChange, getRateChange } from './change.ts';

describe('The change of a count', () => {
  it.each([
    [479, 428, 'up', 'Up 12% from 428'],
    [1_000, 2_000, 'down', 'Down 50% from 2,000'],
    [0, 40, 'down', 'Down 100% from 40'],
    // A percentage of a small count would be misleading.
    [6, 2, 'up', 'Up from 2'],
    [3, 0, 'up', 'Up from 0'],
    // Below half a percent, the percentage is left out.
    [1_001, 1_000, 'up', 'Up from 1,000'],
    [12, 12, 'same', 'Same as before'],
  ])('from %i now and %i before is %s: %s', (now, before, direction, text) => {
    expect(getCountChange(now, before)).toEqual({ direction, text });
  });

  it('is null if there is nothing to compare', () => {
    expect(getCountChange(0, 0)).toBeNull();
    expect(getCountChange(12, undefined)).toBeNull();
  });
});

describe('The change of a rate', () => {
  it('is in percentage points', () => {
    expect(getRateChange(0.2, 0.174)).toEqual({ direction: 'up', text: 'Up 2.6 points from 17.4%' });
    expect(getRateChange(0.1, 0.2)).toEqual({ direction: 'down', text: 'Down 10 points from 20%' });
    expect(getRateChange(0.2001, 0.2)).toEqual({ direction: 'same', text: 'Same as before' });
  });

  it('is null if either rate is unknown, or both are zero', () => {
    expect(getRateChange(null, 0.2)).toBeNull();
    expect(getRateChange(0.2, null)).toBeNull();
    expect(getRateChange(0.2, undefined)).toBeNull();
    expect(getRateChange(0, 0)).toBeNull();
  });
});

it('a change of duration is formatted in minutes and seconds', () => {
  expect(getDurationChange(83, 71)).toEqual({ direction: 'up', text: 'Up from 1:11' });
  expect(getDurationChange(59.6, 60)).toEqual({ direction: 'same', text: 'Same as before' });
  expect(getDurationChange(83, null)).toBeNull();
});

it('rates are formatted as percentages, and durations as minutes and seconds', () => {
  expect([formatPercent(0), formatPercent(0.1234), formatPercent(1.5)]).toEqual(['0%', '12.3%', '150%']);
  expect([formatDuration(0), formatDuration(9.4), formatDuration(59.6), formatDuration(1800)]).toEqual([
    '0:00',
    '0:09',
    '1:00',
    '30:00',
  ]);
});

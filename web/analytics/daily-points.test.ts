import { describe, expect, it } from 'vitest';
import { describeChart, toDailyPoints } from './daily-points.ts';
import { addDays } from './days.ts';
import { toSharePoints, toShareRows } from './shares.ts';

const formatViews = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'view' : 'views'}`;

const daysFrom = (first: string, values: number[]) =>
  values.map((value, index) => ({ date: addDays(first, index), value }));

describe('A daily metric', () => {
  it('has a point for each day, with the first maximum highlighted', () => {
    const points = toDailyPoints(daysFrom('2026-03-07', [1, 1200, 1200]), formatViews);
    expect(points).toEqual([
      { name: 'Mar 7', value: 1, tooltip: 'Saturday, March 7, 2026: 1 view' },
      { name: 'Mar 8', value: 1200, tooltip: 'Sunday, March 8, 2026: 1,200 views', highlighted: true, label: '1,200' },
      { name: 'Mar 9', value: 1200, tooltip: 'Monday, March 9, 2026: 1,200 views' },
    ]);
    expect(describeChart('Views by day', points)).toBe(
      'Views by day. Peak: Sunday, March 8, 2026: 1,200 views. All numbers are in the table below.',
    );
  });

  it('is grouped by week above 92 days, without losing days', () => {
    const points = toDailyPoints(daysFrom('2025-03-10', Array(365).fill(2)), formatViews);
    expect(points).toHaveLength(53);
    // 365 days are 52 weeks and one day; the last week is complete.
    expect(points[0]).toMatchObject({ name: 'Mar 10', value: 2, tooltip: 'Monday, March 10, 2025: 2 views' });
    expect(points[1]).toMatchObject({ value: 14, tooltip: 'Mar 11 – 17, 2025: 14 views' });
    expect(points.at(-1)).toMatchObject({ value: 14, tooltip: 'Mar 3 – 9, 2026: 14 views' });
    expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(730);
    expect(toDailyPoints(daysFrom('2026-01-01', Array(92).fill(2)), formatViews)).toHaveLength(92);
  });
});

it('shares have a count and a percentage, which is <1% and not 0% for small shares', () => {
  const parts = [
    { name: 'iOS', value: 999 },
    { name: 'Mac', value: 1 },
  ];
  expect(toSharePoints(parts).map(({ label }) => label)).toEqual(['999 (100%)', '1 (<1%)']);
  expect(toShareRows(parts)).toEqual([
    ['iOS', 999, '100%'],
    ['Mac', 1, '<1%'],
  ]);
});

import { describe, expect, it } from 'vitest';
import { parseRange, resolveRange, toApiQuery, validateDays } from './date-range.ts';

const TODAY = '2026-03-09';

describe('The date range in a URL', () => {
  it.each([
    ['', { last: 30 }],
    ['days=7', { last: 7 }],
    ['days=365', { last: 365 }],
    ['from=2026-01-01&to=2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
    ['from=2026-03-09&to=2026-03-09', { from: TODAY, to: TODAY }],
  ])('of %o is %o', (query, range) => {
    expect(parseRange(new URLSearchParams(query), TODAY)).toEqual(range);
  });

  it.each([
    'days=8',
    'days=-7',
    'days=7e9',
    'from=2026-01-01',
    'from=yesterday&to=today',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-02-01&to=2026-01-01',
    'from=2026-03-01&to=2026-03-10',
    'from=2025-01-01&to=2026-03-01',
  ])('of %o is invalid, and the past 30 days are shown', (query) => {
    expect(parseRange(new URLSearchParams(query), TODAY)).toEqual({ last: 30 });
  });
});

describe('The query of the API', () => {
  it('is empty for the default range', () => {
    expect(toApiQuery({ last: 30 }, TODAY)).toBe('');
  });

  it('has the first and the last day, including today', () => {
    expect(toApiQuery({ last: 7 }, TODAY)).toBe('?from=2026-03-03&to=2026-03-09');
    expect(resolveRange({ last: 365 }, TODAY)).toEqual({ from: '2025-03-10', to: TODAY });
    expect(toApiQuery({ from: '2026-01-01', to: '2026-01-31' }, TODAY)).toBe('?from=2026-01-01&to=2026-01-31');
  });
});

describe('A custom range', () => {
  it.each([
    ['', TODAY, 'Choose a start date and an end date'],
    ['2026-02-29', TODAY, 'Choose a start date and an end date'],
    ['2026-03-02', '2026-03-01', 'The start date is after the end date'],
    ['2026-03-01', '2026-03-10', 'The end date is in the future'],
    ['2025-03-08', TODAY, 'Choose 366 days or fewer'],
    ['2025-03-09', TODAY, null],
    ['2024-02-29', '2024-02-29', null],
  ])('from %o to %o: %o', (from, to, error) => {
    expect(validateDays({ from, to }, TODAY)).toBe(error);
  });
});

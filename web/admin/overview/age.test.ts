import { expect, it } from 'vitest';
import { formatAge, isOverdue } from './age.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');

it.each([
  ['2026-11-25T11:59:30Z', 'less than a minute'],
  ['2026-11-25T11:59:00Z', '1 minute'],
  ['2026-11-25T11:01:00Z', '59 minutes'],
  ['2026-11-25T11:00:00Z', '1 hour'],
  ['2026-11-24T12:00:01Z', '23 hours'],
  ['2026-11-24T12:00:00Z', '1 day'],
  ['2026-11-22T11:00:00Z', '3 days'],
  // The clock of the browser may be behind.
  ['2026-11-25T12:05:00Z', 'less than a minute'],
])('what waits since %s is %s old', (since, age) => {
  expect(formatAge(since, NOW)).toBe(age);
});

it('is overdue after three days', () => {
  expect(isOverdue('2026-11-22T12:00:01Z', NOW)).toBe(false);
  expect(isOverdue('2026-11-22T11:59:59Z', NOW)).toBe(true);
});

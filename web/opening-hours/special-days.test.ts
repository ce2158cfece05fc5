import { expect, test } from 'vitest';
import { toEpochDay } from '#contract/hours/special-days.ts';
import { formatSpecialDay, fromDateInput, isHolidayEntry, toDateInput } from './special-days.ts';

test.each([
  ['2026-12-24', 'Thu, Dec 24, 2026'],
  ['12-24', 'Christmas Eve, every year'],
  ['08-01', 'August 1, every year'],
  ['02-29', 'February 29, every year'],
  ['labor-day', 'Labor Day, every year'],
])('%s is shown as %s', (on, text) => expect(formatSpecialDay(on)).toBe(text));

test.each([
  ['2026-12-24', '2026-12-24'],
  ['12-24', '2026-12-24'],
  ['11-23', '2026-11-23'],
  ['11-22', '2027-11-22'],
  ['02-29', '2028-02-29'],
  ['', ''],
])('the date field of %j holds %j', (on, date) => {
  expect(toDateInput(on, toEpochDay('2026-11-23'))).toBe(date);
});

test('a date becomes one of every year, and back', () => {
  expect(fromDateInput('2026-08-01', true)).toBe('08-01');
  expect(fromDateInput('2026-08-01', false)).toBe('2026-08-01');
  expect(fromDateInput('', true)).toBe('');
  expect([isHolidayEntry('12-25'), isHolidayEntry('2026-12-25'), isHolidayEntry('08-01')]).toEqual([
    true,
    false,
    false,
  ]);
});

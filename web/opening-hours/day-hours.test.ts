import { expect, test } from 'vitest';
import { type Hours, hoursSchema, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import {
  DAY_KINDS,
  type DayKind,
  defaultDayHours,
  EMPTY_HOURS,
  getDayKind,
  isPastMidnight,
  nextSpan,
} from './day-hours.ts';

const span = (opens: string, closes: string) => ({ opens, closes });

test('the default hours of every kind are valid and are of that kind', () => {
  for (const kind of Object.keys(DAY_KINDS) as DayKind[]) {
    const day = defaultDayHours(kind);
    expect(getDayKind(day)).toBe(kind);
    expect(hoursSchema.parse({ monday: day }).monday).toEqual(day);
  }
});

test('empty hours contain every weekday', () => {
  expect(Object.keys(EMPTY_HOURS)).toEqual([...WEEKDAYS]);
  expect(hoursSchema.parse({})).toEqual(EMPTY_HOURS satisfies Hours);
});

test.each([
  [[span('09:00', '12:00')], span('13:00', '16:00')],
  [[span('09:00', '12:30')], span('13:00', '16:00')],
  [[span('09:00', '17:00'), span('18:00', '21:00')], span('22:00', '23:00')],
])('after %j the next span is %j', (spans, next) => {
  expect(nextSpan(spans)).toEqual(next);
  expect(hoursSchema.safeParse({ monday: [...spans, next] }).success).toBe(true);
});

test.each([
  ['no spans', []],
  ['an empty time', [span('09:00', '')]],
  ['hours past midnight', [span('18:00', '02:00')]],
  ['hours until late', [span('18:00', '22:00')]],
  ['four spans', ['01', '03', '05', '07'].map((hour) => span(`${hour}:00`, `${hour}:30`))],
])('after %s there is no next span', (_name, spans) => {
  expect(nextSpan(spans)).toBeNull();
});

test('a span that closes before it opens ends after midnight', () => {
  expect(isPastMidnight(span('18:00', '02:00'))).toBe(true);
  expect(isPastMidnight(span('09:00', '17:00'))).toBe(false);
  expect(isPastMidnight(span('09:00', ''))).toBe(false);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { CALIFORNIA_HOLIDAYS, isHoliday } from './holidays.ts';
import { findSpecialDay, getHolidayName, toEpochDay } from './special-days.ts';
import { listSpecialDates, MAX_SPECIAL_DAYS, specialHoursSchema } from './special-hours.ts';

const closed = (on: string) => ({ on, hours: 'closed' as const });
const issues = (days: unknown[]) =>
  specialHoursSchema.safeParse(days).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
const setToday = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] });

afterEach(() => vi.useRealTimers());

describe('Special hours', () => {
  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-11-31',
    '02-30',
    '11-31',
    '0-1',
    '',
    'easter',
    'constructor',
    '2026-1-1',
    '12-24\n',
    '2026-12-24T00:00',
  ])('are not on %j, which is no date', (on) => expect(issues([closed(on)])).toEqual([['0.on', 'Choose a date']]));

  test('are on dates, dates of every year and holidays', () => {
    setToday('2026-11-23T12:00:00-08:00');
    const days = [closed('2028-02-29'), closed('02-29'), closed('2026-12-24'), closed('12-25'), closed('thanksgiving')];
    expect(issues(days.slice(1))).toEqual([]);
    expect(specialHoursSchema.parse(days.slice(1))).toEqual(days.slice(1));
  });

  test('have one entry for a day', () => {
    setToday('2026-11-23T12:00:00-08:00');
    for (const [one, other] of [
      ['12-24', '12-24'],
      ['2026-12-24', '12-24'],
      ['12-24', '2026-12-24'],
      ['thanksgiving', '2026-11-26'],
    ] as const)
      expect(issues([closed(one), closed(other)])).toEqual([['1.on', 'This day is already listed above']]);
    expect(issues([closed('thanksgiving'), closed('2027-11-26'), closed('11-27')])).toEqual([]);
  });

  test('are at most two years ahead, and forgotten when they are past', () => {
    setToday('2026-11-23T12:00:00-08:00');
    expect(issues([closed('2028-11-23')])).toEqual([]);
    expect(issues([closed('2028-11-24')])).toEqual([['0.on', 'Choose a date within two years']]);
    // Hours of yesterday may end today.
    const [yesterday, before] = [closed('2026-11-22'), closed('2026-11-21')];
    expect(specialHoursSchema.parse([before, yesterday])).toEqual([yesterday]);
  });

  test('have a limit, and times that do not overlap', () => {
    const days = Array.from({ length: MAX_SPECIAL_DAYS + 1 }, (_, day) =>
      closed(new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10)),
    );
    expect(issues(days)).toEqual([['', 'You can add up to 40 special days']]);
    expect(issues(days.slice(1))).toEqual([]);
    const spans = ['09:00 12:00', '11:00 13:00'].map((times) => ({ opens: times.slice(0, 5), closes: times.slice(6) }));
    expect(issues([{ on: '12-24', hours: spans }])).toEqual([['0.hours', 'These times overlap']]);
    expect(issues([{ on: '12-24', hours: null }])[0]?.[0]).toBe('0.hours');
  });
});

test('an entry for one date precedes one of every year, which precedes a holiday', () => {
  const days = [
    { on: 'thanksgiving', hours: 'closed' as const },
    { on: '11-26', hours: 'all-day' as const },
    { on: '2032-11-25', hours: 'all-day' as const },
  ];
  const found = (date: string) => findSpecialDay(days, toEpochDay(date))?.on;
  expect(['2026-11-26', '2027-11-25', '2027-11-26', '2032-11-25'].map(found)).toEqual([
    '11-26',
    'thanksgiving',
    '11-26',
    '2032-11-25',
  ]);
});

test('February 29 of every year is a day of leap years', () => {
  const dates = (from: string) => listSpecialDates([closed('02-29')], toEpochDay(from), 366).map(({ date }) => date);
  expect(dates('2027-01-01')).toEqual([]);
  expect(dates('2028-01-01')).toEqual(['2028-02-29']);
});

test('the holidays that are offered are on the dates of the calendar', () => {
  const all = CALIFORNIA_HOLIDAYS.map(({ on }) => closed(on));
  const dates = listSpecialDates(all, toEpochDay('2026-01-01'), 365);
  expect(dates.map(({ date, holiday }) => `${date.slice(5)} ${holiday}`)).toEqual([
    '01-01 New Year’s Day',
    '01-19 Martin Luther King Jr. Day',
    '02-16 Presidents’ Day',
    '03-31 Cesar Chavez Day',
    '05-25 Memorial Day',
    '06-19 Juneteenth',
    '07-04 Independence Day',
    '09-07 Labor Day',
    '11-11 Veterans Day',
    '11-26 Thanksgiving Day',
    '11-27 Day after Thanksgiving',
    '12-24 Christmas Eve',
    '12-25 Christmas Day',
    '12-31 New Year’s Eve',
  ]);
  expect(getHolidayName('2026-12-25')).toBe('Christmas Day');
  expect(getHolidayName('2026-12-26')).toBeNull();
  // Movable holidays are the same as those of the law, in every year.
  for (let year = 2026; year < 2060; year += 1) {
    const movable = ['mlk-day', 'presidents-day', 'memorial-day', 'labor-day', 'thanksgiving'].map(closed);
    const found = listSpecialDates(movable, toEpochDay(`${year}-01-01`), 365);
    expect(found.map(({ date }) => isHoliday(toEpochDay(date)))).toEqual(Array(5).fill(true));
  }
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { getOpeningState } from './opening-hours.ts';
import type { SpecialDay } from './special-days.ts';
import { listSpecialDates, specialHoursSchema } from './special-hours.ts';
import { type DayHours, type Hours, WEEKDAYS } from './weekly-hours.ts';

const week = (day: DayHours | null) => Object.fromEntries(WEEKDAYS.map((name) => [name, day])) as Hours;
const OFFICE: DayHours = [{ opens: '09:00', closes: '17:00' }];
const NIGHTS: DayHours = [{ opens: '18:00', closes: '02:00' }];
const period = (on: string): SpecialDay => ({ on, hours: 'closed' });
const state = (hours: Hours | null, specialHours: SpecialDay[], at: string) => {
  const opening = getOpeningState({ hours, specialHours }, new Date(at));
  if (opening === null) return 'unknown';
  if (opening.reason === 'appointment') return 'appointment';
  if (opening.reason) return `until ${opening.reason.until}`;
  return opening.isOpen ? 'open' : 'closed';
};

describe('A business that is temporarily closed', () => {
  test.each([
    ['is open on the day before', OFFICE, '2026-12-01/2026-12-12', '2026-11-30T12:00:00-08:00', 'open'],
    ['is closed as always in the last night', OFFICE, '2026-12-01/2026-12-12', '2026-11-30T23:59:00-08:00', 'closed'],
    ['begins at midnight', OFFICE, '2026-12-01/2026-12-12', '2026-12-01T00:00:00-08:00', 'until 2026-12-12'],
    ['ends the night that began before', NIGHTS, '2026-12-01/2026-12-12', '2026-12-01T01:59:00-08:00', 'open'],
    ['and is closed after it', NIGHTS, '2026-12-01/2026-12-12', '2026-12-01T02:00:00-08:00', 'until 2026-12-12'],
    ['is closed in the first hours', OFFICE, '2026-12-01/2026-12-12', '2026-12-01T12:00:00-08:00', 'until 2026-12-12'],
    ['is closed on the last day', OFFICE, '2026-12-01/2026-12-12', '2026-12-11T23:59:00-08:00', 'until 2026-12-12'],
    ['is closed in the night of return', OFFICE, '2026-12-01/2026-12-12', '2026-12-12T00:00:00-08:00', 'closed'],
    ['is open on the day of return', OFFICE, '2026-12-01/2026-12-12', '2026-12-12T09:00:00-08:00', 'open'],
    ['has no night that began while closed', NIGHTS, '2026-12-01/2026-12-12', '2026-12-12T01:00:00-08:00', 'closed'],
    ['may be so until further notice', OFFICE, '2026-12-01/..', '2031-06-03T12:00:00-07:00', 'until null'],
    ['but not before that', OFFICE, '2026-12-01/..', '2026-11-30T12:00:00-08:00', 'open'],
    [
      'on the day when clocks go forward',
      OFFICE,
      '2026-03-08/2026-03-09',
      '2026-03-08T00:00:00-08:00',
      'until 2026-03-09',
    ],
    ['and its last minute', OFFICE, '2026-03-08/2026-03-09', '2026-03-08T23:59:00-07:00', 'until 2026-03-09'],
    ['and no longer', 'all-day', '2026-03-08/2026-03-09', '2026-03-09T00:00:00-07:00', 'open'],
    [
      'on the day when clocks go back',
      OFFICE,
      '2026-11-01/2026-11-02',
      '2026-11-01T01:30:00-08:00',
      'until 2026-11-02',
    ],
    ['and its last minute', OFFICE, '2026-11-01/2026-11-02', '2026-11-01T23:59:00-08:00', 'until 2026-11-02'],
    ['and no longer', 'all-day', '2026-11-01/2026-11-02', '2026-11-02T00:00:00-08:00', 'open'],
    ['is so on a holiday', OFFICE, '2026-11-20/2026-12-12', '2026-11-26T12:00:00-08:00', 'until 2026-12-12'],
  ] as const)('%s', (_what, day, on, at, expected) => {
    expect(state(week(day), [period(on)], at)).toBe(expected);
  });

  test('is closed whatever special hours say of a day', () => {
    for (const on of ['2026-12-05', '12-05'])
      expect(
        state(week(OFFICE), [{ on, hours: 'all-day' }, period('2026-12-01/2026-12-12')], '2026-12-05T12:00:00-08:00'),
      ).toBe('until 2026-12-12');
  });

  test('is known to be closed also where its hours are unknown, and unknown again after that', () => {
    expect(state(null, [period('2026-12-01/2026-12-12')], '2026-12-05T12:00:00-08:00')).toBe('until 2026-12-12');
    expect(state(null, [period('2026-12-01/2026-12-12')], '2026-12-12T12:00:00-08:00')).toBe('unknown');
  });

  test('does not open next while it is closed', () => {
    const at = new Date('2026-11-30T18:00:00-08:00');
    const next = (on: string) => getOpeningState({ hours: week(OFFICE), specialHours: [period(on)] }, at)?.nextChange;
    expect(next('2026-12-01/2026-12-03')).toMatchObject({ time: '09:00', daysAhead: 3 });
    expect(next('2026-12-01/..')).toBe('never');
  });
});

test('a day by appointment is neither open nor closed', () => {
  const hours = { ...week(OFFICE), saturday: 'appointment' as const };
  expect(state(hours, [], '2026-11-21T12:00:00-08:00')).toBe('appointment');
  expect(state(hours, [], '2026-11-20T12:00:00-08:00')).toBe('open');
  expect(state(week('appointment'), [], '2026-11-26T12:00:00-08:00')).toBe('appointment');
  expect(state(week('appointment'), [period('2026-11-20/..')], '2026-11-26T12:00:00-08:00')).toBe('until null');
  expect(state(week(OFFICE), [{ on: '12-24', hours: 'appointment' }], '2026-12-24T12:00:00-08:00')).toBe('appointment');
});

describe('Closed periods of a form', () => {
  afterEach(() => vi.useRealTimers());
  const issues = (days: unknown[]) =>
    specialHoursSchema.safeParse(days).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  test.each([
    ['/2026-12-12', '0.on: Choose a date'],
    ['12-01/2026-12-12', '0.on: Choose a date'],
    ['2026-02-29/..', '0.on: Choose a date'],
    ['2026-12-01/', '0.on: Choose a date'],
    ['2026-12-01/12-12', '0.on: Choose a date'],
    ['2026-12-01/2026-12-12/2026', '0.on: Choose a date'],
    ['2026-12-01/2026-12-01', '0.on: Choose a day after the first one you’re closed'],
    ['2026-12-12/2026-12-01', '0.on: Choose a day after the first one you’re closed'],
    ['2026-12-01/2028-11-24', '0.on: Choose a date within two years'],
  ])('are not %s', (on, message) => {
    vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00-08:00'), toFake: ['Date'] });
    expect(issues([period(on)])).toEqual([message]);
  });

  test('do not overlap, have no hours, and are dropped when they are over', () => {
    vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00-08:00'), toFake: ['Date'] });
    const overlap = ['1.on: This day is already listed above'];
    expect(issues([period('2026-12-01/2026-12-12'), period('2026-12-11/..')])).toEqual(overlap);
    expect(issues([period('2026-12-11/..'), period('2026-12-01/2026-12-12')])).toEqual(overlap);
    expect(issues([period('2026-12-01/2026-12-12'), period('2026-12-12/..')])).toEqual([]);
    expect(issues([{ on: '2026-12-01/..', hours: OFFICE }])).toEqual(['0.hours: Invalid input']);
    const kept = [period('2026-03-01/2026-11-24'), { ...period('2026-12-01/..'), reason: 'vacation' }];
    expect(specialHoursSchema.parse([period('2026-01-01/2026-02-01'), ...kept])).toEqual(kept);
  });

  test('are listed from their first day on, once, and hide the special days within', () => {
    const days: SpecialDay[] = [
      { on: '12-25', hours: 'closed' },
      { on: '2026-12-31', hours: 'all-day' },
      { on: '2026-12-20/2026-12-27', hours: 'closed', reason: 'vacation' },
    ];
    const from = Date.parse('2026-12-24') / 86_400_000;
    expect(listSpecialDates(days, from, 30)).toEqual([
      { date: '2026-12-20', through: '2026-12-26', holiday: null, hours: 'closed' },
      { date: '2026-12-31', holiday: 'New Year’s Eve', hours: 'all-day' },
    ]);
    expect(listSpecialDates(days, from + 3, 30).map(({ date }) => date)).toEqual(['2026-12-31']);
  });
});

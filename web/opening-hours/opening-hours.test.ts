import { expect, test } from 'vitest';
import type { DayHours, Hours } from '#contract/hours/weekly-hours.ts';
import { openingHours } from './opening-hours.ts';

const noHours: Hours = {
  monday: null,
  tuesday: null,
  wednesday: null,
  thursday: null,
  friday: null,
  saturday: null,
  sunday: null,
};

test.each<[string, DayHours, string[]]>([
  ['a usual day', [{ opens: '09:00', closes: '17:00' }], ['9:00 AM – 5:00 PM']],
  [
    'a day with a break',
    [
      { opens: '11:30', closes: '14:00' },
      { opens: '17:00', closes: '21:45' },
    ],
    ['11:30 AM – 2:00 PM', '5:00 PM – 9:45 PM'],
  ],
  ['a night that ends on the next day', [{ opens: '18:00', closes: '02:00' }], ['6:00 PM – 2:00 AM']],
  ['noon and midnight', [{ opens: '12:00', closes: '00:00' }], ['12:00 PM – 12:00 AM']],
  ['the first hour of a day', [{ opens: '00:15', closes: '01:05' }], ['12:15 AM – 1:05 AM']],
  ['a day off', 'closed', ['Closed']],
  ['a day without end', 'all-day', ['Open 24 hours']],
])('the hours of %s are formatted in 12-hour notation', (_what, friday, times) => {
  expect(openingHours({ ...noHours, friday })).toEqual([{ day: 'Friday', times }]);
});

test('days are in the order of the week, without days that have no information', () => {
  const hours: Hours = { ...noHours, saturday: 'all-day', monday: 'closed' };
  expect(openingHours(hours).map(({ day }) => day)).toEqual(['Monday', 'Saturday']);
});

import { expect, it } from 'vitest';
import { findDayColumns, joinDayHours, readDayColumn } from './day-columns.ts';

it.each([
  ['Monday hours', 'monday', 'hours'],
  ['Mon', 'monday', 'hours'],
  ['hours_tuesday', 'tuesday', 'hours'],
  ['Sábado', 'saturday', 'hours'],
  ['fri_open', 'friday', 'opens'],
  ['Sunday Closing Time', 'sunday', 'closes'],
  ['Monday special', undefined, undefined],
  ['Sun damage', undefined, undefined],
])('%s', (name, day, part) => {
  expect(readDayColumn(name)).toEqual(day ? { day, part } : null);
});

it('columns of days are found where most days have one', () => {
  const week = ['Sunday hours', 'Monday hours', 'Tuesday hours', 'Wednesday hours', 'Thursday hours', 'Friday hours'];
  expect(findDayColumns(['Name', ...week, 'Special hours'])).toEqual(week);
  expect(findDayColumns(['Name', 'Mon', 'Tue'])).toEqual([]);
});

it('they say together what a text would say', () => {
  const join = (cells: Record<string, string>) =>
    joinDayHours(Object.entries(cells).map(([name, text]) => ({ name, text })));
  expect(join({ Sunday: 'x', Monday: '8:00AM-5:00PM', Tuesday: '' })).toBe(
    'monday 8:00AM-5:00PM; sunday closed; other days unknown',
  );
  expect(join({ 'Mon open': '9:00', 'Mon close': '17:00', 'Tue open': 'Closed', 'Tue close': '' })).toBe(
    'monday 9:00-17:00; tuesday closed; other days unknown',
  );
  expect(join({ Monday: '' })).toBe('');
  const week = { ...{ Mon: '9-5', Tue: '9-5', Wed: '9-5', Thu: '9-5', Fri: '9-5' }, Sat: '-', Sun: 'cerrado' };
  expect(join(week)).toMatch(/; saturday closed; sunday closed$/);
  expect(join({ Mon: '9-5', Tue: 'N/A' })).toBe('monday 9-5; other days unknown');
});

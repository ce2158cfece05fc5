import { describe, expect, test } from 'vitest';
import { getOpeningState } from './opening-hours.ts';
import type { SpecialDay } from './special-days.ts';
import type { DayHours, Hours } from './weekly-hours.ts';

const weekdays: DayHours = [{ opens: '09:00', closes: '17:00' }];
const regularHours: Hours = {
  monday: weekdays,
  tuesday: weekdays,
  wednesday: weekdays,
  thursday: weekdays,
  friday: [{ opens: '18:00', closes: '02:00' }],
  saturday: 'closed',
  sunday: null,
};
const regular = { hours: regularHours, specialHours: [] };
const alwaysOpen = Object.fromEntries(Object.keys(regularHours).map((day) => [day, 'all-day'])) as Hours;

describe('A business', () => {
  test.each([
    ['is open between its hours', '2026-11-16T10:30:00-08:00', true, ['17:00', 'Monday', 0]],
    ['is closed before them', '2026-11-16T08:59:59-08:00', false, ['09:00', 'Monday', 0]],
    ['opens on the minute', '2026-11-16T09:00:00-08:00', true, ['17:00', 'Monday', 0]],
    ['closes on the minute', '2026-11-16T17:00:00-08:00', false, ['09:00', 'Tuesday', 1]],
    ['is open past midnight', '2026-11-21T01:59:00-08:00', true, ['02:00', 'Saturday', 0]],
  ])('%s', (_what, at, isOpen, [time, day, daysAhead]) => {
    const nextChange = { time, day, daysAhead, isHoliday: false };
    expect(getOpeningState(regular, new Date(at))).toEqual({ isOpen, nextChange, isHoliday: false });
  });

  test('is neither open nor closed on a day whose hours are unknown, and the next change after it is unknown', () => {
    expect(getOpeningState(regular, new Date('2026-11-22T12:00:00-08:00'))).toBeNull();
    expect(getOpeningState(regular, new Date('2026-11-21T12:00:00-08:00'))).toMatchObject({
      isOpen: false,
      nextChange: null,
    });
  });

  test('that is always open never changes', () => {
    const opening = getOpeningState({ hours: alwaysOpen, specialHours: [] }, new Date('2026-11-22T12:00:00-08:00'));
    expect(opening).toEqual({ isOpen: true, nextChange: 'never', isHoliday: false });
  });

  test('is marked on a holiday, and so is a next change that falls on one', () => {
    const eve = getOpeningState(regular, new Date('2026-11-25T20:00:00-08:00'));
    expect(eve).toMatchObject({ isHoliday: false, nextChange: { day: 'Thursday', daysAhead: 1, isHoliday: true } });
    const thanksgiving = getOpeningState(regular, new Date('2026-11-26T12:00:00-08:00'));
    expect(thanksgiving).toMatchObject({ isOpen: true, isHoliday: true });
  });

  test('is not in doubt in the night before a holiday, and is in the night after it', () => {
    const nights: DayHours = [{ opens: '18:00', closes: '02:00' }];
    const hours: Hours = { ...regularHours, wednesday: nights, thursday: nights, friday: 'closed' };
    const state = (at: string, specialHours: SpecialDay[] = []) =>
      getOpeningState({ hours, specialHours }, new Date(at));
    expect(state('2026-11-26T01:00:00-08:00')).toMatchObject({ isOpen: true, isHoliday: false });
    expect(state('2026-11-26T19:00:00-08:00')).toMatchObject({ isOpen: true, isHoliday: true });
    expect(state('2026-11-27T01:00:00-08:00')).toMatchObject({ isOpen: true, isHoliday: true });
    const closed: SpecialDay[] = [{ on: 'thanksgiving', hours: 'closed' }];
    expect(state('2026-11-26T01:00:00-08:00', closed)).toMatchObject({ isOpen: true, isHoliday: false });
    expect(state('2026-11-26T19:00:00-08:00', closed)).toMatchObject({ isOpen: false });
  });

  test('that is open for 24 hours is closed on a special day that says so', () => {
    const closed: SpecialDay[] = [{ on: '12-25', hours: 'closed' }];
    const state = (at: string) => getOpeningState({ hours: alwaysOpen, specialHours: closed }, new Date(at));
    expect(state('2026-12-25T12:00:00-08:00')).toMatchObject({ isOpen: false, nextChange: { time: '00:00' } });
    expect(state('2026-12-24T12:00:00-08:00')).toMatchObject({
      isOpen: true,
      nextChange: { time: '00:00', daysAhead: 1 },
    });
  });

  test('that opens in the hour that is skipped in spring opens at its end', () => {
    const hours: Hours = { ...regularHours, sunday: [{ opens: '02:30', closes: '05:00' }] };
    const night = getOpeningState({ hours, specialHours: [] }, new Date('2026-03-08T01:30:00-08:00'));
    expect(night).toMatchObject({ isOpen: false, nextChange: { time: '03:00', day: 'Sunday', daysAhead: 0 } });
  });

  test('that closes in the hour that is repeated in fall is open in both', () => {
    const hours: Hours = { ...regularHours, saturday: [{ opens: '20:00', closes: '01:30' }], sunday: 'closed' };
    const open = (at: string) => getOpeningState({ hours, specialHours: [] }, new Date(at))?.isOpen;
    expect(open('2026-11-01T01:29:00-07:00')).toBe(true);
    expect(open('2026-11-01T01:45:00-07:00')).toBe(false);
    expect(open('2026-11-01T01:15:00-08:00')).toBe(true);
    expect(open('2026-11-01T01:30:00-08:00')).toBe(false);
  });

  test('has its special hours instead of those of the weekday, and no doubt about a holiday that they name', () => {
    const state = (specialHours: SpecialDay[], at: string) =>
      getOpeningState({ hours: regularHours, specialHours }, new Date(at));
    const closed: SpecialDay[] = [{ on: 'thanksgiving', hours: 'closed' }];
    expect(state(closed, '2026-11-26T12:00:00-08:00')).toEqual({
      isOpen: false,
      nextChange: { time: '18:00', day: 'Friday', daysAhead: 1, isHoliday: false },
      isHoliday: false,
    });
    expect(state(closed, '2026-11-25T20:00:00-08:00')).toMatchObject({ nextChange: { day: 'Friday', daysAhead: 2 } });
    const late: SpecialDay[] = [{ on: '2026-11-26', hours: [{ opens: '20:00', closes: '03:00' }] }];
    expect(state(late, '2026-11-27T02:59:00-08:00')).toMatchObject({ isOpen: true, nextChange: { time: '03:00' } });
    expect(state(late, '2026-11-27T03:00:00-08:00')).toMatchObject({ isOpen: false });
    // The night before belongs to the day on which it began.
    const saturday: SpecialDay[] = [{ on: '2026-11-21', hours: 'closed' }];
    expect(state(saturday, '2026-11-21T01:59:00-08:00')).toMatchObject({ isOpen: true });
    // Sundays have no regular hours.
    expect(state([{ on: '11-22', hours: 'all-day' }], '2026-11-22T12:00:00-08:00')).toMatchObject({ isOpen: true });
    const alone = { hours: null, specialHours: closed };
    expect(getOpeningState(alone, new Date('2026-11-26T12:00:00-08:00'))).toMatchObject({ isOpen: false });
    expect(getOpeningState(alone, new Date('2026-11-24T12:00:00-08:00'))).toBeNull();
  });
});

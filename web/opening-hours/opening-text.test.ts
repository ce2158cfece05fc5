import { afterEach, expect, test, vi } from 'vitest';
import type { OpeningChange, OpeningState } from '#contract/hours/opening-hours.ts';
import { openingText, shortOpeningText } from './opening-text.ts';

function toState(isOpen: boolean, next: Partial<OpeningChange> | 'never' | null, isHoliday = false): OpeningState {
  const nextChange =
    typeof next === 'object' && next
      ? { time: '17:00', day: 'Monday' as const, daysAhead: 0, isHoliday: false, ...next }
      : next;
  return { isOpen, nextChange, isHoliday };
}

const text = (...state: Parameters<typeof toState>) =>
  openingText(toState(...state))
    .join(' ')
    .trim();

test.each([
  ['Open now · closes at 5 PM', text(true, {})],
  ['Open now · closes at 5:30 PM', text(true, { time: '17:30' })],
  ['Open now · closes at noon', text(true, { time: '12:00' })],
  ['Open now · closes at midnight', text(true, { time: '00:00', daysAhead: 1 })],
  ['Open now · closes at 2 AM', text(true, { time: '02:00', daysAhead: 1 })],
  ['Open 24 hours', text(true, { time: '00:00', daysAhead: 3 })],
  ['Open 24 hours', text(true, 'never')],
  ['Open now', text(true, null)],
])('a business that is open: %s', (expected, actual) => expect(actual).toBe(expected));

test.each([
  ['Closed · opens at 9 AM', text(false, { time: '09:00' })],
  ['Closed · opens at 9 AM tomorrow', text(false, { time: '09:00', daysAhead: 1 })],
  ['Closed · opens at 10:15 AM Monday', text(false, { time: '10:15', daysAhead: 2 })],
  ['Closed · opens at midnight', text(false, { time: '00:00', daysAhead: 1 })],
  ['Closed · opens Monday', text(false, { time: '00:00', daysAhead: 2 })],
  ['Closed now', text(false, null)],
  ['Closed', text(false, 'never')],
])('a business that is closed: %s', (expected, actual) => expect(actual).toBe(expected));

afterEach(() => vi.useRealTimers());

test.each([
  ['2026-12-12', false, 'Temporarily closed until December 12', 'Closed until Dec 12'],
  ['2027-01-04', false, 'Temporarily closed until January 4, 2027', 'Closed until Jan 4, 2027'],
  [null, false, 'Temporarily closed until further notice', 'Temporarily closed'],
  ['2026-12-12', true, 'Closed for vacation until December 12', 'Closed until Dec 12'],
  [null, true, 'Closed for vacation', 'Temporarily closed'],
])('a business that is closed until %s, on vacation %s: %s', (until, isVacation, long, short) => {
  vi.useFakeTimers({ now: new Date('2026-12-01T12:00:00-08:00'), toFake: ['Date'] });
  const state = { ...toState(false, 'never'), reason: { from: '2026-12-01', until, isVacation } };
  expect(openingText(state).join(' ').trim()).toBe(long);
  expect(shortOpeningText(state)).toBe(short);
});

test('what is by appointment is neither open nor closed', () => {
  const state = { ...toState(false, null), reason: 'appointment' as const };
  expect(openingText(state).join(' ')).toBe('By appointment: call first');
  expect(shortOpeningText(state)).toBe('By appointment');
});

test('on a holiday the text claims neither that a business is open nor when it opens', () => {
  expect(text(true, {}, true)).toBe('Holiday today: hours may differ');
  expect(text(false, {}, true)).toBe('Holiday today: hours may differ');
  expect(shortOpeningText(toState(true, {}, true))).toBe('Holiday hours');
  expect(text(false, { daysAhead: 1, isHoliday: true })).toBe('Closed · tomorrow is a holiday');
  expect(text(false, { daysAhead: 3, isHoliday: true })).toBe('Closed · Monday is a holiday');
});

test.each([
  ['Open till 5 PM', true, {}],
  ['Open till midnight', true, { time: '00:00', daysAhead: 1 }],
  ['Open 24 hours', true, { daysAhead: 3 }],
  ['Open 24 hours', true, 'never'],
  ['Open now', true, null],
  ['Opens 9 AM', false, { time: '09:00' }],
  ['Opens tomorrow', false, { time: '09:00', daysAhead: 1 }],
  ['Opens Wednesday', false, { day: 'Wednesday', daysAhead: 2 }],
  ['Closed', false, { daysAhead: 1, isHoliday: true }],
  ['Closed', false, 'never'],
  ['Closed now', false, null],
] as const)('in a row: %s', (expected, isOpen, next) => expect(shortOpeningText(toState(isOpen, next))).toBe(expected));

import { expect, test } from 'vitest';
import type { OpeningChange, OpeningState } from '#contract/opening-hours.ts';
import { openingText } from './opening-text.ts';

const words = (isOpen: boolean, changes: Partial<OpeningChange> | 'never' | null, isHoliday = false) => {
  const change: OpeningState['nextChange'] =
    typeof changes === 'object' && changes
      ? { time: '17:00', day: 'Monday', daysAhead: 0, isHoliday: false, ...changes }
      : changes;
  return openingText({ isOpen, nextChange: change, isHoliday }).join(' ').trim();
};

test.each([
  ['Open now · closes at 5 PM', words(true, {})],
  ['Open now · closes at 5:30 PM', words(true, { time: '17:30' })],
  ['Open now · closes at noon', words(true, { time: '12:00' })],
  ['Open now · closes at midnight', words(true, { time: '00:00', daysAhead: 1 })],
  ['Open now · closes at 2 AM', words(true, { time: '02:00', daysAhead: 1 })],
  ['Open 24 hours', words(true, { time: '00:00', daysAhead: 3 })],
  ['Open 24 hours', words(true, 'never')],
  ['Open now', words(true, null)],
])('a business that is open: %s', (expected, said) => expect(said).toBe(expected));

test.each([
  ['Closed · opens at 9 AM', words(false, { time: '09:00' })],
  ['Closed · opens at 9 AM tomorrow', words(false, { time: '09:00', daysAhead: 1 })],
  ['Closed · opens at 10:15 AM Monday', words(false, { time: '10:15', daysAhead: 2 })],
  ['Closed · opens at midnight', words(false, { time: '00:00', daysAhead: 1 })],
  ['Closed · opens Monday', words(false, { time: '00:00', daysAhead: 2 })],
  ['Closed now', words(false, null)],
  ['Closed', words(false, 'never')],
])('a business that is closed: %s', (expected, said) => expect(said).toBe(expected));

test('on a holiday nobody is told that a business is open, nor when it opens on one', () => {
  expect(words(true, {}, true)).toBe('Holiday today: hours may differ');
  expect(words(false, {}, true)).toBe('Holiday today: hours may differ');
  expect(words(false, { daysAhead: 1, isHoliday: true })).toBe('Closed · tomorrow is a holiday');
  expect(words(false, { daysAhead: 3, isHoliday: true })).toBe('Closed · Monday is a holiday');
});

import { expect, it } from 'vitest';
import { readSpecialHours } from './read-special-hours.ts';

const YEAR = new Date().getFullYear() + 1;

it.each([
  ['', [], 0],
  [
    `${YEAR}-12-25: x, ${YEAR}-12-31: 9:00AM-12:00PM`,
    [
      { on: `${YEAR}-12-25`, hours: 'closed' },
      { on: `${YEAR}-12-31`, hours: [{ opens: '09:00', closes: '12:00' }] },
    ],
    0,
  ],
  [
    `${YEAR}-11-26: 9AM-12PM, 1PM-3PM`,
    [
      {
        on: `${YEAR}-11-26`,
        hours: [
          { opens: '09:00', closes: '12:00' },
          { opens: '13:00', closes: '15:00' },
        ],
      },
    ],
    0,
  ],
  ['2020-12-25: x', [], 0],
  ['closed on Christmas', [], 1],
  [`${YEAR}-12-25: maybe`, [], 1],
])('%s', (text, days, notes) => {
  let count = 0;
  expect(readSpecialHours(text, () => count++)).toEqual(days);
  expect(count).toBe(notes);
});

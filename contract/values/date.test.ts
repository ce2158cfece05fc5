import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { createFileDates, findYear, readDate } from './date.ts';

test.each([
  ['2025-12-01', '2025-12-01'],
  ['2025-12-01T10:00:00Z', '2025-12-01'],
  ['2025-12-01 10:00:00.123-08:00', '2025-12-01'],
  ['20251201', '2025-12-01'],
  ['2025/12/1', '2025-12-01'],
  ['12/31/2025', '2025-12-31'],
  ['12/1/2025 0:00', '2025-12-01'],
  ['12/1/25, 9:05 PM', '2025-12-01'],
  ['31/12/2025', '2025-12-31'],
  ['31.12.25', '2025-12-31'],
  ['31-12-1999', '1999-12-31'],
  ['12/31/98', '1998-12-31'],
  ['07/07/2024', '2024-07-07'],
  ['45992', '2025-12-01'],
  ['45992.50', '2025-12-01'],
  ['20000', '1954-10-03'],
  ['73050', '2099-12-31'],
  ['12 / 31 / 2029', '2029-12-31'],
  ['12/31/29', '2029-12-31'],
  ['12/31/30', '1930-12-31'],
  ['Dec 1, 2025'.padEnd(60), '2025-12-01'],
  ['Dec 1, 2025', '2025-12-01'],
  ['December 1st 2025', '2025-12-01'],
  ['Mon, Dec 1, 2025', '2025-12-01'],
  ['Wednesday, December 31, 2025', '2025-12-31'],
  ['1 Dec 2025', '2025-12-01'],
  ['1-Dec-25', '2025-12-01'],
  ['2025 Dec 1', '2025-12-01'],
  ['1 de diciembre de 2025', '2025-12-01'],
  ['lunes, 1 de diciembre de 2025', '2025-12-01'],
  ['15 de setiembre del 2025', '2025-09-15'],
  ['ene 2026', '2026-01'],
  ['Agosto de 2025', '2025-08'],
  ['Sept. 2025', '2025-09'],
  ['Dec-25', '2025-12'],
  ['12/2025', '2025-12'],
  ['2025-12', '2025-12'],
  ['2025', '2025'],
  ['2025.0', '2025'],
])('%s is %s', (text, date) => {
  expect(readDate(text, 'month-first')).toBe(date);
  expect(readDate(date, 'day-first')).toBe(date);
});

test.each([
  '',
  'soon',
  '13/13/2025',
  '2/30/2025',
  '2025-02-29',
  '25-Dec',
  'Dec',
  '92614',
  '1234',
  '12:30',
  '1/2',
  'mars 2025',
  'Dec 1 2 2025',
  'Dec 123 2025',
  'Dec 1, 1899',
  'Dec x 2025',
  'Dec x1',
  '25-Dec-',
  'Dec 1, 2025'.padEnd(61),
  ...['19999', '73051', '145992', '459921', 'x45992', '120251201', '202512011', '2025.0x', 'x2025'],
  ...['12025-12-01', '2025-12-011', '2025-12-01-', '112/2025', '12/20251', '112/31/2025', '12/31/20251', '12x/31/2025'],
])('%j is no date', (text) => expect(readDate(text, 'month-first')).toBeNull());

describe('The order of day and month of a file', () => {
  test.each([
    [['12/01/2025', '12/31/2025', '2025-12-01'], 'month-first', '2025-12-01'],
    [['12/01/2025', '31/12/2025'], 'day-first', '2025-01-12'],
    [['12/01/2025', '12/31/2025', '31/12/2025'], null, '2025'],
    [['12/01/2025', 'Dec 31, 2025', '31 Dec 2025', '45992'], 'month-first', '2025-12-01'],
    [['12/01/2025'], 'month-first', '2025-12-01'],
  ])('of %j is %s', (cells, order, first) => {
    const dates = createFileDates();
    for (const cell of cells) dates.add(cell);
    expect(dates.decide().order).toBe(order);
    expect(readDate('12/01/2025', dates.decide().order)).toBe(first);
  });

  test('is said with the dates that contradict each other', () => {
    const dates = createFileDates();
    for (const cell of ['1/2/2025', '12/31/2025', '31/12/2025', '12/30/2025']) dates.add(cell);
    expect(dates.decide()).toEqual({ order: null, monthFirst: '12/31/2025', dayFirst: '31/12/2025' });
  });
});

test.each([
  ['Health inspections 2013', '2013'],
  ['permits_2024.csv', '2024'],
  ['Permits 2023-2024', null],
  ['Permits', null],
  ['Route 2025 to 2026', null],
  ['case-20131', null],
])('of %j the year is %s', (name, year) => expect(findYear(name)).toBe(year));

test('what is read is read again as the same, and no text throws', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.stringMatching(/^[0-9]{1,4}[-/. ][0-9a-z]{1,4}[-/. ][0-9]{1,4}$/),
    fc
      .date({ min: new Date('1955-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom('month-first', 'day-first', null), (text, order) => {
      const date = readDate(text, order);
      if (date !== null) expect(readDate(date, null)).toBe(date);
    }),
    { numRuns: repetitions(2000, 100_000) },
  );
});

import { expect, test } from 'vitest';
import { isHoliday } from './holidays.ts';

test.each([
  // The list of the Office of Personnel Management, and the holidays themselves where they fall on a weekend.
  [2022, '01-17 02-21 05-30 06-19 06-20 07-04 09-05 10-10 11-11 11-24 12-25 12-26 01-01'],
  [2023, '01-01 01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 12-25'],
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31'],
])('the holidays of %i are those of the law and the days on which they are observed', (year, listed) => {
  const first = Date.UTC(year, 0, 1) / 86_400_000;
  const dates = Array.from({ length: 365 }, (_, day) => first + day).filter(isHoliday);
  const found = dates.map((date) => new Date(date * 86_400_000).toISOString().slice(5, 10));
  expect(found).toEqual(listed.split(' ').sort());
});

import { describe, expect, it } from 'vitest';
import { describeMarketTimes } from './market-times.ts';

describe('When a market is open', () => {
  it.each([
    ['Sun', '8am - 1pm', 'Year Round', 'Open Sundays from 8 am to 1 pm, year round.'],
    ['Thur.', '5 -9pm', 'Mar - Nov', 'Open Thursdays from 5 to 9 pm, March to November.'],
    [
      'Wed',
      'Noon - 4pm',
      'Feb - May & Aug - Dec',
      'Open Wednesdays from noon to 4 pm, February to May and August to December.',
    ],
    [
      'Sat',
      '8am - noon',
      'Year Round (excludi ng Thanksg iving wk.)',
      'Open Saturdays from 8 am to noon, most of the year.',
    ],
    [
      'Tue (bi- weekl y)',
      '4- 8pm, 7pm fall/wint er',
      'Apr - Dec 19',
      'Open every other Tuesday from 4 to 8 pm (it varies with the season).',
    ],
    ['Tue (as arrang ed, not contin uous)', '?', '', 'Open some Tuesdays.'],
    ['daily', '8am - 1pm', 'Year Round', ''],
    ['Mon-Fri, 9-5', '', '', ''],
    ['Mon, Wed', '9-5', '', ''],
    ['', '', '', ''],
  ])('%s, %s, %s', (days, hours, months, sentence) => {
    expect(describeMarketTimes({ days, hours, months })).toBe(sentence);
  });
});

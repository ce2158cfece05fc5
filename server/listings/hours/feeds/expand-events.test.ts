import { expect, it } from 'vitest';
import { toEpochDay } from '#contract/hours/special-days.ts';
import { createCalendarProcesses } from './calendar-process.ts';
import { eventsToHours } from './events-to-hours.ts';
import { expandEvents } from './expand-events.ts';

const RANGE = { from: '2026-11-01', until: '2028-12-01' };
const TODAY = toEpochDay('2026-12-01');

const NEW_YORK = `BEGIN:VTIMEZONE
TZID:Eastern
BEGIN:STANDARD
DTSTART:20071104T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
END:VTIMEZONE`;

const toCalendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', NEW_YORK, ...events.map(toEvent), 'END:VCALENDAR']
    .join('\n')
    .replaceAll('\n', '\r\n');
const toEvent = (lines: string, index: number) =>
  `BEGIN:VEVENT\nUID:${/^UID:(.*)$/m.exec(lines)?.[1] ?? index}\n${lines.replace(/^UID:.*\n/m, '')}\nEND:VEVENT`;
const read = (...events: string[]) => eventsToHours(expandEvents(toCalendar(...events), RANGE), TODAY);
const whole = (title: string, from: string, until?: string) =>
  `SUMMARY:${title}\nDTSTART;VALUE=DATE:${from}${until ? `\nDTEND;VALUE=DATE:${until}` : ''}`;
const timed = (title: string, from: string, until: string) => `SUMMARY:${title}\nDTSTART${from}\nDTEND${until}`;
const span = (opens: string, closes: string) => [{ opens, closes }];

it('whole days that say they are closed are closed, also without an end and in Spanish', () => {
  expect(read(whole('Closed', '20261224', '20261226'), whole('Cerrado por fiestas', '20270101')).specialHours).toEqual([
    { on: '2026-12-24', hours: 'closed' },
    { on: '2026-12-25', hours: 'closed' },
    { on: '2027-01-01', hours: 'closed' },
  ]);
});

it('more than three closed days in a row are a closed period, whose beginning may be over', () => {
  const { specialHours } = read(
    whole('Closed: vacation', '20261128', '20261208'),
    whole('Closed', '20261120', '20261122'),
    whole('Closed', '20261210', '20261213'),
    whole('Closed', '20261215', '20261219'),
    whole('Closed for the summer', '20270601', '20270901'),
  );
  expect(specialHours.map(({ on }) => on)).toEqual([
    '2026-11-28/2026-12-08',
    ...['2026-12-10', '2026-12-11', '2026-12-12'],
    '2026-12-15/2026-12-19',
    '2027-06-01/2027-09-01',
  ]);
  expect(new Set(specialHours.map(({ hours }) => hours))).toEqual(new Set(['closed']));
});

it('events with times are the hours of their day, by the clock in Los Angeles, with breaks and nights', () => {
  const { specialHours } = read(
    timed('Open', ':20261231T170000Z', ':20261231T200000Z'),
    timed('Open late', ';TZID=Eastern:20261231T180000', ';TZID=Eastern:20270101T040000'),
    timed('Holiday hours', ':20261230T100000', ':20261230T140000'),
    timed('Open', ';TZID=America/Los_Angeles:20261229T100000', ';TZID=America/Los_Angeles:20261229T140000'),
  );
  expect(specialHours).toEqual([
    { on: '2026-12-29', hours: span('10:00', '14:00') },
    { on: '2026-12-30', hours: span('10:00', '14:00') },
    { on: '2026-12-31', hours: [...span('09:00', '12:00'), ...span('15:00', '01:00')] },
  ]);
});

it('whole days may have their hours in the title', () => {
  expect(read(whole('Open 10am-2pm', '20261226'), whole('Open 24 hours', '20261227')).specialHours).toEqual([
    { on: '2026-12-26', hours: span('10:00', '14:00') },
    { on: '2026-12-27', hours: 'all-day' },
  ]);
});

it('hours go before a closed day', () => {
  const both = read(whole('Closed', '20261224'), timed('Open', ':20261224T090000', ':20261224T120000'));
  expect(both.specialHours).toEqual([{ on: '2026-12-24', hours: span('09:00', '12:00') }]);
});

it('repeated events are repeated, without the dates that were taken out, moved or canceled', () => {
  const { specialHours } = read(
    `UID:weekly\nSUMMARY:Open\nDTSTART:20261202T090000\nDTEND:20261202T120000\nRRULE:FREQ=WEEKLY;COUNT=4\nEXDATE:20261209T090000`,
    `UID:weekly\nSUMMARY:Open\nRECURRENCE-ID:20261216T090000\nDTSTART:20261217T100000\nDTEND:20261217T120000`,
    `UID:weekly\nSUMMARY:Open\nSTATUS:CANCELLED\nRECURRENCE-ID:20261223T090000\nDTSTART:20261223T090000\nDTEND:20261223T120000`,
    `${whole('Closed', '20201225')}\nRRULE:FREQ=YEARLY`,
    `SUMMARY:Closed\nSTATUS:CANCELLED\nDTSTART;VALUE=DATE:20261228`,
  );
  expect(specialHours).toEqual([
    { on: '2026-12-02', hours: span('09:00', '12:00') },
    { on: '2026-12-17', hours: span('10:00', '12:00') },
    { on: '2026-12-25', hours: 'closed' },
    { on: '2027-12-25', hours: 'closed' },
  ]);
});

it('what says neither, or cannot be said, is skipped with its reason', () => {
  const { specialHours, skipped } = read(
    whole('Staff party', '20261118'),
    whole('Staff party', '20261218'),
    timed('Closed for lunch', ':20261219T120000', ':20261219T130000'),
    timed('Open', ':20261220T090000', ':20261223T130000'),
    timed('Open', ':20261226T090000', ':20261226T130000'),
    timed('Open', ':20261226T110000', ':20261226T150000'),
    `SUMMARY:Open\nDTSTART:19700101T000000\nDTEND:19700101T010000\nRRULE:FREQ=SECONDLY`,
    timed('Open', ';TZID=Nowhere:20261229T100000', ';TZID=Nowhere:20261229T140000'),
  );
  expect(specialHours).toEqual([]);
  expect(skipped.map(({ date, title, reason }) => `${date} ${title}: ${reason}`)).toEqual([
    '2026-11-01 Open: too-often',
    '2026-12-29 Open: unclear',
    '2026-12-18 Staff party: unclear',
    '2026-12-19 Closed for lunch: part-of-day',
    '2026-12-20 Open: too-long',
    '2026-12-26 Open: overlaps',
  ]);
});

it('the process reads a calendar, and says null for what is none, is broken or takes too long', async () => {
  const readCalendar = createCalendarProcesses();
  const day = { title: 'Closed', kind: 'days', from: '2026-12-24', until: '2026-12-25' };
  const ask = (text: string) => readCalendar({ text, range: RANGE });
  expect(await ask(toCalendar(whole('Closed', '20261224')))).toEqual({ events: [day], unread: [] });
  expect(await ask('BEGIN:VCALENDAR\nBEGIN:VEVENT')).toBeNull();
  expect(await ask('BEGIN:VCARD\nEND:VCARD')).toBeNull();
  expect(await ask(toCalendar('SUMMARY:Closed\nDTSTART:banana'))).toBeNull();
});

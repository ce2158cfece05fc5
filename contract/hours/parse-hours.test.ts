import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { parseHours } from './parse-hours.ts';
import { WEEKDAYS } from './weekly-hours.ts';

/** Each day in a few signs: '9-17', '-' if closed, '24' if open all day, '?' if unknown. */
function formatWeek(text: string) {
  const parsed = parseHours(text);
  if (!parsed) return null;
  const days = WEEKDAYS.map((day) => {
    const value = parsed.hours[day];
    if (value === null) return '?';
    if (value === 'closed' || value === 'appointment') return '-';
    if (value === 'all-day') return '24';
    return value.map(({ opens, closes }) => `${short(opens)}-${short(closes)}`).join('+');
  });
  return days.every((day) => day === days[0]) ? `${days[0]} daily` : days.join(' ');
}
const short = (time: string) => time.replace(/^0(?=\d)/, '').replace(':00', '');

const WEEKDAYS_9_TO_5 = '9-17 9-17 9-17 9-17 9-17 - -';
const AND_SATURDAY = '9-17 9-17 9-17 9-17 9-17 10-14 -';

describe('The hours', () => {
  it.each<[string, string]>([
    // Days and times.
    ['Mon-Fri, 9–5', WEEKDAYS_9_TO_5],
    ['M-F 9am-5pm', WEEKDAYS_9_TO_5],
    ['M-F 9am-5pm; Sat 10-2', AND_SATURDAY],
    ['Monday - Friday 9:00 AM - 5:00 PM', WEEKDAYS_9_TO_5],
    ['Monday through Friday, 9 a.m. to 5 p.m.', WEEKDAYS_9_TO_5],
    ['Mon.–Fri.: 9:00am–5:00pm', WEEKDAYS_9_TO_5],
    ['Mon thru Fri 9a-5p', WEEKDAYS_9_TO_5],
    ['Weekdays 9-5', WEEKDAYS_9_TO_5],
    ['Hours: Mon-Fri 9-5', WEEKDAYS_9_TO_5],
    ['MTWTF 9-5', WEEKDAYS_9_TO_5],
    ['9am-5pm Mon-Fri', WEEKDAYS_9_TO_5],
    ['9-5 M-F, 10-2 Sat', AND_SATURDAY],
    ['Mon-Fri 9-5 Sat 10-2', AND_SATURDAY],
    ['Mon-Fri 9-5 | Sat 10-2 | Sun closed', AND_SATURDAY],
    ['Mon-Fri 9-5, Sat 10-2, closed Sundays', AND_SATURDAY],
    ['Closed Sunday. Mon-Fri 9-5; Sat 10-2', AND_SATURDAY],
    [
      'Monday: 9 AM–5 PM, Tuesday: 9 AM–5 PM, Wednesday: 9 AM–5 PM, Thursday: 9 AM–5 PM, Friday: 9 AM–5 PM',
      WEEKDAYS_9_TO_5,
    ],
    ['Lunes-Viernes 9am-5pm', WEEKDAYS_9_TO_5],
    ['Mon, Wed & Fri 8am-noon', '8-12 - 8-12 - 8-12 - -'],
    ['MWF 8-12', '8-12 - 8-12 - 8-12 - -'],
    ['Tu/Th 1-5', '- 13-17 - 13-17 - - -'],
    ['Tue and Thu 1pm-5pm', '- 13-17 - 13-17 - - -'],
    ['Fri-Mon 10am-4pm', '10-16 - - - 10-16 10-16 10-16'],
    ['Wed-Sun 5pm-2am', '- - 17-2 17-2 17-2 17-2 17-2'],
    ['Thursdays 4-8pm', '- - - 16-20 - - -'],
    ['every Saturday 8am - 1pm', '- - - - - 8-13 -'],
    ['Sat & Sun 10-6', '- - - - - 10-18 10-18'],
    ['weekends 10-6', '- - - - - 10-18 10-18'],
    ['Weekdays 9-5, weekends 10-6', '9-17 9-17 9-17 9-17 9-17 10-18 10-18'],
    // Each day.
    ['Daily 6am-10pm', '6-22 daily'],
    ['Open daily, 6am to 10pm', '6-22 daily'],
    ['6am-10pm daily', '6-22 daily'],
    ['7 days a week 11am-9pm', '11-21 daily'],
    ['Mon-Sun 11-9', '11-21 daily'],
    ['Everyday 11:30am - 9:30pm', '11:30-21:30 daily'],
    ['Daily except Sunday 9-5', '9-17 9-17 9-17 9-17 9-17 9-17 -'],
    ['9-5 daily except Sundays', '9-17 9-17 9-17 9-17 9-17 9-17 -'],
    ['24/7', '24 daily'],
    ['Open 24 hours', '24 daily'],
    ['Open 24 hours, 7 days a week', '24 daily'],
    ['Mon-Fri 24 hours', '24 24 24 24 24 - -'],
    ['Daily 12am-12am', '24 daily'],
    ['closed Sundays', '? ? ? ? ? ? -'],
    ['Closed Sat & Sun', '? ? ? ? ? - -'],
    // Several spans, and times.
    ['Mon-Fri 9-12, 1-5', '9-12+13-17 9-12+13-17 9-12+13-17 9-12+13-17 9-12+13-17 - -'],
    ['Tue 11am-2pm & 5-9pm', '- 11-14+17-21 - - - - -'],
    ['Sun noon-5', '- - - - - - 12-17'],
    ['Sun 12-5pm', '- - - - - - 12-17'],
    ['Sat 8-12pm', '- - - - - 8-12 -'],
    ['Fri 8pm-midnight', '- - - - 20-0 - -'],
    ['Fri 7 -11am', '- - - - 7-11 - -'],
    ['Sat 8.30am-1.30pm', '- - - - - 8:30-13:30 -'],
    ['Fri 6pm-2', '- - - - 18-2 - -'],
    // OpenStreetMap.
    ['Mo-Fr 09:00-17:00', WEEKDAYS_9_TO_5],
    ['Mo-Fr 09:00-17:00; Sa 10:00-14:00', AND_SATURDAY],
    ['Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off', AND_SATURDAY],
    ['Mo-Fr 08:00-12:00,13:00-17:00', '8-12+13-17 8-12+13-17 8-12+13-17 8-12+13-17 8-12+13-17 - -'],
    ['Mo,We,Fr 10:00-12:00', '10-12 - 10-12 - 10-12 - -'],
    ['Mo-Su 00:00-24:00', '24 daily'],
    ['Fr-Sa 18:00-02:00', '- - - - 18-2 18-2 -'],
    // 24 hours.
    ...[
      '24 hrs',
      '24h',
      '24 h',
      '24x7',
      '24-7',
      '24/7/365',
      'Always open',
      '24 hours a day',
      'Abierto las 24 horas',
      '24 horas al día',
      'Siempre abierto',
      '00:00-24:00',
      '00:00–23:59',
      'Mo-Su 00:00-23:59',
      'Daily 12:00 AM - 11:59 PM',
      'Todos los días 24 horas',
      'Lunes a domingo 24 hrs',
    ].map((text): [string, string] => [text, '24 daily']),
    // Spanish.
    ['Lunes a viernes 9 a 18', '9-18 9-18 9-18 9-18 9-18 - -'],
    ['Lunes a viernes 6:00-20:00, sábado y domingo 7:00-18:00', '6-20 6-20 6-20 6-20 6-20 7-18 7-18'],
    ['Lun-Sáb 8-17', '8-17 8-17 8-17 8-17 8-17 8-17 -'],
    ['L-V 9 a 18', '9-18 9-18 9-18 9-18 9-18 - -'],
    ['Lunes a viernes de 9:00 a 18:00 hrs., sábados de 10:00 a 14:00 hrs.', '9-18 9-18 9-18 9-18 9-18 10-14 -'],
    ['De lunes a viernes de las 9 de la mañana a las 6 de la tarde', '9-18 9-18 9-18 9-18 9-18 - -'],
    ['Todos los días de 7 a.m. a 10 p.m.', '7-22 daily'],
    ['Diario 9am-9pm', '9-21 daily'],
    ['Martes a domingo 11:00 a 21:00, lunes cerrado', '- 11-21 11-21 11-21 11-21 11-21 11-21'],
    ['Lunes a viernes 8:00 a mediodía, fines de semana cerrado', '8-12 8-12 8-12 8-12 8-12 - -'],
    ['Diario excepto domingo 9:00 hasta 17:00', '9-17 9-17 9-17 9-17 9-17 9-17 -'],
    ['Mon 9a 5p', '9-17 - - - - - -'],
    ['10:00-22:00', '10-22 daily'],
    // The times of all days but those.
    ['11am to 7pm except Sunday', '11-19 11-19 11-19 11-19 11-19 11-19 -'],
    ['10am-6pm except Sundays', '10-18 10-18 10-18 10-18 10-18 10-18 -'],
    ['9-5, closed Sat & Sun', '9-17 9-17 9-17 9-17 9-17 - -'],
    ['9:00 a 18:00 excepto lunes', '- 9-18 9-18 9-18 9-18 9-18 9-18'],
    ['0900-1700', '9-17 daily'],
    ['Mon-Fri 0830-1700', '8:30-17 8:30-17 8:30-17 8:30-17 8:30-17 - -'],
    ['L-V 9am a 6pm S 10am a 4pm', '9-18 9-18 9-18 9-18 9-18 10-16 -'],
    ['L a V 9 a 18, S y D 10 a 14', '9-18 9-18 9-18 9-18 9-18 10-14 10-14'],
  ])('%s', (text, week) => expect(formatWeek(text)).toBe(week));

  it.each([
    ['Mo-Fr 09:00-17:00; PH off', WEEKDAYS_9_TO_5, 'PH off'],
    ['Mon-Fri 9-5, closed major holidays', WEEKDAYS_9_TO_5, 'closed major holidays'],
    ['Mon-Fri 9-5 (or by appointment)', WEEKDAYS_9_TO_5, 'or by appointment'],
  ])('%s are read, and what else it says is kept', (text, week, note) => {
    expect(formatWeek(text)).toBe(week);
    expect(parseHours(text)?.note).toBe(note);
  });

  it.each([
    ...[
      '',
      'By appointment',
      'Call for hours',
      'varies',
      'seasonal',
      'dawn to dusk',
      'Apr-Oct: Sat 9-1',
      'Previa cita',
      'Mar-Nov 9-17',
      'open',
      'Mon-Fri',
    ],
    ...[
      '9am-5pm',
      '9-5 Mon-Fri, 10-2',
      '2024-2025',
      '9-5 except',
      '9-5',
      'Mon-Fri 9-11',
      'Fri 6-10pm',
      'Mon 9am',
      'Mon-Fri 9-5, Sat',
      'Mon Tue 9-5 Wed',
      'M-S 9-5',
      '1st Sat 9-1',
    ],
    ...[
      'Mon 25:00-26:00',
      'Mon 9:75-10:00',
      'Mon 13pm-2pm',
      'Mon 9am-9am',
      'Mo-Fr 09:00+',
      'Mo-Fr sunrise-sunset',
      'Tue (bi- weekl y) 11am - 2pm',
    ],
    ...[
      'Thu 4- 8pm, 7pm fall/winter',
      '12/24 9-5',
      'constructor',
      'Mon-Fri 9-5 Mon-Fri',
      'Mon 1-2 3-4 5-6pm 7pm-8pm 9pm-10pm',
    ],
  ])('%j are not read', (text) => expect(parseHours(text)).toBeNull());
});

test('Hours that are printed are read as the same, and no text throws', () => {
  const time = fc.integer({ min: 0, max: 1439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const day = fc.oneof(
    fc.constantFrom('closed' as const, 'all-day' as const),
    fc.tuple(time, time).filter(([opens, closes]) => opens !== closes && !(opens === '00:00' && closes === '23:59')),
  );
  const print = (value: 'closed' | 'all-day' | [string, string]) =>
    value === 'closed' ? 'closed' : value === 'all-day' ? '24 hours' : value.join('-');
  fc.assert(
    fc.property(fc.array(day, { minLength: 7, maxLength: 7 }), (days) => {
      const hours = days.map((value) => (Array.isArray(value) ? [{ opens: value[0], closes: value[1] }] : value));
      const texts = WEEKDAYS.map((name, index) => [name, print(days[index] ?? 'closed')] as const);
      const expected = Object.fromEntries(WEEKDAYS.map((name, index) => [name, hours[index]]));
      if (!days.every((value) => value === 'closed'))
        expect(parseHours(texts.map((parts) => parts.join(' ')).join('; '))?.hours).toEqual(expected);
    }),
    { numRuns: repetitions(300, 10_000) },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      parseHours(text);
    }),
    { numRuns: repetitions(1000, 100_000) },
  );
});

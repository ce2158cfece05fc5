import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOpeningState, type Opening } from '#contract/hours/opening-hours.ts';
import { type SpecialDay, todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { WEEKDAY_NAMES } from '#contract/hours/weekday-names.ts';
import type { DayHours, Hours, Span } from '#contract/hours/weekly-hours.ts';
import type { FoundListing } from '#contract/search.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun, repetitions, selectCases } from '#tests/support/long-run.ts';

let api: Awaited<ReturnType<typeof createTestApi>>;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('the page of a listing', () => {
  const NAMES: [on: string, english: string, spanish: string][] = [
    ['01-01', 'New Year’s Day', 'Año Nuevo'],
    ['mlk-day', 'Martin Luther King Jr. Day', 'Día de Martin Luther King Jr.'],
    ['presidents-day', 'Presidents’ Day', 'Día de los Presidentes'],
    ['03-31', 'Cesar Chavez Day', 'Día de César Chávez'],
    ['memorial-day', 'Memorial Day', 'Día de los Caídos (Memorial Day)'],
    ['06-19', 'Juneteenth', 'Juneteenth'],
    ['07-04', 'Independence Day', 'Día de la Independencia (4 de julio)'],
    ['labor-day', 'Labor Day', 'Día del Trabajo (Labor Day)'],
    ['11-11', 'Veterans Day', 'Día de los Veteranos'],
    ['thanksgiving', 'Thanksgiving Day', 'Día de Acción de Gracias'],
    ['day-after-thanksgiving', 'Day after Thanksgiving', 'Día después de Acción de Gracias'],
    ['12-24', 'Christmas Eve', 'Nochebuena'],
    ['12-25', 'Christmas Day', 'Navidad'],
    ['12-31', 'New Year’s Eve', 'Fin de Año'],
  ];

  test('names the holidays of special hours in its language', async () => {
    const web = await loadBuild(resolve(import.meta.dirname, '../dist'));
    const site = await createTestApi({ database: api.database, web });
    const listings = await Promise.all(
      NAMES.map(([on]) => makeListing(api.db, { special_hours: JSON.stringify([{ on, hours: 'closed' }]) })),
    );
    const readName = async (path: string) =>
      /<dt[^>]*>[^<]*<span class="block text-sm">([^<]*)/.exec((await site.get(path)).body)?.[1];
    const shown: (string | undefined)[][] = [];
    for (const [index, { id }] of listings.entries())
      shown.push([NAMES[index]?.[0], await readName(`/ads/${id}`), await readName(`/es/ads/${id}`)]);
    expect(shown).toEqual(NAMES);
    await api.db.deleteFrom('listings').execute();
    await site.close();
  });
});

// Both periods begin on the Friday before the clocks are set.
const DAYS = isLongRun ? 14 : 4;
describe(`Minute by minute, over ${DAYS} days in which the clocks are`, () => {
  test.each([
    ['set forward', '2026-03-06T00:00:00-08:00'],
    ['set back', '2026-10-30T00:00:00-07:00'],
  ])('%s, random hours hold as a clock on the wall says', async (_what, from) => {
    const later = calendar(new Date(from), (DAYS + 9) * MINUTES_PER_DAY);
    const minutes = later.slice(0, DAYS * MINUTES_PER_DAY);
    // The four have spans on Sunday about the hour at which clocks are set.
    for (const [index, hours] of selectCases(2, randomHours(repetitions(4, 30))).entries()) {
      // Every second one has special hours on some of these days and on those before and after them.
      const specialHours = index % 2 ? [...randomSpecialHours(index, minutes), ...closedPeriod(index, minutes)] : [];
      const days = { hours, specialHours };
      const states = later.map((minute) => stateAt(days, minute));
      const changes = expectedChanges(later, states);
      const found = await openInSearch(days, minutes);
      const wrong = minutes.filter(({ at }, i) => {
        const opening = getOpeningState(days, at);
        if (found[i] !== (opening?.isOpen ?? false)) return true;
        if (states[i] === 'unknown') return opening !== null;
        return opening?.isOpen !== (states[i] === 'open') || formatChange(opening.nextChange) !== changes[i];
      });
      expect({ days, wrong: wrong.slice(0, 3) }).toEqual({ days, wrong: [] });
    }
  });
});

test('a search for open businesses agrees with the opening hours of its results', async () => {
  const never: Hours = { ...always, ...Object.fromEntries(Object.keys(always).map((day) => [day, 'closed'])) };
  const today = toIsoDate(todayInLosAngeles());
  const openToday = [{ on: today, hours: 'all-day' as const }];
  const closedToday = [{ on: today.slice(5), hours: 'closed' as const }];
  const closedNow: SpecialDay[] = [{ on: `${toIsoDate(todayInLosAngeles() - 1)}/..`, hours: 'closed' }];
  const closedBefore: SpecialDay[] = [{ on: `2026-01-01/${today}`, hours: 'closed' }];
  const byAppointment = Object.fromEntries(Object.keys(always).map((day) => [day, 'appointment'])) as Hours;
  const listings: Opening[] = [
    ...[always, null, byAppointment].flatMap((hours) => [
      { hours, specialHours: closedNow },
      { hours, specialHours: closedBefore },
      { hours, specialHours: [...openToday, ...closedNow] },
    ]),
    { hours: byAppointment, specialHours: [] },
    ...[always, never, null, ...randomHours(30)].map((hours) => ({ hours, specialHours: [] })),
    ...[always, never, null].flatMap((hours) => [
      { hours, specialHours: openToday },
      { hours, specialHours: closedToday },
    ]),
  ];
  for (const { hours, specialHours } of listings) {
    const special_hours = JSON.stringify(specialHours);
    await makeListing(api.db, { hours: hours && JSON.stringify(hours), special_hours });
  }
  // Those whose hours are unknown follow.
  const isUnknown = ({ hours, specialHours }: FoundListing) =>
    Object.values(hours ?? {}).every((day) => day === null || day === 'appointment') &&
    !specialHours.some(({ on }) => !on.includes('/') || on.endsWith('..'));
  const openAt = (ads: FoundListing[], moment: Date) =>
    [...ads.filter((ad) => getOpeningState(ad, moment)?.isOpen), ...ads.filter(isUnknown)].map(({ id }) => id);

  const before = new Date();
  const all: FoundListing[] = (await api.get('/api/search?limit=100')).body;
  const found: FoundListing[] = (await api.get('/api/search?limit=100&open=now')).body;
  expect(all).toHaveLength(listings.length);
  // A new minute may have begun during the request.
  expect([openAt(all, before), openAt(all, new Date())]).toContainEqual(found.map(({ id }) => id));
});

const always = Object.fromEntries(WEEKDAY_NAMES.map((day) => [day.toLowerCase(), 'all-day'])) as Hours;

/** The minutes in which a search for open businesses finds a business. */
async function openInSearch({ hours, specialHours }: Opening, minutes: Minute[]): Promise<boolean[]> {
  const { rows } = await sql<{ open: boolean }>`
    with opening as materialized (
      select opening_minutes(hours) as open_minutes, special.*
      from (select ${JSON.stringify(hours)}::jsonb as hours) as weekly
      left join lateral special_opening(hours, ${JSON.stringify(specialHours)}::jsonb, 2025, 2028) as special
        on ${specialHours.length > 0}::boolean)
    select is_open(open_minutes, special_days, special_minutes, at) as open
    from opening, generate_series(${minutes[0]?.at}::timestamptz, ${minutes.at(-1)?.at}::timestamptz, '1 minute') as at
    order by at`.execute(api.db);
  return rows.map(({ open }) => open);
}

const MINUTES_PER_DAY = 24 * 60;

interface Minute {
  at: Date;
  day: (typeof WEEKDAY_NAMES)[number];
  time: string;
  /** '2026-11-26', and the day before. */
  date: string;
  dateBefore: string;
  /** The number of midnights since the first one. */
  daysAfterStart: number;
}

type State = 'open' | 'closed' | 'unknown';

/** The local time and date of each minute. */
function calendar(from: Date, count: number): Minute[] {
  const zone = { timeZone: 'America/Los_Angeles' };
  const day = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'long' });
  const clock = new Intl.DateTimeFormat('en-GB', { ...zone, timeStyle: 'short' });
  const isoDate = new Intl.DateTimeFormat('en-CA', { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  let daysAfterStart = 0;
  let previous = day.format(from);
  return Array.from({ length: count }, (_, i) => {
    const at = new Date(from.getTime() + i * 60_000);
    const name = day.format(at);
    if (name !== previous) daysAfterStart += 1;
    previous = name;
    const date = isoDate.format(at);
    const dateBefore = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    return { at, day: name as Minute['day'], time: clock.format(at), date, dateBefore, daysAfterStart };
  });
}

function stateAt({ hours, specialHours }: Opening, { day, time, date, dateBefore }: Minute): State {
  const hoursOn = (iso: string, name: string | undefined) => {
    const special =
      specialHours.find(
        ({ on }) => on.includes('/') && on.slice(0, 10) <= iso && (on.endsWith('..') || iso < on.slice(11)),
      ) ??
      specialHours.find(({ on }) => on === iso) ??
      specialHours.find(({ on }) => on === iso.slice(5));
    return special ? special.hours : (hours?.[name?.toLowerCase() as keyof Hours] ?? null);
  };
  const today = hoursOn(date, day);
  const before = hoursOn(dateBefore, WEEKDAY_NAMES[(WEEKDAY_NAMES.indexOf(day) + 6) % 7]);
  const overnight = ({ opens, closes }: Span) => closes < opens;
  const isOpen =
    today === 'all-day' ||
    toSpans(before).some((span) => overnight(span) && time < span.closes) ||
    toSpans(today).some((span) => span.opens <= time && (overnight(span) || time < span.closes));
  if (isOpen) return 'open';
  return today === null ? 'unknown' : 'closed';
}

const toSpans = (hours: DayHours | null) => (Array.isArray(hours) ? hours : []);

/** For each minute but the last ones, the next change; computed backwards from the end. */
function expectedChanges(minutes: Minute[], states: State[]): string[] {
  let next: Minute | undefined;
  let isKnown = true;
  const changes: string[] = [];
  for (let i = minutes.length - 1; i >= 0; i--) {
    const isOpen = states[i] === 'open';
    if (i + 1 < minutes.length && isOpen !== (states[i + 1] === 'open')) {
      next = minutes[i + 1];
      isKnown = true;
    }
    if (states[i] === 'unknown') isKnown = false;
    const daysAhead = next ? next.daysAfterStart - (minutes[i] as Minute).daysAfterStart : 8;
    if (!isKnown && !isOpen) changes[i] = 'null';
    else changes[i] = next && daysAhead <= 7 ? `${next.time} ${next.day} ${daysAhead}` : 'never';
  }
  return changes;
}

function formatChange(changes: NonNullable<ReturnType<typeof getOpeningState>>['nextChange']): string {
  if (changes === null || changes === 'never') return String(changes);
  return `${changes.time} ${changes.day} ${changes.daysAhead}`;
}

/** Opening hours of all kinds, the same in each run: nights, breaks, days off, days without an entry. */
function randomHours(count: number): Hours[] {
  const random = createRandom(count);
  const time = (minute: number) =>
    [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const spans = (): DayHours => {
    // In order; the last one may end after midnight, but not after the first one began. Many are about the hours at which
    // clocks are set.
    const times = Array.from({ length: 2 * (1 + random(3)) }, () =>
      random(4) ? random(24 * 60) : 60 + random(120),
    ).sort((a, b) => a - b);
    const apart = times.filter((minute, i) => minute !== times[i - 1]);
    const paired = apart.slice(0, apart.length - (apart.length % 2));
    if (random(2) === 0) paired.push(...paired.splice(0, 1));
    const opening = paired.flatMap((opens, i) =>
      i % 2 ? [] : [{ opens: time(opens), closes: time(paired[i + 1] ?? 0) }],
    );
    return opening.length > 0 ? opening : 'closed';
  };
  const day = () =>
    [spans, spans, spans, () => 'closed' as const, () => 'all-day' as const, () => null][random(6)]?.() ?? null;
  return Array.from(
    { length: count },
    () => Object.fromEntries(WEEKDAY_NAMES.map((name) => [name.toLowerCase(), day()])) as Hours,
  );
}

/** Special hours on every third day of a period, and on the day after each second one of them, so that nights meet. */
function randomSpecialHours(seed: number, minutes: Minute[]): SpecialDay[] {
  const dates = [...new Set([minutes[0]?.dateBefore ?? '', ...minutes.map(({ date }) => date)])];
  const days = dates.filter((_, index) => index % 3 === seed % 3 || index % 6 === (seed + 1) % 6);
  const hours = randomHours(dates.length).map((week) => week.monday ?? 'closed');
  return days.map((date, index) => ({ on: index % 2 ? date : date.slice(5), hours: hours[index] ?? 'closed' }));
}

/** The second day of the period, or from the third one on, in which special hours do not count. */
function closedPeriod(seed: number, minutes: Minute[]): SpecialDay[] {
  const dates = [...new Set(minutes.map(({ date }) => date))];
  const on = seed % 4 === 1 ? `${dates[1]}/${dates[2]}` : `${dates[2]}/..`;
  return [{ on, hours: 'closed' }];
}

/** A pseudorandom generator of integers below a limit (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0;
  };
}

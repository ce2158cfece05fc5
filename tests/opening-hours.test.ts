import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOpeningState, WEEKDAY_NAMES } from '#contract/opening-hours.ts';
import type { FoundListing } from '#contract/search.ts';
import type { DayHours, Hours, Span } from '#contract/weekly-hours.ts';
import { makeListing } from '#server/seed/factories.ts';
import { createTestApi } from './support/api.ts';

let api: Awaited<ReturnType<typeof createTestApi>>;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('Minute by minute, over two weeks in which the clocks are', () => {
  test.each([
    ['set forward', '2026-03-01T00:00:00-08:00'],
    ['set back', '2026-10-25T00:00:00-07:00'],
  ])('%s, random hours hold as a clock on the wall says', async (_what, from) => {
    const minutes = calendar(new Date(from), 14 * MINUTES_PER_DAY);
    const later = calendar(new Date(from), (14 + 9) * MINUTES_PER_DAY);
    for (const hours of randomHours(6)) {
      const states = later.map((minute) => stateAt(hours, minute));
      const changes = expectedChanges(later, states);
      const found = await openInSearch(hours, minutes);
      const wrong = minutes.filter(({ at }, i) => {
        const opening = getOpeningState(hours, at);
        if (found[i] !== (opening?.isOpen ?? false)) return true;
        if (states[i] === 'unknown') return opening !== null;
        return opening?.isOpen !== (states[i] === 'open') || formatChange(opening.nextChange) !== changes[i];
      });
      expect({ hours, wrong: wrong.slice(0, 3) }).toEqual({ hours, wrong: [] });
    }
  });
});

test('a search for open businesses agrees with the opening hours of its results', async () => {
  const never: Hours = { ...always, ...Object.fromEntries(Object.keys(always).map((day) => [day, 'closed'])) };
  const listings = [always, never, null, ...randomHours(30)].map((hours) => ({ hours }));
  for (const { hours } of listings) await makeListing(api.db, { hours: hours && JSON.stringify(hours) });
  const openAt = (ads: FoundListing[], moment: Date) =>
    ads.filter(({ hours }) => hours && getOpeningState(hours, moment)?.isOpen).map(({ id }) => id);

  const before = new Date();
  const all: FoundListing[] = (await api.get('/api/search?limit=100')).body;
  const found: FoundListing[] = (await api.get('/api/search?limit=100&open=now')).body;
  expect(all).toHaveLength(listings.length);
  // A new minute may have begun during the request.
  expect([openAt(all, before), openAt(all, new Date())]).toContainEqual(found.map(({ id }) => id));
});

const always = Object.fromEntries(WEEKDAY_NAMES.map((day) => [day.toLowerCase(), 'all-day'])) as Hours;

/** The minutes in which a search for open businesses finds a business. */
async function openInSearch(hours: Hours, minutes: Minute[]): Promise<boolean[]> {
  const { rows } = await sql<{ open: boolean }>`
    with opening as materialized (select opening_minutes(${JSON.stringify(hours)}::jsonb) as open_minutes)
    select coalesce(open_minutes @> minute_of_week(at), false) as open
    from opening, generate_series(${minutes[0]?.at}::timestamptz, ${minutes.at(-1)?.at}::timestamptz, '1 minute') as at
    order by at`.execute(api.db);
  return rows.map(({ open }) => open);
}

const MINUTES_PER_DAY = 24 * 60;

interface Minute {
  at: Date;
  day: (typeof WEEKDAY_NAMES)[number];
  time: string;
  /** The number of midnights since the first one. */
  daysAfterStart: number;
}

type State = 'open' | 'closed' | 'unknown';

/** The local time and date of each minute. */
function calendar(from: Date, count: number): Minute[] {
  const zone = { timeZone: 'America/Los_Angeles' };
  const day = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'long' });
  const clock = new Intl.DateTimeFormat('en-GB', { ...zone, timeStyle: 'short' });
  let daysAfterStart = 0;
  let previous = day.format(from);
  return Array.from({ length: count }, (_, i) => {
    const at = new Date(from.getTime() + i * 60_000);
    const name = day.format(at);
    if (name !== previous) daysAfterStart += 1;
    previous = name;
    return { at, day: name as Minute['day'], time: clock.format(at), daysAfterStart };
  });
}

function stateAt(hours: Hours, { day, time }: Minute): State {
  const today = hours[day.toLowerCase() as keyof Hours];
  const before = hours[WEEKDAY_NAMES[(WEEKDAY_NAMES.indexOf(day) + 6) % 7]?.toLowerCase() as keyof Hours];
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

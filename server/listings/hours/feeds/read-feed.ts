import type { FoundHours } from '#contract/hours/hours-feeds.ts';
import { todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { MAX_DAYS_AHEAD, specialHoursSchema } from '#contract/hours/special-hours.ts';
import { hoursSchema } from '#contract/hours/weekly-hours.ts';
import { z } from '#contract/zod.ts';
import { readBounded } from '#server/platform/http/bounded-body.ts';
import { createHttpClient, type HttpClient, HttpStatusError } from '#server/platform/outbound/http-client.ts';
import { AddressRefused } from '#server/platform/outbound/public-lookup.ts';
import { createCalendarProcesses, type ReadCalendar } from './calendar-process.ts';
import { eventsToHours } from './events-to-hours.ts';
import { FeedError } from './feed-error.ts';

/** Reads the hours at an address. @throws {FeedError} with the reason for the owner */
export type ReadHoursFeed = (url: string) => Promise<FoundHours>;

const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 15_000;
// A closed period may have begun before today.
const DAYS_BACK = 31;

/**
 * Makes a reader. Only public addresses are connected to, redirects included; there are no retries, since the next day is one.
 * @param openClient tests reach their own servers
 */
export function createFeedReader({
  openClient = () => createHttpClient({ idleTimeoutMs: TIMEOUT_MS }),
  readCalendar = createCalendarProcesses(),
}: {
  openClient?: () => HttpClient;
  readCalendar?: ReadCalendar;
} = {}): ReadHoursFeed {
  return async (url) => {
    const text = (await fetchText(openClient(), url)).replace(/^\ufeff/, '');
    if (/^\s*[{[]/.test(text)) return readJson(text);
    if (!/^\s*BEGIN:VCALENDAR/i.test(text)) throw new FeedError({ code: 'unreadable' });
    const today = todayInLosAngeles();
    const range = { from: toIsoDate(today - DAYS_BACK), until: toIsoDate(today + MAX_DAYS_AHEAD) };
    const expanded = await readCalendar({ text, range });
    if (!expanded) throw new FeedError({ code: 'unreadable' });
    return limitSkipped(eventsToHours(expanded, today));
  };
}

async function fetchText(http: HttpClient, url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body } = await http.get(url, {
      signal,
      headers: { accept: 'text/calendar, application/json;q=0.9, */*;q=0.1' },
    });
    const tooLarge = () => new FeedError({ code: 'too-large' });
    return (await readBounded(body, MAX_BYTES, tooLarge)).toString('utf8');
  } catch (error) {
    throw toFeedError(error);
  } finally {
    await http.close();
  }
}

function toFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error;
  if (error instanceof HttpStatusError) return new FeedError({ code: 'status', detail: String(error.status) });
  const isRefused = error instanceof AddressRefused || (error as { cause?: unknown }).cause instanceof AddressRefused;
  return new FeedError({ code: isRefused ? 'refused' : 'unreachable' });
}

// Of our API's answers, which have more, only the hours count.
const jsonSchema = z.object({ hours: hoursSchema.nullable().optional(), specialHours: specialHoursSchema.optional() });

function readJson(text: string): FoundHours {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FeedError({ code: 'unreadable' });
  }
  const read = jsonSchema.safeParse(json);
  if (!read.success) {
    const path = read.error.issues[0]?.path.join('.') ?? '';
    throw new FeedError({ code: 'invalid', detail: path.slice(0, 80) || 'JSON' });
  }
  const { hours = null, specialHours } = read.data;
  if (hours === null && specialHours === undefined) throw new FeedError({ code: 'no-hours' });
  return { format: 'json', hours, specialHours: specialHours ?? [], skipped: [] };
}

// Whole calendars of other events are not stored.
const MAX_SKIPPED = 20;
const limitSkipped = (found: FoundHours): FoundHours => ({ ...found, skipped: found.skipped.slice(0, MAX_SKIPPED) });

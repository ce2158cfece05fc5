import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, MockAgent } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createHttpClient } from '#server/platform/outbound/http-client.ts';
import { FeedError } from './feed-error.ts';
import { createFeedReader } from './read-feed.ts';

const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
const JSON_HOURS = { title: 'Salt', hours: { monday: 'closed' }, specialHours: [{ on: '12-25', hours: 'closed' }] };

const ANSWERS: Record<string, [status: number, body: string, headers?: Record<string, string>]> = {
  '/calendar.ics': [200, CALENDAR],
  '/hours.json': [200, `\ufeff${JSON.stringify(JSON_HOURS)}`],
  '/page': [200, '<!doctype html>'],
  '/broken.json': [200, '{"hours": '],
  '/wrong.json': [200, '{"hours": {"monday": "sometimes"}}'],
  '/other.json': [200, '{"name": "Salt"}'],
  '/large': [200, 'x'.repeat(1_000_001)],
  '/secret': [401, ''],
  '/moved': [302, '', { location: '/calendar.ics' }],
  '/loop': [302, '', { location: '/loop' }],
};

const server = createServer(({ url = '' }, response) => {
  const [status, body, headers] = ANSWERS[url] ?? [404, ''];
  response.writeHead(status, headers).end(body);
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const readHere = createFeedReader({ openClient: () => createHttpClient({ allowsPrivate: true }) });
const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error) => (error instanceof FeedError ? error.failure : error),
  );

it('reads calendars and JSON by what they are, also where a redirect leads', async () => {
  const empty = { format: 'calendar', hours: null, specialHours: [], skipped: [] };
  expect(await readHere(`${origin}/calendar.ics`)).toEqual(empty);
  expect(await readHere(`${origin}/moved`)).toEqual(empty);
  expect(await readHere(`${origin}/hours.json`)).toMatchObject({
    ...{ format: 'json', specialHours: JSON_HOURS.specialHours, skipped: [] },
    hours: { monday: 'closed', tuesday: null },
  });
});

it.each([
  ['/page', { code: 'unreadable' }],
  ['/broken.json', { code: 'unreadable' }],
  ['/wrong.json', { code: 'invalid', detail: 'hours.monday' }],
  ['/other.json', { code: 'no-hours' }],
  ['/large', { code: 'too-large' }],
  ['/secret', { code: 'status', detail: '401' }],
  ['/nothing', { code: 'status', detail: '404' }],
  ['/loop', { code: 'refused' }],
])('says what is wrong with %s', async (path, failure) => {
  expect(await failureOf(readHere(origin + path))).toEqual(failure);
});

it('connects to public addresses alone', async () => {
  const read = createFeedReader();
  for (const url of [
    `${origin}/hours.json`,
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://10.0.0.7/',
  ])
    expect(await failureOf(read(url))).toEqual({ code: 'refused' });
});

it('follows no redirect to another address', async () => {
  // Itself it is not replaced: it would call itself.
  const agent = Object.assign(new Agent(), { dispatch: Agent.prototype.dispatch });
  const network = new MockAgent({ agent });
  const host = (origin: string) => network.get(origin).intercept({ path: '/' });
  host('https://calendar.example').reply(302, '', { headers: { location: 'https://10.0.0.7/' } });
  host('https://10.0.0.7').reply(200, JSON.stringify(JSON_HOURS));
  vi.spyOn(Agent.prototype, 'dispatch').mockImplementation((options, handler) => network.dispatch(options, handler));
  expect(await failureOf(createFeedReader()('https://calendar.example/'))).toEqual({ code: 'refused' });
  expect(network.pendingInterceptors()).toMatchObject([{ origin: 'https://10.0.0.7' }]);
});

import { afterAll, beforeEach, expect, it } from 'vitest';
import type { FoundHours, HoursFeed } from '#contract/hours/hours-feeds.ts';
import { todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { readDueHoursFeeds } from './due-feeds.ts';
import { FeedError, type FeedFailure } from './feed-error.ts';
import type { HoursFeedDeps } from './hours-feeds.ts';

let answer: Partial<FoundHours> | FeedFailure = {};
let whileReading: () => Promise<unknown> | undefined = () => undefined;
const readHoursFeed = async () => {
  const read = answer;
  await whileReading();
  return toFound(read);
};
const toFound = (answer: Partial<FoundHours> | FeedFailure) => {
  if ('code' in answer) throw new FeedError(answer);
  return { format: 'calendar', hours: null, specialHours: [], skipped: [], ...answer } as FoundHours;
};
const api = await createTestApi({ readHoursFeed });
afterAll(api.close);
const { db } = api;

const URL = 'https://calendar.example/hours.ics';
const inDays = (days: number) => toIsoDate(todayInLosAngeles() + days);
const closed = (...days: number[]) => days.map((day) => ({ on: inDays(day), hours: 'closed' as const }));
const late = (day: number) => ({ on: inDays(day), hours: [{ opens: '20:00', closes: '23:00' }] });

let owner: Visitor;
let ownerId: number;
let id: number;
beforeEach(async () => {
  answer = {};
  emails.length = 0;
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  ({ id: ownerId } = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
  ({ id } = await makeListing(db, {
    owner_id: ownerId,
    special_hours: JSON.stringify([{ on: '12-25', hours: 'closed' }]),
  }));
});

const path = (action = '') => `/api/user/ads/${id}/hours-feed${action}`;
const feedOf = ({ body }: { body: { feed: HoursFeed } }) => body.feed;
const save = async (url = URL) => feedOf(await owner.send('PUT', path(), { url }));
const turnOn = () => owner.post(path('/turn-on'));
const check = async () => feedOf(await owner.post(path('/check')));
const specialHours = async () => (await owner.get(`/api/user/ads/${id}`)).body.form.specialHours;
const christmas = { on: '12-25', hours: 'closed' };
const emails: Email[] = [];
const deps = {
  ...{ db, gazetteer: await openGazetteer(db), readHoursFeed },
  jobs: { enqueueEmail: async (_: unknown, sent: Email | Email[]) => void emails.push(...[sent].flat()) },
  site: { name: 'SoCal Local', origin: 'https://socal.example' },
} as unknown as HoursFeedDeps;

it('what was read is shown before the listing gets it', async () => {
  answer = { specialHours: closed(3), skipped: [{ date: inDays(5), title: 'Party', reason: 'unclear' }] };
  const feed = await save('  webcal://calendar.example/hours.ics ');
  expect(feed).toMatchObject({ url: URL, enabled: false, error: null });
  expect(feed.found?.result.specialHours).toEqual([christmas, ...closed(3)]);
  expect(feed.found?.skipped).toEqual([{ date: inDays(5), title: 'Party', reason: 'unclear' }]);
  expect(await specialHours()).toEqual([christmas]);
  expect(feedOf(await turnOn()).enabled).toBe(true);
  expect(await specialHours()).toEqual([christmas, ...closed(3)]);
});

it('the address owns the days that it names: others stay, and those that it names no more go', async () => {
  answer = { specialHours: closed(3, 4) };
  await save();
  await turnOn();
  // By hand: another day, no Christmas, and other hours on a day of the address.
  await owner.send('PUT', `/api/user/ads/${id}/hours`, { specialHours: [late(9), ...closed(3), late(4)] });
  answer = { specialHours: [...closed(4), late(5)] };
  await check();
  expect(await specialHours()).toEqual([late(9), ...closed(4), late(5)]);
});

it('a day that the owner has every year stays, and is named', async () => {
  const year = new Date().getFullYear();
  const date = [`${year}-12-25`, `${year + 1}-12-25`].find((day) => day > inDays(0)) as string;
  answer = { specialHours: [{ on: date, hours: 'all-day' }] };
  const { found } = await save();
  expect(found?.result.specialHours).toEqual([christmas]);
  expect(found?.skipped).toEqual([{ date, title: '', reason: 'every-year' }]);
});

it('JSON gives the week too: days that it leaves out stay', async () => {
  await owner.send('PUT', `/api/user/ads/${id}/hours`, { hours: { monday: 'closed', tuesday: 'all-day' } });
  const hours = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, null]),
  );
  answer = { format: 'json', hours: { ...hours, monday: 'all-day' } as FoundHours['hours'] };
  await save();
  await turnOn();
  expect((await api.get(`/api/ads/${id}`)).body.hours).toEqual({ ...hours, monday: 'all-day', tuesday: 'all-day' });
});

it('says why it could not be read, keeps what it said, and cannot be turned on before it said anything', async () => {
  answer = { code: 'status', detail: '404' };
  expect(await save()).toMatchObject({ error: 'There’s nothing at this address (404).', found: null });
  expect((await turnOn()).status).toBe(409);
  answer = { specialHours: closed(3) };
  expect(await check()).toMatchObject({ error: null, enabled: false });
  expect(await specialHours()).toEqual([christmas]);
  await turnOn();
  answer = { code: 'too-large' };
  expect(await check()).toMatchObject({ error: 'It’s larger than 1 MB.', enabled: true });
  expect(await specialHours()).toEqual([christmas, ...closed(3)]);
});

it('is read daily; after three days that failed the owner gets one email, and another after it worked again', async () => {
  answer = { specialHours: closed(3) };
  await save();
  await turnOn();
  const nextDay = async () => {
    await db
      .updateTable('hours_feeds')
      .set({ next_check_at: new Date(Date.now() - 1000) })
      .execute();
    await readDueHoursFeeds(deps);
  };
  answer = { specialHours: closed(4) };
  await readDueHoursFeeds(deps);
  expect(await specialHours()).toEqual([christmas, ...closed(3)]);
  await nextDay();
  expect(await specialHours()).toEqual([christmas, ...closed(4)]);
  answer = { code: 'unreachable' };
  const counts: number[] = [];
  for (let day = 0; day < 5; day++) {
    await nextDay();
    counts.push(emails.length);
  }
  expect(counts).toEqual([0, 0, 1, 1, 1]);
  answer = { specialHours: closed(4) };
  await nextDay();
  answer = { code: 'unreachable' };
  await nextDay();
  await nextDay();
  expect(emails).toHaveLength(1);
  await nextDay();
  expect(emails).toHaveLength(2);
  expect(emails[0]).toMatchObject({
    to: 'owner@mail.example',
    text: expect.stringMatching(/didn’t answer in time[\s\S]*\/account\/ads\/\d+\/edit#hours-feed/),
  });
});

it('what was read is no answer of an address that the owner gave meanwhile', async () => {
  answer = { specialHours: closed(3) };
  await save();
  whileReading = () => {
    whileReading = () => undefined;
    answer = { specialHours: closed(5) };
    return save('https://calendar.example/next.ics');
  };
  const { url, found } = await check();
  expect(url).toBe('https://calendar.example/next.ics');
  expect(found?.specialHours).toEqual(closed(5));
});

it('the address of a suspended owner is not read', async () => {
  answer = { specialHours: closed(3) };
  await save();
  await turnOn();
  await db.updateTable('listings').set({ owner_suspended: true }).execute();
  await db
    .updateTable('hours_feeds')
    .set({ next_check_at: new Date(0) })
    .execute();
  let reads = 0;
  await readDueHoursFeeds({ ...deps, readHoursFeed: async () => toFound({ specialHours: closed(++reads) }) });
  expect(reads).toBe(0);
});

it('turned off, the hours stay; of another owner the listing follows nothing', async () => {
  answer = { specialHours: closed(3) };
  await save();
  await turnOn();
  expect((await owner.send('DELETE', path())).body).toEqual({ feed: null });
  expect(await specialHours()).toEqual([christmas, ...closed(3)]);
  await save();
  await turnOn();
  const next = await makeAccount(db);
  await db.updateTable('listings').set({ owner_id: next.id }).where('id', '=', id).execute();
  await db
    .updateTable('hours_feeds')
    .set({ next_check_at: new Date(0) })
    .execute();
  answer = { specialHours: closed(7) };
  await readDueHoursFeeds(deps);
  expect(await db.selectFrom('hours_feeds').selectAll().execute()).toEqual([]);
  const stored = await db.selectFrom('listings').select('special_hours').where('id', '=', id).executeTakeFirstOrThrow();
  expect(stored.special_hours).toEqual([christmas, ...closed(3)]);
});

it.each([
  'http://calendar.example/a.ics',
  'https://calendar',
  'https://calendar.example:8443/',
  'https://me:secret@calendar.example/',
  'ftp://x.example/',
  '',
])('refuses %s', async (url) => {
  const { status, body } = await owner.send('PUT', path(), { url });
  expect([status, body.issues[0].message]).toEqual([400, 'Enter an address that begins with https:// or webcal://']);
});

import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type Visitor } from '../../tests/api.ts';
import { createTestDatabase } from '../../tests/database.ts';
import { makeAccount, makeListing } from '../db/factories.ts';
import { dayOf } from './day.ts';
import { openViews, type Visit } from './views.ts';
import { forgetVisitors } from './visitor.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

let listing: Awaited<ReturnType<typeof makeListing>>;
beforeEach(async () => {
  listing = await makeListing(db);
});

type Api = Awaited<ReturnType<typeof createTestApi>>;

/** What a program does with visitors until it closes, which it writes everything for. */
async function during(visiting: (api: Api) => Promise<unknown>) {
  const api = await createTestApi({ database });
  await visiting(api).finally(api.close);
}

const visit = (visitor: Visitor, id = listing.id, headers: Record<string, string> = {}) =>
  visitor.send('POST', `/api/ads/${id}/views`, undefined, { 'user-agent': FIREFOX, ...headers });

async function views(id = listing.id): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(views), 0)::int as views from listing_days where listing_id = ${id}`.execute(db);
  return rows[0]?.views ?? 0;
}

describe('A visit to a listing’s page', () => {
  it('counts', async () => {
    await during(async (api) => {
      const { status, body } = await visit(api.visitor());
      expect([status, body]).toEqual([204, '']);
    });
    expect(await views()).toBe(1);
  });

  it('counts within a second or so, while the program runs', async () => {
    await during(async (api) => {
      await visit(api.visitor());
      await expect.poll(() => views(), { timeout: 5000 }).toBe(1);
      await visit(api.visitor());
      await expect.poll(() => views(), { timeout: 5000 }).toBe(2);
    });
  });

  it('counts once for a visitor and day, in whatever process, and once for each listing', async () => {
    const other = await makeListing(db);
    const visitTwice = (api: Api) =>
      Promise.all([listing.id, listing.id, other.id].map((id) => visit(api.visitor('198.51.100.7'), id)));
    await during(visitTwice);
    await Promise.all([during(visitTwice), during(visitTwice)]);
    expect([await views(), await views(other.id)]).toEqual([1, 1]);
  });

  it.each<[string, Record<string, string>]>([
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['a browser without a screen', { 'user-agent': FIREFOX.replace('Firefox', 'HeadlessChrome') }],
    ['nobody by name', { 'user-agent': '' }],
    ['a browser that looks ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ])('does not count of %s', async (_who, headers) => {
    await during((api) => visit(api.visitor(), listing.id, headers));
    expect(await views()).toBe(0);
  });

  it('does not count of the owner and the administrator; of anybody else who is signed in it does', async () => {
    const other = await makeAccount(db);
    const administrator = await makeAccount(db, { id: 1 });
    await during(async (api) => {
      await visit(await api.visitorOf(listing.owner_id as number));
      await visit(await api.visitorOf(administrator.id));
    });
    expect(await views()).toBe(0);
    await during(async (api) => visit(await api.visitorOf(other.id)));
    expect(await views()).toBe(1);
  });

  it.each([
    ['is paused', { status: 'paused' }],
    ['is a draft', { status: 'draft' }],
    ['is hidden', { status: 'hidden' }],
    ['has expired', { expires_at: new Date(Date.now() - 1000) }],
    ['is of a suspended owner', { owner_suspended: true }],
  ] as const)('does not count where the listing %s', async (_how, overrides) => {
    const unseen = await makeListing(db, overrides);
    await during(async (api) => {
      expect((await visit(api.visitor(), unseen.id)).status).toBe(204);
      await visit(api.visitor(), 987_654_321);
    });
    expect(await views(unseen.id)).toBe(0);
  });

  it('is no visit when its address is none', async () => {
    await during(async (api) => {
      expect((await api.visitor().post('/api/ads/irvine/views')).status).toBe(400);
      expect((await api.visitor().post('/api/ads/9e99/views')).status).toBe(400);
    });
  });
});

describe('A script that makes up visits', () => {
  it('from one address is at most four visitors of a listing', async () => {
    await during((api) =>
      Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          visit(api.visitor('198.51.100.8'), listing.id, { 'user-agent': `${FIREFOX} ${i}` }),
        ),
      ),
    );
    expect(await views()).toBeGreaterThan(1);
    expect(await views()).toBeLessThanOrEqual(4);
  });

  it('from one address visits at most 30 listings a minute', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push((await makeListing(db)).id);
    await during((api) => Promise.all(ids.map((id) => visit(api.visitor('2001:db8:1:2::7'), id))));
    const counted = await Promise.all(ids.map(views));
    expect(counted.reduce((sum, one) => sum + one)).toBe(30);
  });
});

describe('A day', () => {
  it.each([
    ['2026-01-15T07:59:59Z', '2026-01-14'],
    ['2026-01-15T08:00:00Z', '2026-01-15'],
    // The day of 23 hours.
    ['2026-03-08T07:59:59Z', '2026-03-07'],
    ['2026-03-08T08:00:00Z', '2026-03-08'],
    ['2026-03-09T06:59:59Z', '2026-03-08'],
    ['2026-03-09T07:00:00Z', '2026-03-09'],
    // The day of 25 hours.
    ['2026-11-01T06:59:59Z', '2026-10-31'],
    ['2026-11-01T07:00:00Z', '2026-11-01'],
    ['2026-11-02T07:59:59Z', '2026-11-01'],
    ['2026-11-02T08:00:00Z', '2026-11-02'],
  ])('is that of Los Angeles: %s is on %s', (time, day) => {
    expect(dayOf(new Date(time))).toBe(day);
  });

  it('counts a visitor anew when it begins, and forgets those of the day before', async () => {
    const counting = openViews({ db, log: {} as never });
    const visitAt = (time: string): Visit => ({
      listingId: listing.id,
      at: new Date(time),
      address: '198.51.100.9',
      agent: IPHONE,
      accountId: null,
    });
    for (const time of ['2026-03-09T06:59:58Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'])
      counting.count(visitAt(time));
    await counting.close();
    const { rows } = await sql`
      select day::text, views from listing_days where listing_id = ${listing.id} order by day`.execute(db);
    expect(rows).toEqual([
      { day: '2026-03-08', views: 1 },
      { day: '2026-03-09', views: 1 },
    ]);

    await forgetVisitors(db, new Date('2026-03-09T07:07:00Z'));
    for (const table of ['visitor_salts', 'visitors']) {
      const left = await sql<{ day: string }>`
        select distinct day::text from ${sql.table(table)} where day < '2026-03-10' order by 1`.execute(db);
      expect(left.rows).toEqual([{ day: '2026-03-09' }]);
    }
    expect(await views()).toBe(2);
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeadSource } from '#contract/conversations/lead-source.ts';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { aggregateAllEvents } from '#tests/support/analytics.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

let ownerId: number;
let owner: Visitor;
let other: Visitor;
let administrator: Visitor;

beforeEach(async () => {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('accounts').execute();
  ownerId = (await makeAccount(db)).id;
  owner = await api.signedInVisitor(ownerId);
  other = await api.signedInVisitor((await makeAccount(db)).id);
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1, email: null })).id);
});
afterEach(() => vi.useRealTimers());

const createListing = (overrides: ListingOverrides = {}) =>
  makeListing(db, { owner_id: ownerId, level: 'premium', created_at: '2026-01-05T20:00:00Z', ...overrides });
const PAST = new Date(Date.now() - 86_400_000);

/** Sets the clock of the program; the clock of the database is unchanged. */
const setClock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

describe.each(['views', 'analytics', 'analytics.csv'])('GET /api/ads/{id}/%s', (which) => {
  const gone = "The ad you're looking for doesn't exist or has been removed.";
  const unpaid = 'Analytics are only available for premium listings.';
  const strangers = 'Only a listing’s owner can see its analytics.';

  it.each<[string, ListingOverrides, mine: number, others: number]>([
    ['premium', {}, 200, 403],
    ['enhanced', { level: 'enhanced' }, 200, 403],
    ['paused, while it is paid for', { status: 'paused' }, 200, 404],
    ['expired, while it is paid for', { expires_at: PAST }, 200, 404],
    ['hidden, while it is paid for', { status: 'hidden' }, 200, 404],
    ['deleted a moment ago, while it is paid for', { status: 'deleted' }, 200, 404],
    ['deleted long ago', { status: 'deleted', deleted_at: '2026-01-01' }, 404, 404],
    ['free', { level: 'free' }, 402, 403],
    ['paid for no more', { paid_until: PAST }, 402, 403],
    ['a draft', { level: 'free', status: 'draft' }, 402, 404],
    ['nobody’s', { origin: 'import', owner_id: null }, 403, 403],
  ])('of a listing that is %s', async (_what, overrides, mine, others) => {
    const { id } = await createListing(overrides);
    const url = `/api/ads/${id}/${which}`;
    const statuses = [];
    for (const visitor of [owner, other, administrator, api.visitor()]) {
      const { status, body } = await visitor.get(url);
      statuses.push(status);
      if (status >= 400)
        expect(body.message).toBe(
          { 401: 'Please sign in to continue.', 402: unpaid, 403: strangers, 404: gone }[status as 401],
        );
    }
    expect(statuses).toEqual([mine, others, 200, 401]);
  });

  it('of a missing listing', async () => {
    const { id } = await createListing();
    await db.deleteFrom('listings').execute();
    for (const visitor of [owner, administrator]) {
      const { status, body } = await visitor.get(`/api/ads/${id}/${which}`);
      expect([status, body.message]).toEqual([404, gone]);
    }
    expect((await owner.get(`/api/ads/irvine/${which}`)).status).toBe(404);
  });
});

describe('The metrics of a listing', () => {
  const readMetrics = async (id: number, query = '?from=2026-03-01&to=2026-03-31') => {
    const { status, body } = await owner.get(`/api/ads/${id}/analytics${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  it('are zero where nothing was measured', async () => {
    const { id } = await createListing({ created_at: '2026-03-20T20:00:00Z' });
    const nothing = { views: 0, impressions: 0, websiteClicks: 0, phoneClicks: 0, mapClicks: 0, shares: 0 };
    expect(await readMetrics(id, '?from=2026-03-30&to=2026-03-31')).toEqual({
      ad: { id, title: 'Golden Hour Plumbing', createdAt: '2026-03-20T20:00:00.000Z', isPublic: true, locationId: 3 },
      from: '2026-03-30',
      to: '2026-03-31',
      countedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lifetimeViews: 0,
      total: { ...nothing, averageSeconds: null, clickRate: null },
      before: { ...nothing, averageSeconds: null, clickRate: null },
      days: [
        { date: '2026-03-30', ...nothing },
        { date: '2026-03-31', ...nothing },
      ],
      hours: Array.from({ length: 24 }, (_, hour) => ({ hour, views: 0 })),
      devices: [],
      languages: [],
      locations: [],
      sources: [],
      leads: [],
      leftOut: { bots: 0, own: 0 },
    });
  });

  it('are summed over the requested days and over as many days before', async () => {
    const { id } = await createListing();
    await makeDailyMetrics(db, id, '2026-02-21', { views: 1000 });
    await makeDailyMetrics(db, id, '2026-02-22', { views: 4, shares: 2, stays: 1, stay_seconds: 30 });
    await makeDailyMetrics(db, id, '2026-02-28', { views: 6, impressions: 70, own_views: 9 });
    await makeDailyMetrics(db, id, '2026-03-01', {
      views: 10,
      impressions: 100,
      website_clicks: 2,
      phone_clicks: 3,
      stays: 2,
    });
    await makeDailyMetrics(db, id, '2026-03-07', { views: 30, map_clicks: 4, shares: 1, stays: 4, stay_seconds: 90 });
    await makeDailyMetrics(db, id, '2026-03-03', { bot_views: 8, own_views: 5 });
    await makeDailyMetrics(db, id, '2026-03-08', { views: 2000, bot_views: 50 });
    await makeDailyMetrics(db, (await createListing()).id, '2026-03-03', { views: 7, bot_views: 7 });
    const body = await readMetrics(id, '?from=2026-03-01&to=2026-03-07');
    expect(body.total).toEqual({
      views: 40,
      impressions: 100,
      websiteClicks: 2,
      phoneClicks: 3,
      mapClicks: 4,
      shares: 1,
      averageSeconds: 15,
      clickRate: 0.05,
    });
    expect(body.before).toMatchObject({ views: 10, impressions: 70, shares: 2, averageSeconds: 30, clickRate: 0 });
    expect(body.lifetimeViews).toBe(3050);
    expect(body.leftOut).toEqual({ bots: 8, own: 5 });
    expect(body.days.map(({ views }: { views: number }) => views)).toEqual([10, 0, 0, 0, 0, 0, 30]);
  });

  it('counts the conversations that were received, by source and by day in Los Angeles', async () => {
    await db.deleteFrom('conversations').execute();
    const { id } = await createListing();
    const receive = (source: LeadSource, opened_at: string) =>
      makeConversation(db, { listing_id: id, source, opened_at });
    await receive('search', '2026-03-01T08:00:00Z');
    await receive('search', '2026-03-08T07:59:00Z');
    await receive('listing', '2026-03-05T12:00:00Z');
    await receive('listing', '2026-03-01T07:59:00Z');
    await receive('listing', '2026-03-08T08:00:00Z');
    await makeConversation(db, { listing_id: id, status: 'unconfirmed' });
    await makeConversation(db, { listing_id: (await createListing()).id, opened_at: '2026-03-05T12:00:00Z' });
    expect((await readMetrics(id, '?from=2026-03-01&to=2026-03-07')).leads).toEqual([
      { source: 'search', count: 2 },
      { source: 'listing', count: 1 },
    ]);
  });

  it.each([
    ['2026-02-22T07:59:00Z', '2026-02-21 in Los Angeles', true],
    ['2026-02-23T07:59:00Z', '2026-02-22 in Los Angeles', true],
    ['2026-02-23T08:01:00Z', '2026-02-23 in Los Angeles', false],
  ])('are compared for a listing of %s (%s): %s', async (created_at, _day, isCompared) => {
    const { id } = await createListing({ created_at });
    expect((await readMetrics(id, '?from=2026-03-01&to=2026-03-07')).before !== null).toBe(isCompared);
  });

  it('have the hours of the day, and the most frequent devices and places first', async () => {
    const { id } = await createListing();
    await makeDailyMetrics(db, id, '2026-03-02', {
      views: 9,
      hour: { 0: 2, 9: 4, 23: 3 },
      device: { iOS: 4, Windows: 5 },
      language: { en: 3, es: 5, Unknown: 1 },
      origin: { Irvine: 4, Unknown: 5 },
    });
    await makeDailyMetrics(db, id, '2026-03-09', {
      views: 6,
      hour: { 9: 6 },
      device: { iOS: 6 },
      origin: { Irvine: 1, Tustin: 5 },
    });
    await makeDailyMetrics(db, id, '2026-04-01', {
      views: 9,
      hour: { 9: 9 },
      device: { Mac: 9 },
      origin: { Fresno: 9 },
    });
    const { hours, devices, languages, locations } = await readMetrics(id);
    expect(hours).toHaveLength(24);
    expect(hours.filter(({ views }: { views: number }) => views > 0)).toEqual([
      { hour: 0, views: 2 },
      { hour: 9, views: 10 },
      { hour: 23, views: 3 },
    ]);
    expect(devices).toEqual([
      { name: 'iOS', value: 10 },
      { name: 'Windows', value: 5 },
    ]);
    expect(languages).toEqual([
      { name: 'es', value: 5 },
      { name: 'en', value: 3 },
      { name: 'Unknown', value: 1 },
    ]);
    expect(locations).toEqual([
      { name: 'Irvine', value: 5 },
      { name: 'Tustin', value: 5 },
      { name: 'Unknown', value: 5 },
    ]);
  });

  const places = { A: 80, B: 70, C: 60, D: 50, E: 40, F: 30, G: 20, H: 10 };
  it.each([
    ['five and the others', places, 'A 80, B 70, C 60, D 50, E 40, Other places 60'],
    ['six', { A: 80, B: 70, C: 60, D: 50, E: 40, F: 30 }, 'A 80, B 70, C 60, D 50, E 40, F 30'],
    [
      'four, the others and those not known',
      { ...places, Unknown: 90 },
      'A 80, B 70, C 60, D 50, Other places 100, Unknown 90',
    ],
  ])('name as many places as the chart has colors: %s', async (_what, origin, expected) => {
    const { id } = await createListing();
    await makeDailyMetrics(db, id, '2026-03-02', { origin });
    const { locations } = await readMetrics(id);
    const labels = locations.map(({ name, value }: { name: string; value: number }) => `${name} ${value}`);
    expect(labels.join(', ')).toBe(expected);
  });

  it('have every day once when clocks change', async () => {
    const { id } = await createListing();
    await makeDailyMetrics(db, id, '2026-03-08', { views: 3 });
    await makeDailyMetrics(db, id, '2026-11-01', { views: 5 });
    for (const [from, day, to, views] of [
      ['2026-03-07', '2026-03-08', '2026-03-09', 3],
      ['2026-10-31', '2026-11-01', '2026-11-02', 5],
    ]) {
      setClock('2026-12-01T12:00:00Z');
      const { days, total } = await readMetrics(id, `?from=${from}&to=${to}`);
      expect(days.map(({ date }: { date: string }) => date)).toEqual([from, day, to]);
      expect(total.views).toBe(views);
    }
  });

  it('cover the 30 days until today in Los Angeles by default', async () => {
    const { id } = await createListing();
    setClock('2026-03-11T06:30:00Z');
    expect(await readMetrics(id, '')).toMatchObject({ from: '2026-02-09', to: '2026-03-10' });
    expect(await readMetrics(id, '?to=2026-03-01')).toMatchObject({ from: '2026-01-31', to: '2026-03-01' });
    expect(await readMetrics(id, '?from=2026-03-10')).toMatchObject({ from: '2026-03-10', to: '2026-03-10' });
  });

  it.each([
    ['from=2026-03-02&to=2026-03-01', 'from', 'The start date must be on or before the end date.'],
    ['from=2026-03-01&to=2026-03-12', 'to', 'There’s no data for future dates.'],
    ['from=2026-03-12', 'from', 'There’s no data for future dates.'],
    ['from=2025-03-10&to=2026-03-11', 'from', 'Request 366 days or fewer at once.'],
    ['to=0000-01-01', 'to', 'There’s no data before 2000-01-01.'],
    ['from=2026-02-30', 'from', 'Enter a date such as 2026-03-08'],
    ['from=yesterday', 'from', 'Enter a date such as 2026-03-08'],
    ['to=', 'to', 'Enter a date such as 2026-03-08'],
  ])('are refused for ?%s', async (query, path, message) => {
    const { id } = await createListing();
    setClock('2026-03-11T20:00:00Z');
    for (const which of ['analytics', 'analytics.csv']) {
      const { status, body } = await owner.get(`/api/ads/${id}/${which}?${query}`);
      expect([status, body.issues]).toEqual([400, [{ path, message }]]);
    }
  });

  it('are available for 366 days', async () => {
    const { id } = await createListing();
    setClock('2026-03-11T20:00:00Z');
    expect((await readMetrics(id, '?from=2025-03-11&to=2026-03-11')).days).toHaveLength(366);
  });

  it('are available as CSV with a line for each day, without text of users', async () => {
    const { id } = await createListing({ title: '=HYPERLINK("https://evil.example"),"' });
    await makeDailyMetrics(db, id, '2026-03-02', {
      views: 9,
      impressions: 80,
      website_clicks: 1,
      origin: { '=1+1': 9 },
    });
    await makeDailyMetrics(db, id, '2026-03-03', { phone_clicks: 2, map_clicks: 3, shares: 4 });
    // On March 2 in Los Angeles.
    await makeConversation(db, { listing_id: id, opened_at: '2026-03-03T07:59:00Z' });
    await makeConversation(db, { listing_id: id, opened_at: '2026-03-04T08:00:00Z' });
    const { headers, body } = await owner.get(`/api/ads/${id}/analytics.csv?from=2026-03-01&to=2026-03-03`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe(`attachment; filename="listing-${id}-2026-03-01-to-2026-03-03.csv"`);
    expect(body).toBe(
      [
        'Day,Views,Impressions,Website clicks,Phone clicks,Map clicks,Shares,Messages',
        '2026-03-01,0,0,0,0,0,0,0',
        '2026-03-02,9,80,1,0,0,0,1',
        '2026-03-03,0,0,0,2,3,4,0',
        '',
      ].join('\r\n'),
    );
  });
});

describe('What is not in the totals yet', () => {
  const event = (listing_id: number, kind: 'view' | 'phone' | 'stay' | 'impression', more: object = {}) => ({
    listing_id,
    at: '2026-03-02T18:30:00Z',
    kind,
    ...(kind === 'stay' && { seconds: 30 }),
    ...more,
  });

  it('is in the views of the list of one’s listings, and once when it is', async () => {
    const { id } = await createListing();
    const at = new Date();
    await db
      .insertInto('events')
      .values([event(id, 'view', { at }), event(id, 'view', { at, who: 'bot' }), event(id, 'phone', { at })])
      .execute();
    const readViews = async () =>
      (await owner.get('/api/user/ads')).body.find((own: { id: number }) => own.id === id)?.views;
    expect(await readViews()).toBe(1);
    await aggregateAllEvents(db);
    expect(await readViews()).toBe(1);
    await sql`delete from events`.execute(db);
  });

  it('is in all numbers of the page, and once when it is', async () => {
    const { id } = await createListing();
    const another = await createListing();
    await makeDailyMetrics(db, id, '2026-03-02', { views: 2 });
    const place = { device: 'Android', origin: 'Irvine' };
    await db
      .insertInto('events')
      .values([
        event(id, 'view', place),
        event(id, 'view', { at: '2026-03-03T18:30:00Z' }),
        event(id, 'view', { at: '2026-02-01T18:30:00Z' }),
        event(id, 'view', { who: 'bot' }),
        event(id, 'view', { who: 'owner' }),
        event(id, 'phone'),
        event(id, 'stay'),
        event(another.id, 'view'),
      ])
      .execute();
    const read = async () => {
      const { countedAt: _now, ...metrics } = (
        await owner.get(`/api/ads/${id}/analytics?from=2026-03-01&to=2026-03-03`)
      ).body;
      return { metrics, csv: (await owner.get(`/api/ads/${id}/analytics.csv?from=2026-03-01&to=2026-03-03`)).body };
    };
    const before = await read();
    expect(before.metrics).toMatchObject({
      lifetimeViews: 5,
      total: { views: 4, phoneClicks: 1, averageSeconds: 30 },
      days: [{ views: 0 }, { views: 3, phoneClicks: 1 }, { views: 1 }],
      devices: expect.arrayContaining([{ name: 'Android', value: 1 }]),
      locations: expect.arrayContaining([{ name: 'Irvine', value: 1 }]),
      leftOut: { bots: 1, own: 1 },
    });
    expect(before.metrics.hours[10]).toEqual({ hour: 10, views: 2 });
    expect(before.csv).toContain('2026-03-02,3,');
    await aggregateAllEvents(db);
    expect(await read()).toEqual(before);
    await sql`delete from events`.execute(db);
  });
});

describe('The views of a listing', () => {
  const view = (listing_id: number, time: string, more: object = {}) => ({
    listing_id,
    at: time,
    kind: 'view' as const,
    network: '203.0.113.0/24',
    device: 'iOS' as const,
    device_kind: 'Phone' as const,
    county: 'Orange County',
    ...more,
  });

  it('are listed newest first, in pages, without those of bots and of the owner', async () => {
    const { id } = await createListing();
    const another = await createListing();
    await db
      .insertInto('events')
      .values([
        view(id, '2026-03-01T08:00:00Z', { county: null }),
        view(id, '2026-03-01T08:00:00Z', { device: 'Windows', device_kind: 'Computer', network: '2001:db8:1::/48' }),
        view(id, '2026-03-02T08:00:00Z', { device: null, device_kind: null, county: null, network: null }),
        view(id, '2026-03-03T08:00:00Z', { who: 'bot' }),
        view(id, '2026-03-03T08:00:00Z', { who: 'owner' }),
        view(id, '2026-03-03T08:00:00Z', { who: 'administrator' }),
        { listing_id: id, at: '2026-03-03T08:00:00Z', kind: 'phone' },
        view(another.id, '2026-03-03T08:00:00Z'),
      ])
      .execute();
    const first = await owner.get(`/api/ads/${id}/views?limit=2`);
    const [, next = ''] = /<(.*)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await owner.get(next);
    expect(second.headers.link).toBeUndefined();
    expect([...first.body, ...second.body]).toEqual([
      { viewedAt: '2026-03-02T08:00:00.000Z', userAgent: '', device: 'Unknown', ipAddress: null, county: null },
      {
        viewedAt: '2026-03-01T08:00:00.000Z',
        userAgent: 'Windows NT',
        device: 'Windows',
        ipAddress: '2001:db8:1::/48',
        county: 'Orange County',
      },
      {
        viewedAt: '2026-03-01T08:00:00.000Z',
        userAgent: 'iPhone; iOS',
        device: 'iOS',
        ipAddress: '203.0.113.0/24',
        county: null,
      },
    ]);
    await sql`delete from events`.execute(db);
  });

  const DEVICES = ['iOS', 'Android', 'Windows', 'Mac', 'Other', 'Unknown'] as const;
  const KINDS = ['Phone', 'Tablet', 'Computer', null] as const;
  it('tell six classes of devices by the words that programs look for, in any order', async () => {
    const { id } = await createListing();
    const rows = DEVICES.flatMap((device) =>
      KINDS.map((device_kind) => view(id, '2026-03-01T08:00:00Z', { device, device_kind })),
    );
    await db.insertInto('events').values(rows).execute();
    const { body } = await owner.get(`/api/ads/${id}/views?limit=100`);
    expect(body).toHaveLength(24);
    const patterns = { iOS: /iphone|ipad|ipod|ios/i, Android: /android/i, Windows: /win/i, Mac: /mac/i };
    for (const { userAgent, device } of body) {
      const found = Object.entries(patterns).flatMap(([name, pattern]) => (pattern.test(userAgent) ? [name] : []));
      expect(userAgent ? (found[0] ?? 'Other') : 'Unknown', userAgent).toBe(device);
      expect(found.length).toBeLessThan(2);
    }
    await sql`delete from events`.execute(db);
  });

  it.each(['limit=0', 'limit=101', 'cursor=abc'])('are refused for ?%s', async (query) => {
    const { id } = await createListing();
    expect((await owner.get(`/api/ads/${id}/views?${query}`)).status).toBe(400);
  });
});

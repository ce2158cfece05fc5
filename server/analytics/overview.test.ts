import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { getTrend } from './trend.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
afterEach(() => vi.useRealTimers());

let administrator: Visitor;
beforeAll(async () => {
  // Created outside the days of the tests.
  const { id } = await makeAccount(db, { id: 1, email: null, created_at: '2025-06-01T12:00:00Z' });
  administrator = await api.signedInVisitor(id);
});

const overview = async (query = '?from=2026-03-01&to=2026-03-03') => {
  const { status, body } = await administrator.get(`/api/admin/overview${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

it('a site without events has zeros for every day', async () => {
  const nothing = { pageViews: 0, visitors: 0, listingViews: 0, newListings: 0, importedListings: 0, newAccounts: 0 };
  const noMoney = { payments: 0, paidCents: 0, refundedCents: 0 };
  expect(await overview('?from=2025-07-07&to=2025-07-09')).toMatchObject({
    from: '2025-07-07',
    to: '2025-07-09',
    days: ['2025-07-07', '2025-07-08', '2025-07-09'].map((date) => ({ date, ...nothing, ...noMoney })),
    topPages: [],
    slots: [],
    requests: { all: 0, bots: 0 },
    botEvents: 0,
    droppedEvents: 0,
    refusedEvents: 0,
  });
});

it('listings are counted by their current state, each once', async () => {
  const { id: owner_id } = await makeAccount(db, { created_at: '2025-06-01T12:00:00Z' });
  const past = new Date(Date.now() - 86_400_000);
  const own = { owner_id, created_at: '2025-06-01T12:00:00Z' };
  const readCounts = async () => {
    await api.invalidate(['counts']);
    return (await overview()).listings;
  };
  const before = await readCounts();
  await makeListing(db, own);
  await makeListing(db, { ...own, level: 'enhanced' });
  await makeListing(db, { ...own, level: 'premium' });
  await makeListing(db, { ...own, level: 'premium', paid_until: past });
  await makeListing(db, { ...own, origin: 'import', owner_id: null });
  await makeListing(db, { ...own, origin: 'sample', owner_id: null, level: 'premium' });
  for (const status of ['draft', 'paused', 'hidden', 'deleted'] as const) await makeListing(db, { ...own, status });
  await makeListing(db, { ...own, status: 'paused', expires_at: past });
  await makeListing(db, { ...own, expires_at: past });
  await makeListing(db, { ...own, owner_suspended: true });
  const after = await readCounts();
  expect(Object.fromEntries(Object.keys(after).map((kind) => [kind, after[kind] - before[kind]]))).toEqual({
    active: 5,
    free: 3,
    enhanced: 1,
    premium: 1,
    unclaimed: 1,
    drafts: 1,
    paused: 2,
    hidden: 1,
    expired: 1,
  });
});

it('accounts are counted, and those suspended among them', async () => {
  const before = (await overview()).accounts;
  await makeAccount(db, { created_at: '2025-06-01T12:00:00Z' });
  await makeAccount(db, {
    created_at: '2025-06-01T12:00:00Z',
    is_active: false,
    suspended_at: new Date(),
    suspension_reason: 'Spam',
  });
  const { accounts } = await overview();
  expect([accounts.all - before.all, accounts.suspended - before.suspended]).toEqual([2, 1]);
});

it('new listings and accounts count on their day in Los Angeles, also when clocks change', async () => {
  const owners = [];
  for (const created_at of [
    '2026-03-08T07:59:59Z',
    '2026-03-08T08:00:00Z',
    '2026-03-09T06:59:59Z',
    '2026-03-09T07:00:00Z',
  ])
    owners.push(await makeAccount(db, { created_at }));
  const owner_id = owners[0]?.id;
  await makeListing(db, { owner_id, created_at: '2026-03-09T06:59:59Z' });
  await makeListing(db, { owner_id, created_at: '2026-03-09T06:59:59Z', status: 'draft', owner_suspended: true });
  await makeListing(db, { owner_id, created_at: '2026-03-09T06:59:59Z', status: 'hidden' });
  await makeListing(db, { created_at: '2026-03-09T06:59:59Z', origin: 'sample', level: 'premium' });
  for (const source_id of ['1', '2', '3'])
    await makeListing(db, { created_at: '2026-03-09T06:59:59Z', origin: 'import', source: 'register', source_id });
  const { days } = await overview('?from=2026-03-08&to=2026-03-08');
  expect(days).toMatchObject([{ date: '2026-03-08', newAccounts: 2, newListings: 2, importedListings: 3 }]);
  const around = (await overview('?from=2026-03-07&to=2026-03-09')).days;
  expect(around.map(({ newAccounts }: { newAccounts: number }) => newAccounts)).toEqual([1, 2, 1]);
});

it('amounts are those of the ledger in the running mode', async () => {
  const payment = { username: 'ana', plan: 'monthly', level: 'premium', months: 1, amount_cents: 10_000 } as const;
  const [running, other] = await db
    .insertInto('payments')
    .values([
      { ...payment, mode: 'simulated' },
      { ...payment, mode: 'live' },
    ])
    .returning('id')
    .execute();
  const entries: [string, 'charge' | 'refund' | 'refund-failed' | 'dispute', number, string?][] = [
    ['2026-03-10T20:00:00Z', 'charge', 10_000],
    ['2026-03-11T06:59:00Z', 'charge', 5000],
    ['2026-03-10T21:00:00Z', 'charge', 700, 'eur'],
    ['2026-03-11T20:00:00Z', 'refund', -4000],
    ['2026-03-11T20:00:00Z', 'dispute', -5000],
    ['2026-03-12T20:00:00Z', 'refund-failed', 4000],
  ];
  await db
    .insertInto('ledger')
    .values(
      entries.map(([at, kind, amount_cents, currency = 'usd'], i) => ({
        payment_id: (running as { id: number }).id,
        at,
        kind,
        amount_cents,
        currency,
        provider_id: `entry-${i}`,
      })),
    )
    .execute();
  const elsewhere = { payment_id: (other as { id: number }).id, at: '2026-03-11T20:00:00Z', amount_cents: 90_000 };
  await db
    .insertInto('ledger')
    .values({ ...elsewhere, kind: 'charge', provider_id: 'entry-live' })
    .execute();
  expect((await overview('?from=2026-03-10&to=2026-03-12')).days).toMatchObject([
    { payments: 2, paidCents: 15_000, refundedCents: 0 },
    { payments: 0, paidCents: 0, refundedCents: 9000 },
    { payments: 0, paidCents: 0, refundedCents: -4000 },
  ]);
});

it('visits are counted by day, and excluded ones apart', async () => {
  await sql`
    insert into site_days (day, page_views, visitors, listing_views, bot_events, requests, bot_requests, dropped_events, refused_events)
    values ('2026-02-28', 900, 900, 900, 900, 900, 900, 900, 900),
      ('2026-03-01', 30, 10, 5, 2, 100, 40, 0, 1), ('2026-03-03', 60, 20, 7, 3, 200, 50, 4, 0)`.execute(db);
  const body = await overview();
  expect(body.days).toMatchObject([
    { pageViews: 30, visitors: 10, listingViews: 5 },
    { pageViews: 0, visitors: 0, listingViews: 0 },
    { pageViews: 60, visitors: 20, listingViews: 7 },
  ]);
  expect(body).toMatchObject({
    requests: { all: 300, bots: 90 },
    botEvents: 5,
    droppedEvents: 4,
    refusedEvents: 1,
  });
});

it('the 20 most viewed pages and each ad slot are listed', async () => {
  await sql`insert into page_days (day, path, views) select '2026-03-01', '/ads/' || i, i from generate_series(1, 25) as i`.execute(
    db,
  );
  await sql`insert into page_days (day, path, views) values ('2026-03-01', '(other pages)', 500), ('2026-03-01', '/', 40),
    ('2026-03-03', '/', 2), ('2026-02-28', '/rates', 700)`.execute(db);
  await sql`insert into slot_days (day, slot, impressions, clicks) values ('2026-03-01', 'home-1', 10, 1),
    ('2026-03-03', 'home-1', 20, 2), ('2026-03-03', 'zip-banner', 5, 0), ('2026-03-04', 'home-2', 9, 9)`.execute(db);
  const { topPages, slots } = await overview();
  expect(topPages).toHaveLength(20);
  expect(topPages.slice(0, 2)).toEqual([
    { path: '/', views: 42 },
    { path: '/ads/25', views: 25 },
  ]);
  expect(slots).toEqual([
    { slot: 'home-1', impressions: 30, clicks: 3 },
    { slot: 'zip-banner', impressions: 5, clicks: 0 },
  ]);
});

it('the days end today in Los Angeles by default, and never in the future', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T06:30:00Z') });
  expect(await overview('')).toMatchObject({ from: '2026-02-09', to: '2026-03-10' });
  const { status, body } = await administrator.get('/api/admin/overview?to=2026-03-11');
  expect([status, body.message]).toEqual([400, 'There’s no data for future dates.']);
});

it('the past seven days are compared with the seven before', async () => {
  // Days that the other tests leave alone: until 2027-02-14.
  await sql`insert into site_days (day, visitors, phone_clicks)
    values ('2027-02-01', 90, 90), ('2027-02-02', 10, 1), ('2027-02-08', 5, 2), ('2027-02-09', 40, 3), ('2027-02-15', 7, 4),
      ('2027-02-16', 90, 90)`.execute(db);
  await sql`insert into page_days (day, path, views)
    values ('2027-02-08', '/search', 3), ('2027-02-10', '/search', 9), ('2027-02-10', '/', 90)`.execute(db);
  const { id: owner_id } = await makeAccount(db, { created_at: '2025-06-01T12:00:00Z' });
  const { id: listing_id } = await makeListing(db, { owner_id, created_at: '2027-02-16T07:59:59Z' });
  const lead = {
    listing_id,
    listing_title: 'A listing',
    owner_id,
    customer_name: 'Ana',
    topic: 'question',
    source: 'listing',
  } as const;
  const begin = (at: string, opened = true) => ({
    ...lead,
    request_key: crypto.randomUUID(),
    created_at: at,
    last_message_at: at,
    opened_at: opened ? at : null,
    status: opened ? ('open' as const) : ('unconfirmed' as const),
  });
  await db
    .insertInto('conversations')
    .values([begin('2027-02-09T07:59:59Z'), begin('2027-02-09T08:00:00Z'), begin('2027-02-12T08:00:00Z', false)])
    .execute();
  expect(await getTrend(db, 'simulated', new Date('2027-02-16T12:00:00Z'))).toEqual({
    from: '2027-02-09',
    to: '2027-02-15',
    visitors: { now: 47, before: 15 },
    searches: { now: 9, before: 3 },
    calls: { now: 7, before: 3 },
    leads: { now: 1, before: 1 },
    newListings: { now: 1, before: 0 },
    incomeCents: { now: 0, before: 0 },
  });
  expect((await administrator.get('/api/admin/trend')).status).toBe(200);
});

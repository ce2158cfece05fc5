import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdBooking } from '#contract/advertising/ad-bookings.ts';
import type { SlotAd } from '#contract/advertising/ad-slots.ts';
import type { AnalyticsEvent } from '#contract/events.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { aggregateAllEvents, FIREFOX, sendEvents } from '#tests/support/analytics.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody } from '#tests/support/upload.ts';
import { type OpenBooking, selectAds } from './running-ads.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'ad-bookings-'));
const api = await createTestApi({ env: { DATA_DIR } });
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});

let administrator: Visitor;
let pictureId: number;
const days: Record<'yesterday' | 'today' | 'tomorrow', string> = { yesterday: '', today: '', tomorrow: '' };
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  administrator = await api.signedInVisitor(1);
  const bytes = await sharp({ create: { width: 728, height: 90, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { status, body } = await uploadPicture(administrator, bytes);
  expect(status, JSON.stringify(body)).toBe(201);
  pictureId = body.id;
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'America/Los_Angeles')::date + n)::text as day from generate_series(-1, 1) as n`.execute(
    db,
  );
  [days.yesterday, days.today, days.tomorrow] = rows.map(({ day }) => day) as [string, string, string];
});
afterEach(async () => {
  await db.deleteFrom('ad_bookings').execute();
  await db.deleteFrom('events').execute();
  await api.invalidate(['ad-bookings']);
});

const uploadPicture = (visitor: Visitor, bytes: Buffer) =>
  visitor.send('POST', '/api/admin/pictures', toMultipartBody({ bytes }), { 'content-type': MULTIPART_CONTENT_TYPE });

const form = (fields: object = {}) => ({
  slot: 'location-top',
  advertiser: 'Poppy Bank',
  link: 'https://poppybank.example/?from=ad',
  description: 'Poppy Bank: a free account',
  pictureId,
  phonePictureId: null,
  html: null,
  counties: [],
  categories: [],
  language: null,
  weight: 1,
  priceCents: 25_000,
  firstDay: days.today,
  lastDay: days.tomorrow,
  ...fields,
});
const HTML = { pictureId: null, html: '<style>b{color:teal}</style><b>Poppy</b><script>alert(1)</script>' };

async function send(method: 'POST' | 'PUT', path: string, body: object) {
  const response = await administrator.send(method, `/api/admin/ad-bookings${path}`, body);
  for (const keys of await invalidations.takeReceived()) await api.invalidate(keys);
  return response;
}
async function add(fields: object = {}): Promise<AdBooking> {
  const { status, body } = await send('POST', '', form(fields));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.bookings.toSorted((a: AdBooking, b: AdBooking) => b.id - a.id)[0];
}
const shownOn = async (page: string): Promise<SlotAd[]> => (await api.get(`/api/slots/${page}`)).body;
const numbersOn = async (page: string) => (await shownOn(page)).map(({ booking }) => booking);

describe('A booked ad', () => {
  it('is in its slot from when it is added until it is ended', async () => {
    expect(await shownOn('location.irvine')).toEqual([]);
    const { id } = await add();
    const [ad] = await shownOn('location.irvine');
    expect(ad).toEqual({
      slot: 'location-top',
      booking: id,
      link: 'https://poppybank.example/?from=ad',
      description: 'Poppy Bank: a free account',
      picture: {
        src: expect.stringMatching(/^\/pictures\/library-[0-9a-f]{32}-640\.webp$/),
        srcSet: expect.stringContaining(' 320w, '),
        width: 728,
        height: 90,
        alt: 'Poppy Bank: a free account',
      },
      phonePicture: null,
      frame: null,
    });
    const file = await api.http.inject({ url: ad?.picture?.src ?? '' });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await send('POST', `/${id}/end`, { version: 1 })).body.bookings).toMatchObject([{ id, state: 'ended' }]);
    expect(await shownOn('location.irvine')).toEqual([]);
  });

  it('begins and ends by itself, at midnight in Los Angeles', async () => {
    const { id } = await add({ firstDay: days.tomorrow, lastDay: days.tomorrow });
    const { rows } = await sql<{ starts: string; ends: string }>`
      select first_day::timestamp at time zone 'America/Los_Angeles' as starts, (last_day + 1)::timestamp at time zone 'America/Los_Angeles' as ends
      from ad_bookings`.execute(db);
    const [row] = rows;
    const listed = (await administrator.get('/api/admin/ad-bookings')).body.bookings;
    expect(listed).toMatchObject([{ id, state: 'planned', firstDay: days.tomorrow }]);
    expect(await shownOn('location.irvine')).toEqual([]);
    const [starts, ends] = [Date.parse(String(row?.starts)), Date.parse(String(row?.ends))];
    const open = [booking({ id, startsAt: starts, endsAt: ends })];
    const at = (time: number) => selectAds({ current: open }, PAGE, time);
    expect(at(starts - 1)).toEqual({ ads: [], changesAt: starts });
    expect(at(starts)).toMatchObject({ ads: [{ booking: id }], changesAt: ends });
    expect(at(ends)).toEqual({ ads: [], changesAt: Number.POSITIVE_INFINITY });
  });

  it('is shown until its last day is over', async () => {
    const { id } = await add({ lastDay: days.today });
    const read = async () => (await administrator.get('/api/admin/ad-bookings')).body.bookings;
    expect([await numbersOn('location.irvine'), await read()]).toMatchObject([[id], [{ state: 'running' }]]);
    await db.updateTable('ad_bookings').set({ first_day: days.yesterday, last_day: days.yesterday }).execute();
    await api.invalidate(['ad-bookings']);
    expect([await numbersOn('location.irvine'), await read()]).toMatchObject([[], [{ state: 'ended' }]]);
  });

  it.each([
    ['everywhere', {}, ['location.irvine', 'location.los-angeles', 'location.phoenix']],
    ['in a county', { counties: ['orange-county'] }, ['location.irvine']],
    [
      'in two counties',
      { counties: ['orange-county', 'los-angeles-county'] },
      ['location.irvine', 'location.los-angeles'],
    ],
    ['on ZIP codes', { slot: 'zip-banner', counties: ['orange-county'] }, ['zip.92614']],
    ['at home', { slot: 'home-2' }, ['home']],
    [
      'on a category and those below',
      { slot: 'category-bottom', categories: ['home-services'] },
      ['category.home-services', 'category.plumbers', 'category.plumbers.irvine', 'category.plumbers.los-angeles'],
    ],
    [
      'on a category in a county',
      { slot: 'category-bottom', categories: ['plumbers'], counties: ['orange-county'] },
      ['category.plumbers.irvine'],
    ],
    [
      'on counties and cities',
      { slot: 'place-bottom' },
      ['county.orange-county', 'city.irvine', 'city.orange-county', 'city.balboa-island'],
    ],
    [
      'on the pages of one county and its cities',
      { slot: 'place-bottom', counties: ['orange-county'] },
      ['county.orange-county', 'city.irvine', 'city.orange-county', 'city.balboa-island'],
    ],
    ['on the pages of another county', { slot: 'place-bottom', counties: ['kern-county'] }, []],
  ])('is where it was booked: %s', async (_where, fields, pages) => {
    const { id } = await add(fields);
    const all = [
      'home',
      'location.irvine',
      'location.los-angeles',
      'location.phoenix',
      'zip.92614',
      'category.home-services',
    ];
    all.push('category.plumbers', 'category.restaurants', 'category.plumbers.irvine', 'category.plumbers.los-angeles');
    const slot = (fields as { slot?: string }).slot ?? 'location-top';
    all.push('county.orange-county', 'city.irvine', 'city.orange-county', 'city.balboa-island');
    const isOfSlot = (page: string) =>
      slot === 'place-bottom' ? /^(?:county|city)\./.test(page) : page.startsWith(slot.split('-')[0] as string);
    const shown: string[] = [];
    for (const page of all.filter(isOfSlot)) if ((await numbersOn(page)).includes(id)) shown.push(page);
    expect(shown.toSorted()).toEqual(pages.toSorted());
  });

  it('of one language is on pages of that language alone', async () => {
    const { id } = await add({ language: 'es' });
    expect(await shownOn('location.irvine')).toEqual([]);
    expect(await shownOn('location.irvine?lang=es')).toMatchObject([{ booking: id }]);
  });

  it('takes turns with others in its slot, by weight', () => {
    const current = [booking({ id: 1, weight: 3 }), booking({ id: 2 }), booking({ id: 3, slot: 'location-bottom' })];
    const minutes = Array.from({ length: 8 }, (_, minute) => selectAds({ current }, PAGE, minute * 60_000 + 1));
    expect(minutes.map(({ ads }) => ads.map(({ booking }) => booking))).toEqual(
      [1, 1, 1, 2, 1, 1, 1, 2].map((id) => [id, 3]),
    );
    expect(minutes.map(({ changesAt }) => changesAt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 60_000));
  });

  it('with HTML is a page that nothing can run in and nothing is requested from', async () => {
    const { id } = await add(HTML);
    const [ad] = await shownOn('location.irvine');
    expect(ad).toMatchObject({ picture: null, frame: `/api/ad-frames/${id}` });
    for (const visitor of [api.visitor(), administrator]) {
      const path = visitor === administrator ? `/api/admin/ad-bookings/${id}/frame` : `/api/ad-frames/${id}`;
      const { status, headers, body } = await visitor.get(path);
      expect(status).toBe(200);
      expect(body).toContain('<b>Poppy</b>');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", 'sandbox']));
      expect(policy.join()).not.toMatch(/script|allow-|https?:|'self' /);
    }
    await send('POST', `/${id}/end`, { version: 1 });
    expect((await api.get(`/api/ad-frames/${id}`)).status).toBe(404);
    const planned = await add({ ...HTML, firstDay: days.tomorrow });
    expect((await api.get(`/api/ad-frames/${planned.id}`)).status).toBe(404);
  });

  it('is counted by day, except for bots, and reported as CSV', async () => {
    const { id } = await add();
    const { id: other } = await add({ slot: 'home-1' });
    const visitor = api.visitor();
    const events = (booking: number): AnalyticsEvent[] => [
      { kind: 'slot', slot: 'location-top', booking },
      { kind: 'slot-click', slot: 'location-top', booking },
    ];
    const sent = [...events(id), ...events(id).slice(0, 1), ...events(other), ...events(999_999)];
    expect((await sendEvents(visitor, sent)).status).toBe(204);
    const automated = { events: sent, automated: true };
    expect((await visitor.send('POST', '/api/events', automated, { 'user-agent': FIREFOX })).status).toBe(204);
    await expect.poll(async () => (await db.selectFrom('events').select('id').execute()).length).toBe(14);
    await aggregateAllEvents(db);
    const { body } = await administrator.get(`/api/admin/ad-bookings/${id}/report`);
    expect(body).toEqual({ days: [{ day: days.today, impressions: 2, clicks: 1 }] });
    const csv = await administrator.get(`/api/admin/ad-bookings/${id}/report.csv`);
    expect(csv.body).toBe(`Day,Impressions,Clicks\r\n${days.today},2,1\r\n`);
    const { bookings } = (await administrator.get('/api/admin/ad-bookings')).body;
    expect(bookings.find((one: AdBooking) => one.id === id)).toMatchObject({ impressions: 2, clicks: 1 });
    // An event names another slot than that of its booking.
    expect((await administrator.get(`/api/admin/ad-bookings/${other}/report`)).body).toEqual({ days: [] });
  });

  it('is changed by whoever has its last version, and not once it has ended', async () => {
    const { id } = await add();
    const edits = await Promise.all(
      [1, 2].map(async (weight) => (await send('PUT', `/${id}`, { ...form({ weight }), version: 1 })).status),
    );
    expect(edits.toSorted()).toEqual([200, 409]);
    expect((await send('POST', `/${id}/end`, { version: 1 })).status).toBe(409);
    expect((await send('POST', `/${id}/end`, { version: 2 })).status).toBe(200);
    expect((await send('PUT', `/${id}`, { ...form(), version: 3 })).status).toBe(409);
    expect((await send('PUT', '/999999', { ...form(), version: 1 })).status).toBe(404);
    for (const path of ['report', 'report.csv', 'frame'])
      expect((await administrator.get(`/api/admin/ad-bookings/999999/${path}`)).status).toBe(404);
  });

  it('is in the audit log with what changed', async () => {
    await auditLog.readNew();
    const { id } = await add();
    await send('PUT', `/${id}`, { ...form({ weight: 5, counties: ['orange-county'] }), version: 1 });
    await send('POST', `/${id}/end`, { version: 2 });
    const entries = await auditLog.readNew();
    expect(entries.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      [
        'ad-changed',
        null,
        expect.objectContaining({
          ad: id,
          advertiser: 'Poppy Bank',
          status: 'booked',
          paidCents: 25_000,
          firstDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        }),
      ],
      [
        'ad-changed',
        { ad: id, advertiser: 'Poppy Bank', weight: 1, counties: null },
        { ad: id, advertiser: 'Poppy Bank', weight: 5, counties: 'orange-county' },
      ],
      [
        'ad-changed',
        { ad: id, advertiser: 'Poppy Bank', status: 'booked' },
        { ad: id, advertiser: 'Poppy Bank', status: 'ended' },
      ],
    ]);
  });

  it.each([
    ['no advertiser', { advertiser: ' ' }, 'advertiser'],
    ['a script as a link', { link: 'javascript:alert(1)' }, 'link'],
    ['a link without TLS', { link: 'http://poppybank.example/' }, 'link'],
    ['no description', { description: '' }, 'description'],
    ['neither a picture nor HTML', { pictureId: null }, 'pictureId'],
    ['both', { html: '<b>Poppy</b>' }, 'html'],
    ['a picture that does not exist', { pictureId: 999_999 }, 'pictureId'],
    ['long HTML', { pictureId: null, html: 'x'.repeat(20_001) }, 'html'],
    ['a county on the home page', { slot: 'home-1', counties: ['orange-county'] }, 'counties'],
    ['a county that does not exist', { counties: ['nowhere'] }, 'counties'],
    ['a category on pages of places', { categories: ['plumbers'] }, 'categories'],
    ['a weight of 11', { weight: 11 }, 'weight'],
    ['a last day before the first', { firstDay: '2099-02-02', lastDay: '2099-02-01' }, 'lastDay'],
    ['three years', { firstDay: '2090-02-02', lastDay: '2093-02-02' }, 'lastDay'],
    ['a last day in the past', { firstDay: '2026-01-01', lastDay: '2026-01-02' }, 'lastDay'],
  ])('is refused with %s', async (_what, fields, path) => {
    const { status, body } = await send('POST', '', form(fields));
    expect([status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    expect(await db.selectFrom('ad_bookings').select('id').execute()).toEqual([]);
  });

  it('is one of 200 at most, however many are added at once', async () => {
    await sql`insert into ad_bookings (slot, advertiser, link, description, html, first_day, last_day)
      select 'home-1', 'Poppy', 'https://poppy.example', 'Poppy', '<b>', '2099-01-01', '2099-01-01' from generate_series(1, 199)`.execute(
      db,
    );
    const statuses = await Promise.all([1, 2, 3].map(async () => (await send('POST', '', form())).status));
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });
});

it.each([
  '',
  'nowhere',
  'location.nowhere',
  'zip.10001',
  'category.none',
  'category.plumbers.nowhere',
  'home.x',
  'a.b.c.d',
])('a page %j has no slots', async (page) => {
  expect((await api.get(`/api/slots/${page}`)).status).toBe(404);
});

it('an editor adds pictures to the library, and nobody else but administrators', async () => {
  const bytes = Buffer.from('no picture');
  const editor = await api.signedInVisitor((await makeStaff(db, 'editor')).id);
  expect((await uploadPicture(editor, bytes)).status).toBe(400);
  const support = await api.signedInVisitor((await makeStaff(db, 'support')).id);
  expect((await uploadPicture(support, bytes)).status).toBe(403);
  expect((await editor.get('/api/admin/ad-bookings')).status).toBe(403);
});

const PAGE = { county: 1, categories: [], language: 'en' as const };

function booking(fields: Partial<OpenBooking> = {}): OpenBooking {
  const content = { id: 1, slot: 'location-top' as const, link: 'https://poppy.example', description: 'Poppy' };
  const everywhere = { county_ids: [], category_ids: [], language: null, weight: 1, startsAt: 0, endsAt: 1e15 };
  return { ...content, ...everywhere, picture: null, phone_picture: null, ...fields };
}

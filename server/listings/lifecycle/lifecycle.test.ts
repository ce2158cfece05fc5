import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ListingOverrides,
  makeAccount,
  makeDailyMetrics,
  makeListing,
  makePhoto,
} from '#server/seed/factories.ts';
import { createTestApi, type Visitor } from '../../../tests/support/api.ts';
import { recordInvalidations } from '../../../tests/support/import-file.ts';
import { listingForm } from '../../../tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const DAY_MS = 86_400_000;
const inDays = (n: number) => new Date(Date.now() + n * DAY_MS);
const make = (columns: ListingOverrides = {}) => makeListing(db, { owner_id: ownerId, ...columns });
const act = (id: number, name: string) => owner.post(`/api/user/ads/${id}/${name}`);
const edit = (id: number, form: object) => owner.send('PUT', `/api/user/ads/${id}`, form);
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('an edit', () => {
  it('is answered with the listing as it is then, and what its form holds', async () => {
    const { id } = await make();
    const form = listingForm({
      title: 'A new title',
      zipCode: '93301',
      city: 'Bakersfield',
      locationId: '8',
      languages: ['Español'],
    });
    const { status, body } = await edit(id, { ...form, version: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, title: 'A new title', city: 'Bakersfield', version: 2, form });
    expect((await owner.get(`/api/user/ads/${id}`)).body).toEqual(body);
    expect(Date.parse(body.updatedAt)).toBeGreaterThan((await findRow(id)).created_at.getTime());
  });

  it('that began from an older version is refused, and overwrites nothing', async () => {
    const { id } = await make();
    await edit(id, { ...listingForm({ title: 'The first edit' }), version: 1 });
    const { status, body } = await edit(id, { ...listingForm({ title: 'The second edit' }), version: 1 });
    expect(status).toBe(409);
    expect(body.message).toBe('This listing was changed elsewhere. Open it again to see how it is now.');
    expect(await findRow(id)).toMatchObject({ title: 'The first edit', version: 2 });
  });

  it('is one of two at once that wins', async () => {
    const { id } = await make();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => edit(id, { ...listingForm({ title: `Edit ${n}` }), version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await findRow(id)).title).toBe(answers.find(({ status }) => status === 200)?.body.title);
  });

  it('renews what showed the listing and what shows it now', async () => {
    const { id } = await make({ level: 'premium' });
    const renewals = await recordInvalidations(api.database);
    const form = listingForm({ zipCode: '93301', city: 'Bakersfield', locationId: '8' });
    await edit(id, { ...form, version: 1 });
    const heard = new Set((await renewals.takeReceived()).flat());
    await renewals.close();
    const keys = [
      'city:irvine',
      'zip:92614',
      'county:orange-county',
      'location:orange-county',
      `listing:${id}`,
      'recent',
    ];
    const now = ['city:bakersfield', 'zip:93301', 'county:kern-county', 'location:kern', 'featured', 'counts'];
    expect([...keys, ...now].filter((key) => !heard.has(key))).toEqual([]);
  });

  it('keeps the level, the end, the owner and the time of posting, whatever it says', async () => {
    const before = await make({ level: 'enhanced', expires_at: inDays(40) });
    const extra = {
      level: 'premium',
      premium: true,
      ownerId: 1,
      owner_id: 1,
      status: 'paused',
      expiresAt: inDays(900),
    };
    await edit(before.id, {
      ...listingForm(),
      ...extra,
      version: 1,
      id: 1,
      paidUntil: inDays(900),
      createdAt: inDays(1),
    });
    const { level, paid_until, expires_at, owner_id, status, created_at } = before;
    expect(await findRow(before.id)).toMatchObject({ level, paid_until, expires_at, owner_id, status, created_at });
  });

  it('leaves the point of an imported listing alone while its address stays', async () => {
    const { id } = await make({ origin: 'import', owner_id: ownerId, lat: 33.7001, lng: -117.8001 });
    await edit(id, { ...listingForm({ title: 'Same address' }), version: 1 });
    expect(await findRow(id)).toMatchObject({ lat: 33.7001, lng: -117.8001 });
    await edit(id, { ...listingForm({ address: '200 Main St' }), version: 2 });
    expect((await findRow(id)).lat).not.toBe(33.7001);
  });

  it('orders, describes and drops pictures', async () => {
    const [logo, a, b] = [await makePhoto(db, ownerId), await makePhoto(db, ownerId), await makePhoto(db, ownerId)];
    const { id } = await make({ level: 'premium' });
    const withPictures = {
      logo: { id: logo.id, alt: 'A sun' },
      photos: [a, b].map((photo) => ({ id: photo.id, alt: '' })),
    };
    const first = await edit(id, { ...listingForm(withPictures), version: 1 });
    expect(first.body.form).toMatchObject(withPictures);
    expect(first.body.pictures.map((picture: { id: number }) => picture.id)).toEqual([logo.id, a.id, b.id]);
    const fewer = { logo: null, photos: [{ id: b.id, alt: 'The shop at night' }] };
    await edit(id, { ...listingForm(fewer), version: 2 });
    const { photos, logo: shownLogo } = (await api.get(`/api/ads/${id}`)).body;
    expect(photos).toMatchObject([{ alt: 'The shop at night', src: `/photos/${b.name}-640.webp` }]);
    expect(shownLogo).toBeNull();
  });

  it('with somebody else’s picture is refused whole', async () => {
    const { id: otherId } = await makeAccount(db);
    const picture = await makePhoto(db, otherId);
    const before = await make();
    const form = listingForm({ title: 'With their picture', photos: [{ id: picture.id, alt: '' }] });
    const { status, body } = await edit(before.id, { ...form, version: 1 });
    expect([status, body.issues]).toEqual([400, [{ path: 'photos.0', message: 'Please upload this picture again' }]]);
    expect(await findRow(before.id)).toEqual(before);
  });

  it('of an imported listing says at the fields what the form misses', async () => {
    const { id } = await make({ origin: 'import', owner_id: ownerId, phone: null, email: null });
    const { form, version } = (await owner.get(`/api/user/ads/${id}`)).body;
    expect(form).toMatchObject({ phone: '', email: '' });
    const { status, body } = await edit(id, { ...form, version });
    expect(status).toBe(400);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['phone', 'email']);
  });
});

describe('a renewal', () => {
  it('shows an expired listing again, for 30 days from now on', async () => {
    const { id } = await make({ expires_at: inDays(-3) });
    expect((await owner.get(`/api/user/ads/${id}`)).body).toMatchObject({ status: 'active', expired: true });
    const { status, body } = await act(id, 'renew');
    expect([status, body.expired]).toEqual([200, false]);
    expect((Date.parse(body.expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(30, 2);
    expect((await api.get(`/api/ads/${id}`)).status).toBe(200);
  });

  it('never ends a listing sooner, or one that has no end', async () => {
    const later = await make({ expires_at: inDays(300) });
    const endless = await make();
    expect((await act(later.id, 'renew')).body.expiresAt).toBe(later.expires_at?.toISOString());
    expect((await act(endless.id, 'renew')).body.expiresAt).toBeNull();
  });
});

describe('a deleted listing', () => {
  it.each(['draft', 'active', 'paused'] as const)('comes back as it was, when it was %s', async (status) => {
    const { id } = await make({ status });
    const deleted = await owner.send('DELETE', `/api/user/ads/${id}`);
    expect(deleted.body).toMatchObject({ status: 'deleted', acts: ['undelete'] });
    const left = (Date.parse(deleted.body.undeletableUntil) - Date.now()) / DAY_MS;
    expect(left).toBeCloseTo(30, 2);
    expect((await act(id, 'undelete')).body).toMatchObject({ status, undeletableUntil: null });
  });

  it('that was hidden comes back hidden, with the reason', async () => {
    const { id } = await make({ status: 'hidden' });
    await owner.send('DELETE', `/api/user/ads/${id}`);
    expect((await act(id, 'undelete')).body).toMatchObject({ status: 'hidden', hiddenReason: 'Spam' });
  });

  it('is gone for its owner after 30 days', async () => {
    const { id } = await make({ status: 'deleted', deleted_at: inDays(-30.1) });
    expect((await act(id, 'undelete')).status).toBe(404);
    expect((await owner.get(`/api/user/ads/${id}`)).status).toBe(404);
    expect((await owner.get('/api/user/ads?status=deleted')).body).toEqual([]);
  });
});

describe('one’s own listings', () => {
  it('are listed newest first, page by page, with the visits that were counted', async () => {
    const ids: number[] = [];
    for (const status of ['active', 'draft', 'hidden', 'deleted', 'paused'] as const)
      ids.unshift((await make({ status })).id);
    await makeListing(db);
    const [newest, , , oldest] = ids.filter((_, i) => i !== 1);
    await sql`insert into listing_days (listing_id, day, views) values
      (${newest}, '2026-01-01', 7), (${newest}, '2026-01-02', 5), (${oldest}, '2026-01-01', 1)`.execute(db);
    const first = await owner.get('/api/user/ads?limit=3');
    const [, next = ''] = /<(.*)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await owner.get(next);
    expect(second.headers.link).toBeUndefined();
    const listed = [...first.body, ...second.body];
    expect(listed.map(({ status }) => status)).toEqual(['paused', 'hidden', 'draft', 'active']);
    expect(listed.map(({ views }) => views)).toEqual([12, 0, 0, 1]);
  });

  it('come with the visits of each of the past 30 days in Los Angeles, the oldest first', async () => {
    const { id } = await make({});
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
    const dayAgo = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
    const visits: [daysAgo: number, views: number][] = [
      [0, 4],
      [3, 2],
      [29, 9],
      [30, 100],
    ];
    for (const [daysAgo, views] of visits) await makeDailyMetrics(db, id, dayAgo(daysAgo), { views });
    const [{ views, recentViews }] = (await owner.get('/api/user/ads')).body;
    expect(views).toBe(115);
    expect(recentViews).toEqual([9, ...Array(25).fill(0), 2, 0, 0, 4]);
  });

  it('are listed by state', async () => {
    const paused = await make({ status: 'paused' });
    const deleted = await make({ status: 'deleted' });
    const idsOf = async (status: string) =>
      (await owner.get(`/api/user/ads?status=${status}`)).body.map(({ id }: { id: number }) => id);
    expect([await idsOf('paused'), await idsOf('deleted'), await idsOf('hidden')]).toEqual([
      [paused.id],
      [deleted.id],
      [],
    ]);
  });

  it.each(['?limit=0', '?limit=101', '?status=gone', '?cursor=abc', '?cursor=99999999999999999999'])(
    'are not listed for %s',
    async (query) => {
      expect((await owner.get(`/api/user/ads${query}`)).status).toBe(400);
    },
  );

  it('say at which level visitors see them, and keep what a free one does not show', async () => {
    const { id } = await make({ level: 'premium', paid_until: inDays(-1), website: 'https://golden-hour.example' });
    const { body } = await owner.get(`/api/user/ads/${id}`);
    expect(body).toMatchObject({ level: 'free', form: { website: 'https://golden-hour.example', premium: false } });
    expect((await owner.get(`/api/user/ads/${id}/preview`)).body).toMatchObject({ id, businessUrl: null });
  });
});

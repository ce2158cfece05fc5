import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { listingForm } from '#tests/support/listing-form.ts';

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
  it('returns the changed listing and the values of its form', async () => {
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

  it('marks the facts that it changes as the owner’s, in a listing from open data', async () => {
    const { id } = await make({ origin: 'open-data', source: 'Permits', source_id: '1' });
    await edit(id, { ...listingForm(), version: 1 });
    await db.updateTable('listings').set({ facts: '{}' }).where('id', '=', id).execute();
    await edit(id, { ...listingForm({ phone: '(949) 555-0177' }), version: 2 });
    const { facts, phone } = await findRow(id);
    expect(phone).toBe('(949) 555-0177');
    expect(facts).toEqual({ phone: { by: 'owner', date: expect.stringMatching(/^\d{4}-\d\d$/) } });
  });

  it('of an older version is refused and overwrites nothing', async () => {
    const { id } = await make();
    await edit(id, { ...listingForm({ title: 'The first edit' }), version: 1 });
    const { status, body } = await edit(id, { ...listingForm({ title: 'The second edit' }), version: 1 });
    expect(status).toBe(409);
    expect(body.message).toBe('This listing was changed somewhere else. Reload to see the latest version.');
    expect(await findRow(id)).toMatchObject({ title: 'The first edit', version: 2 });
  });

  it('succeeds once when several are sent concurrently', async () => {
    const { id } = await make();
    const responses = await Promise.all(
      [1, 2, 3].map((n) => edit(id, { ...listingForm({ title: `Edit ${n}` }), version: 1 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await findRow(id)).title).toBe(responses.find(({ status }) => status === 200)?.body.title);
  });

  it('invalidates the lists that showed the listing and those that show it now', async () => {
    const { id } = await make({ level: 'premium' });
    const invalidations = await recordInvalidations(api.database);
    const form = listingForm({ zipCode: '93301', city: 'Bakersfield', locationId: '8' });
    await edit(id, { ...form, version: 1 });
    const received = new Set((await invalidations.takeReceived()).flat());
    await invalidations.close();
    const before = [
      'city:irvine',
      'zip:92614',
      'county:orange-county',
      'location:orange-county',
      `listing:${id}`,
      'recent',
    ];
    const after = ['city:bakersfield', 'zip:93301', 'county:kern-county', 'location:kern', 'featured', 'counts'];
    expect([...before, ...after].filter((key) => !received.has(key))).toEqual([]);
  });

  it('does not change the level, the term, the owner and the creation date, whatever the request contains', async () => {
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

  it('keeps the exact point of a listing until its address changes', async () => {
    const { id } = await make({ origin: 'import', owner_id: ownerId, lat: 33.7001, lng: -117.8001 });
    await edit(id, { ...listingForm({ title: 'Same address' }), version: 1 });
    expect(await findRow(id)).toMatchObject({ lat: 33.7001, lng: -117.8001, point_source: 'import' });
    await edit(id, { ...listingForm({ address: '200 Main St' }), version: 2 });
    expect(await findRow(id)).toMatchObject({ lat: null, lng: null, point_source: null });
  });

  it('reorders, describes and removes pictures', async () => {
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

  it('with a picture of another account is refused and changes nothing', async () => {
    const { id: otherId } = await makeAccount(db);
    const picture = await makePhoto(db, otherId);
    const before = await make();
    const form = listingForm({ title: 'With their picture', photos: [{ id: picture.id, alt: '' }] });
    const { status, body } = await edit(before.id, { ...form, version: 1 });
    expect([status, body.issues]).toEqual([400, [{ path: 'photos.0', message: 'Please upload this photo again' }]]);
    expect(await findRow(before.id)).toEqual(before);
  });

  it('of an imported listing reports the required fields that are empty', async () => {
    const { id } = await make({ origin: 'import', owner_id: ownerId, phone: null, email: null });
    const { form, version } = (await owner.get(`/api/user/ads/${id}`)).body;
    expect(form).toMatchObject({ phone: '', email: '' });
    const { status, body } = await edit(id, { ...form, version });
    expect(status).toBe(400);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['phone']);
  });
});

describe('a renewal', () => {
  it('publishes an expired listing again, for 30 days from now', async () => {
    const { id } = await make({ expires_at: inDays(-3) });
    expect((await owner.get(`/api/user/ads/${id}`)).body).toMatchObject({ status: 'active', expired: true });
    const { status, body } = await act(id, 'renew');
    expect([status, body.expired]).toEqual([200, false]);
    expect((Date.parse(body.expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(30, 2);
    expect((await api.get(`/api/ads/${id}`)).status).toBe(200);
  });

  it('never shortens the term of a listing, and sets none on a listing without an end', async () => {
    const longTerm = await make({ expires_at: inDays(300) });
    const unlimited = await make();
    expect((await act(longTerm.id, 'renew')).body.expiresAt).toBe(longTerm.expires_at?.toISOString());
    expect((await act(unlimited.id, 'renew')).body.expiresAt).toBeNull();
  });
});

describe('a deleted listing', () => {
  it.each(['draft', 'active', 'paused'] as const)('that was %s is restored to that status', async (status) => {
    const { id } = await make({ status });
    const deleted = await owner.send('DELETE', `/api/user/ads/${id}`);
    expect(deleted.body).toMatchObject({ status: 'deleted', acts: ['undelete'] });
    const daysLeft = (Date.parse(deleted.body.undeletableUntil) - Date.now()) / DAY_MS;
    expect(daysLeft).toBeCloseTo(30, 2);
    expect((await act(id, 'undelete')).body).toMatchObject({ status, undeletableUntil: null });
  });

  it('that was hidden is restored as hidden, with the reason', async () => {
    const { id } = await make({ status: 'hidden' });
    await owner.send('DELETE', `/api/user/ads/${id}`);
    expect((await act(id, 'undelete')).body).toMatchObject({ status: 'hidden', hiddenReason: 'Spam' });
  });

  it('cannot be seen or restored by its owner after 30 days', async () => {
    const { id } = await make({ status: 'deleted', deleted_at: inDays(-30.1) });
    expect((await act(id, 'undelete')).status).toBe(404);
    expect((await owner.get(`/api/user/ads/${id}`)).status).toBe(404);
    expect((await owner.get('/api/user/ads?status=deleted')).body).toEqual([]);
  });
});

describe('the listings of an owner', () => {
  it('are listed newest first, page by page, with their numbers of views', async () => {
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

  it('include the views of each of the past 30 days in Los Angeles, oldest first', async () => {
    const { id } = await make({});
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
    const dayAgo = (days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
    const dailyViews: [daysAgo: number, views: number][] = [
      [0, 4],
      [3, 2],
      [29, 9],
      [30, 100],
    ];
    for (const [daysAgo, views] of dailyViews) await makeDailyMetrics(db, id, dayAgo(daysAgo), { views });
    const [{ views, recentViews }] = (await owner.get('/api/user/ads')).body;
    expect(views).toBe(115);
    expect(recentViews).toEqual([9, ...Array(25).fill(0), 2, 0, 0, 4]);
  });

  it('can be filtered by status', async () => {
    const paused = await make({ status: 'paused' });
    const deleted = await make({ status: 'deleted' });
    const getIds = async (status: string) =>
      (await owner.get(`/api/user/ads?status=${status}`)).body.map(({ id }: { id: number }) => id);
    expect([await getIds('paused'), await getIds('deleted'), await getIds('hidden')]).toEqual([
      [paused.id],
      [deleted.id],
      [],
    ]);
  });

  it.each(['?limit=0', '?limit=101', '?status=gone', '?cursor=abc', '?cursor=99999999999999999999'])(
    'are refused with the query %s',
    async (query) => {
      expect((await owner.get(`/api/user/ads${query}`)).status).toBe(400);
    },
  );

  it('have the level that visitors see, and all values of the form', async () => {
    const { id } = await make({ level: 'premium', paid_until: inDays(-1), website: 'https://golden-hour.example' });
    const { body } = await owner.get(`/api/user/ads/${id}`);
    expect(body).toMatchObject({ level: 'free', form: { website: 'https://golden-hour.example', premium: false } });
    expect((await owner.get(`/api/user/ads/${id}/preview`)).body).toMatchObject({ id, businessUrl: null });
  });
});

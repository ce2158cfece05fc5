import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, type Method, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { listRoutes } from '#tests/support/routes.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const PEOPLE = ['owner', 'manager of all', 'manager', 'viewer', 'manager of another', 'stranger', 'anonymous'] as const;
type Person = (typeof PEOPLE)[number];
type Statuses = Record<Person, number>;

/** Written by hand, from docs/product.md, People of a business. */
const reading = (status = 200): Statuses => ({
  owner: status,
  'manager of all': status,
  manager: status,
  viewer: status,
  'manager of another': 404,
  stranger: 404,
  anonymous: 401,
});
const changing = (status = 200): Statuses => ({ ...reading(status), viewer: 404 });
const owning = (status = 200): Statuses => ({ ...changing(status), 'manager of all': 404, manager: 404 });

/** A request about a listing with a status, by default a live one, and the answer to each person. */
interface RouteCase {
  statuses: Statuses;
  status?: 'draft' | 'paused' | 'deleted';
  body?: object;
  query?: string;
}

const isPublic = { 'manager of another': 403, stranger: 403 };
const CASES: Record<string, RouteCase> = {
  'GET /api/user/ads/:id': { statuses: reading() },
  'GET /api/user/ads/:id/preview': { statuses: reading() },
  'GET /api/user/ads/:id/changes': { statuses: reading() },
  'GET /api/ads/:id/views': { statuses: { ...reading(), ...isPublic } },
  'GET /api/ads/:id/analytics': { statuses: { ...reading(), ...isPublic } },
  'GET /api/ads/:id/analytics.csv': { statuses: { ...reading(), ...isPublic } },
  'PUT /api/user/ads/:id': { statuses: changing(), body: { ...listingForm({ phone: '(949) 555-0177' }), version: 1 } },
  'PUT /api/user/ads/:id/hours': { statuses: changing(), body: { specialHours: [] } },
  'GET /api/user/ads/:id/hours-feed': { statuses: reading() },
  'PUT /api/user/ads/:id/hours-feed': { statuses: changing(), body: { url: 'https://calendar.example/hours.ics' } },
  'POST /api/user/ads/:id/hours-feed/check': { statuses: { ...changing(404), anonymous: 401 } },
  'POST /api/user/ads/:id/hours-feed/turn-on': { statuses: { ...changing(404), anonymous: 401 } },
  'DELETE /api/user/ads/:id/hours-feed': { statuses: changing() },
  'GET /api/user/ads/:id/spot': { statuses: changing() },
  'PUT /api/user/ads/:id/pin': { statuses: changing(), body: { lat: 33.68, lng: -117.83 } },
  'POST /api/user/ads/:id/publish': { statuses: changing(), status: 'draft' },
  'POST /api/user/ads/:id/pause': { statuses: changing() },
  'POST /api/user/ads/:id/resume': { statuses: changing(), status: 'paused' },
  'POST /api/user/ads/:id/renew': { statuses: changing() },
  'POST /api/user/ads/:id/receipt-codes': { statuses: changing(201), body: { count: 20 } },
  'POST /api/user/ads/:id/duplicate': { statuses: owning(201) },
  'POST /api/user/ads/:id/undelete': { statuses: owning(), status: 'deleted' },
  'DELETE /api/user/ads/:id': { statuses: owning() },
  // There is no such change: who may object gets as far as that, and it is not found either.
  'POST /api/user/ads/:id/changes/:number/object': { statuses: { ...owning(404), anonymous: 401 }, body: {} },
  'GET /api/user/ads/:id/order': { statuses: owning(), query: '?plan=monthly' },
  // Nothing renews.
  'DELETE /api/user/ads/:id/auto-renewal': { statuses: owning(404) },
  // Without a credit.
  'POST /api/user/ads/:id/redeem': { statuses: owning(402) },
};

let ownerId: number;
let listingId: number;
const visitors = {} as Record<Person, Visitor>;
const accounts = {} as Record<Person, number>;
beforeAll(async () => {
  await makeAccount(db, { id: 1, email: null });
  for (const person of PEOPLE.slice(0, -1)) {
    accounts[person] = (await makeAccount(db, { email_confirmed_at: new Date() })).id;
    visitors[person] = await api.signedInVisitor(accounts[person]);
  }
  visitors.anonymous = api.visitor();
  ownerId = accounts.owner;
  await makeListingMember(db, { account_id: accounts['manager of all'], owner_id: ownerId });
});

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

/** Makes a listing of the owner, with its members. */
async function makeShared(columns: object = {}) {
  const form = { email: 'hello@golden-hour.example', level: 'premium' as const };
  ({ id: listingId } = await makeListing(db, {
    owner_id: ownerId,
    expires_at: new Date(Date.now() + 1e8),
    ...form,
    ...columns,
  }));
  await makeListingMember(db, { account_id: accounts.manager, owner_id: ownerId, listing_id: listingId });
  await makeListingMember(db, {
    account_id: accounts.viewer,
    owner_id: ownerId,
    listing_id: listingId,
    role: 'viewer',
  });
  const { id: another } = await makeListing(db, { owner_id: ownerId });
  await makeListingMember(db, { account_id: accounts['manager of another'], owner_id: ownerId, listing_id: another });
  return listingId;
}

const send = (person: Person, route: string, { body, query = '' }: Pick<RouteCase, 'body' | 'query'>) => {
  const [method, path = ''] = route.split(' ');
  const url = path.replace(':id', String(listingId)).replace(':number', '1') + query;
  return visitors[person].send(method as Method, url, body);
};

it('every route of one listing of an owner is in the table', () => {
  const routes = listRoutes(api.http).filter((route) =>
    /^(?!HEAD)\w+ \/api\/(user\/ads\/:id|ads\/:id\/(views|analytics))/.test(route),
  );
  expect(routes.toSorted()).toEqual(Object.keys(CASES).toSorted());
});

describe.each(Object.entries(CASES))('%s', (route, row) => {
  const makeSubject = () => makeShared(row.status && { status: row.status, level: 'free', paid_until: null });
  // Requests that only read, and refused ones, leave the listing to the next person.
  let isChanged = true;
  it.each(PEOPLE)('answers the %s as the table says', async (person) => {
    if (isChanged) await makeSubject();
    const { status, body } = await send(person, route, row);
    isChanged = !route.startsWith('GET ') && status < 400;
    expect(status, JSON.stringify(body)).toBe(row.statuses[person]);
  });

  it('changes nothing for those whom it refuses', async () => {
    const id = await makeSubject();
    isChanged = false;
    const find = () => db.selectFrom('listings').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute();
    const before = await find();
    for (const person of PEOPLE) if (row.statuses[person] >= 400) await send(person, route, row);
    expect([id, await find()]).toEqual([id, before]);
  });
});

describe('Whoever helps a suspended owner', () => {
  it('is refused everything until the owner is active again', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, { owner_id: owner.id, level: 'premium' });
    await makeListingMember(db, { account_id: accounts.manager, owner_id: owner.id });
    const statuses = async () => [
      (await visitors.manager.get(`/api/user/ads/${id}`)).status,
      (await visitors.manager.post(`/api/user/ads/${id}/renew`)).status,
      (await visitors.manager.get(`/api/ads/${id}/analytics`)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await suspend(db, { id: owner.id, reason: 'Spam', by: 1 });
    expect(await statuses()).toEqual([404, 404, 404]);
    const { body } = await visitors.manager.get('/api/user/shared-ads?limit=100');
    expect(body.map((ad: { id: number }) => ad.id)).not.toContain(id);
  });

  it('is refused too when suspended', async () => {
    const helper = await makeAccount(db);
    const visitor = await api.signedInVisitor(helper.id);
    await makeListingMember(db, { account_id: helper.id, owner_id: ownerId });
    await makeShared();
    expect((await visitor.get(`/api/user/ads/${listingId}`)).status).toBe(200);
    await suspend(db, { id: helper.id, reason: 'Spam', by: 1 });
    expect((await visitor.get(`/api/user/ads/${listingId}`)).status).toBe(401);
  });
});

describe('A listing as those who help see it', () => {
  it('offers the actions of their role', async () => {
    await makeShared();
    const acts = async (person: Person) =>
      (await visitors[person].get(`/api/user/ads/${listingId}`)).body.acts.toSorted();
    expect(await acts('owner')).toEqual(['delete', 'duplicate', 'edit', 'pause', 'renew']);
    expect(await acts('manager')).toEqual(['edit', 'pause', 'renew']);
    expect(await acts('viewer')).toEqual([]);
    const paused = await visitors.manager.post(`/api/user/ads/${listingId}/pause`);
    expect(paused.body.acts.toSorted()).toEqual(['edit', 'renew', 'resume']);
  });

  it('is listed with role and business, and not among their own', async () => {
    await makeShared({ title: 'Shared Plumbing' });
    const { body } = await visitors.viewer.get('/api/user/shared-ads');
    expect(body[0]).toMatchObject({
      id: listingId,
      title: 'Shared Plumbing',
      role: 'viewer',
      business: 'Golden Hour Plumbing',
    });
    expect((await visitors.viewer.get('/api/user/ads')).body).toEqual([]);
    expect((await visitors.stranger.get('/api/user/shared-ads')).body).toEqual([]);
    expect((await visitors.owner.get('/api/user/shared-ads')).body).toEqual([]);
  });

  it('is listed once, with the role that may do more', async () => {
    await makeShared();
    await makeListingMember(db, { account_id: accounts.viewer, owner_id: ownerId });
    const { body } = await visitors.viewer.get('/api/user/shared-ads?limit=100');
    expect(body.filter((ad: { id: number }) => ad.id === listingId)).toMatchObject([{ role: 'manager' }]);
    await db
      .deleteFrom('listing_members')
      .where('account_id', '=', accounts.viewer)
      .where('listing_id', 'is', null)
      .execute();
  });
});

describe('A change by a manager', () => {
  it('is a version with the manager’s name, and no change by the staff', async () => {
    await makeShared();
    const change = { ...listingForm({ phone: '(949) 555-0166' }), version: 1 };
    expect((await visitors.manager.send('PUT', `/api/user/ads/${listingId}`, change)).status).toBe(200);
    const administrator = await api.signedInVisitor(1);
    const { username } = await db
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', accounts.manager)
      .executeTakeFirstOrThrow();
    const { body } = await administrator.get(`/api/admin/ads/${listingId}/versions`);
    expect(body).toMatchObject([
      { kind: 'edit', by: { username, role: 'manager' }, after: { phone: '(949) 555-0166' } },
    ]);
    expect((await visitors.owner.get(`/api/user/ads/${listingId}/changes`)).body).toEqual([]);
  });

  it('accepts what visitors suggest; a viewer neither sees nor decides on it', async () => {
    await makeShared();
    const { id } = await db
      .insertInto('suggested_edits')
      .values({ listing_id: listingId, kind: 'phone', value: '(949) 555-0155' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const listed = async (person: Person) =>
      (await visitors[person].get('/api/user/suggested-edits')).body.map((edit: { id: number }) => edit.id);
    expect([await listed('manager'), await listed('viewer'), await listed('stranger')]).toEqual([[id], [], []]);
    for (const person of ['viewer', 'stranger', 'manager of another'] as const)
      expect((await visitors[person].post(`/api/user/suggested-edits/${id}/accept`)).status).toBe(404);
    expect((await visitors.manager.post(`/api/user/suggested-edits/${id}/accept`)).status).toBe(204);
    const [version] = await db.selectFrom('listing_versions').selectAll().where('listing_id', '=', listingId).execute();
    expect(version).toMatchObject({ kind: 'suggestion', account_id: accounts.manager, role: 'manager' });
  });

  it('attaches a picture that the manager uploaded, which then is the owner’s', async () => {
    await makeShared();
    const photo = {
      name: 'a'.repeat(32),
      owner_id: accounts.manager,
      width: 640,
      height: 480,
      widths: [160, 320, 640],
      bytes: 9,
    };
    const { id } = await db.insertInto('photos').values(photo).returning('id').executeTakeFirstOrThrow();
    const change = { ...listingForm({ photos: [{ id, alt: '' }] }), version: 1 };
    expect((await visitors.manager.send('PUT', `/api/user/ads/${listingId}`, change)).status).toBe(200);
    const row = await db
      .selectFrom('photos')
      .select(['owner_id', 'listing_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ owner_id: ownerId, listing_id: listingId });
  });
});

it('Visits of those who help with a listing are not counted as visitors', async () => {
  await makeShared();
  const view = { events: [{ kind: 'view', ad: listingId }] };
  for (const person of ['owner', 'manager', 'viewer', 'manager of all', 'stranger'] as const)
    await visitors[person].send('POST', '/api/events', view, {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    });
  const counted = () =>
    db
      .selectFrom('events')
      .select('who')
      .where('listing_id', '=', listingId)
      .where('kind', '=', 'view')
      .orderBy('who')
      .execute();
  await expect
    .poll(async () => (await counted()).map(({ who }) => who))
    .toEqual(['owner', 'owner', 'owner', 'owner', 'visitor']);
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { activate, suspend } from '#server/admin/suspension.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { makeListings } from '#tests/fixtures/bulk-factories.ts';
import { makeSavedList } from '#tests/fixtures/saved-factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { withoutTriggers } from '#tests/support/fill-tables.ts';
import { savedListsQuery } from './lists.ts';
import { sharedListQuery } from './shared-lists.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

await withoutTriggers(db, ['listings'], () => makeListings(db, 600));
const many = (await db.selectFrom('listings').select('id').orderBy('id').execute()).map(({ id }) => id);
const [a = 0, b = 0, c = 0] = many;

const { id: by } = await makeAccount(db, { id: 1, email: null });
const makeReader = async () => {
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  return { account, visitor: await api.signedInVisitor(account.id) };
};

let accountId: number;
let visitor: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  const reader = await makeReader();
  [accountId, visitor] = [reader.account.id, reader.visitor];
});

const save = (ids: number[], who = visitor) => who.post('/api/user/saved', { ids });
const lists = async (who = visitor) => (await who.get('/api/user/lists')).body;
const create = (body: object = { name: 'Weekend' }, who = visitor) => who.post('/api/user/lists', body);
const change = (id: number, body: object, who = visitor) => who.send('PATCH', `/api/user/lists/${id}`, body);
const share = (id: number, who = visitor) => who.send('PUT', `/api/user/lists/${id}/link`);
const revoke = (id: number, who = visitor) => who.send('DELETE', `/api/user/lists/${id}/link`);
const read = (path: string, who = api.visitor()) => who.get(`/api${path}`);
const NOT_FOUND = [404, 'This list doesn’t exist.'];

describe('A list', () => {
  it('is created with saved listings, renamed and deleted, and its listings stay saved', async () => {
    await save([a, b, c]);
    const { status, body } = await create({ name: '  Roof   repair ', add: [c, a, c, 999_999_999] });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), name: 'Roof   repair', path: null, listings: [c, a], createdAt: expect.any(String) },
    ]);
    expect((await change(body.id, { name: 'Roofers' })).body).toEqual({ ...body, name: 'Roofers' });
    expect(await lists()).toEqual([{ ...body, name: 'Roofers' }]);
    for (const expected of [200, 404])
      expect((await visitor.send('DELETE', `/api/user/lists/${body.id}`)).status).toBe(expected);
    expect(await lists()).toEqual([]);
    expect((await visitor.get('/api/user/saved')).body).toHaveLength(3);
  });

  it('has each listing once, the last added first, and a listing can be in several', async () => {
    await save([a, b, c]);
    const { id } = (await create({ name: 'One', add: [a] })).body;
    await create({ name: 'Two', add: [a, b] });
    expect((await change(id, { add: [c, a] })).body.listings).toEqual([c, a]);
    expect((await change(id, { add: [b], remove: [a, 999_999_999] })).body.listings).toEqual([b, c]);
    expect((await lists()).map(({ listings }: { listings: number[] }) => listings)).toEqual([
      [b, c],
      [a, b],
    ]);
  });

  it('has only what is saved: removing says from which lists, so that undoing can put it back', async () => {
    await save([a, b]);
    const ids = [
      (await create({ name: 'One', add: [a, b] })).body.id,
      (await create({ name: 'Two', add: [a] })).body.id,
    ];
    const { body } = await visitor.send('DELETE', `/api/user/saved/${a}`);
    expect(body).toEqual({ message: 'Removed.', lists: ids });
    expect((await change(ids[1], { add: [a] })).body.listings).toEqual([]);
    await visitor.send('PUT', `/api/user/saved/${a}`);
    expect((await change(ids[1], { add: [a] })).body.listings).toEqual([a]);
    expect((await visitor.send('DELETE', `/api/user/saved/${c}`)).body.lists).toEqual([]);
  });

  it('loses what is deleted for good', async () => {
    const listing = await api.createListing();
    const { id } = await makeSavedList(db, { accountId, listings: [listing, a] });
    await db.deleteFrom('listings').where('id', '=', listing).execute();
    expect(await lists()).toMatchObject([{ id, listings: [a] }]);
  });

  it('is one of 20, also for concurrent requests', async () => {
    await db
      .insertInto('saved_lists')
      .values(Array.from({ length: 18 }, (_, i) => ({ account_id: accountId, name: `List ${i}` })))
      .execute();
    const responses = await Promise.all([1, 2, 3, 4].map(() => create()));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.message).toBe(
      'You can have up to 20 lists. Delete one to make another.',
    );
  });

  it('has 200 listings at most, and one that would get more is not changed at all', async () => {
    await save(many.slice(0, 203));
    const { id } = (await create({ name: 'Full', add: many.slice(0, 199) })).body;
    const { status, body } = await change(id, { name: 'Fuller', add: many.slice(199, 201) });
    expect([status, body.message]).toEqual([409, 'A list has up to 200 listings. Remove some to add others.']);
    expect(await lists()).toMatchObject([{ name: 'Full', listings: { length: 199 } }]);
    const both = await Promise.all([200, 201].map((nth) => change(id, { add: [many[nth]] })));
    expect(both.map((response) => response.status).toSorted()).toEqual([200, 409]);
    expect((await change(id, { add: [many[202]], remove: [many[0]] })).body.listings).toHaveLength(200);
  });

  it.each([
    {},
    { name: '' },
    { name: ' \u200b' },
    { name: 'a'.repeat(61) },
    { name: 'a\u0000b' },
    { name: 'a\nb' },
    { name: 7 },
    { name: 'Fine', add: 'x' },
    { name: 'Fine', add: [0] },
    { name: 'Fine', add: [1.5] },
    { name: 'Fine', add: Array.from({ length: 201 }, (_, i) => i + 1) },
  ])('is not created of %j', async (body) => {
    expect((await create(body)).status).toBe(400);
    expect(await lists()).toEqual([]);
  });

  it('keeps a name with markup and other scripts as it was typed', async () => {
    const name = `"><script>alert(1)</script>'; drop table saved_lists -- 週末 🌮`;
    const { body } = await create({ name });
    expect(body.name).toBe(name);
    const { path } = (await share(body.id)).body;
    expect((await read(path)).body.name).toBe(name);
  });

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(30)])('is not found by the id %s', async (id) => {
    expect((await visitor.send('DELETE', `/api/user/lists/${id}`)).status).toBe(404);
    expect((await visitor.send('PUT', `/api/user/lists/${id}/link`)).status).toBe(404);
  });
});

describe('A link', () => {
  it('shows everybody the name and the public listings, in order and once, and nothing of who made it', async () => {
    const hidden = await api.createListing({ status: 'paused' });
    const { account } = await makeReader();
    const { token } = await makeSavedList(db, { accountId: account.id, name: 'Tacos', listings: [c, hidden, a] });
    const { status, headers, body } = await read(`/lists/${token}`);
    expect([status, Object.keys(body), body.name]).toEqual([200, ['name', 'listings'], 'Tacos']);
    expect(body.listings).toEqual((await api.get(`/api/ads?ids=${[c, a]}`)).body);
    expect(headers['cache-control']).toBe('private, no-store');
    const text = JSON.stringify([body, headers]);
    for (const secret of [account.username, account.email]) expect(text).not.toContain(secret);
  });

  it('is long, the same until it is revoked, and another one afterwards', async () => {
    const { id } = (await create()).body;
    const { path } = (await share(id)).body;
    expect(path).toMatch(/^\/lists\/[\w-]{43}$/);
    expect((await share(id)).body.path).toBe(path);
    expect(await lists()).toMatchObject([{ path }]);
    expect((await read(path)).status).toBe(200);
    expect((await revoke(id)).body.path).toBeNull();
    expect((await revoke(id)).status).toBe(200);
    const { status, body } = await read(path);
    expect([status, body.message]).toEqual(NOT_FOUND);
    const next = (await share(id)).body.path;
    expect(next).not.toBe(path);
    expect([(await read(path)).status, (await read(next)).status]).toEqual([404, 200]);
  });

  it('ends with its list', async () => {
    const { id, token } = await makeSavedList(db, { accountId });
    await visitor.send('DELETE', `/api/user/lists/${id}`);
    expect((await read(`/lists/${token}`)).status).toBe(404);
  });

  it('does not work while its account is suspended', async () => {
    const { token } = await makeSavedList(db, { accountId });
    await suspend(db, { id: accountId, reason: 'Spam', by });
    expect((await read(`/lists/${token}`)).status).toBe(404);
    const other = (await makeReader()).visitor;
    expect((await other.post(`/api/lists/${token}/copies`)).status).toBe(404);
    await activate(db, { id: accountId, by });
    expect((await read(`/lists/${token}`)).status).toBe(200);
  });

  it('needs a confirmed email', async () => {
    await db.updateTable('accounts').set({ email_confirmed_at: null }).where('id', '=', accountId).execute();
    const { id } = (await create()).body;
    expect((await share(id)).status).toBe(403);
    expect(await lists()).toMatchObject([{ path: null }]);
  });

  it.each(['x', 'a'.repeat(43), 'a'.repeat(44), `\u0000${'a'.repeat(42)}`, "' or 1=1--", '../user/lists'])(
    'of the token %s is not found',
    async (token) => {
      expect((await read(`/lists/${encodeURIComponent(token)}`)).status).toBe(404);
      expect((await visitor.post(`/api/lists/${encodeURIComponent(token)}/copies`)).status).toBe(404);
    },
  );

  it('of a token that is too long is refused', async () => {
    expect((await read(`/lists/${'a'.repeat(200)}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('is made 60 times an hour at most', async () => {
    const { id } = (await create()).body;
    const statuses = [];
    for (let i = 0; i < 60; i++) statuses.push((await share(id)).status);
    expect(statuses).toEqual([...Array(59).fill(200), 429]);
  });
});

describe('A copy', () => {
  it('has the name and the public listings, which are saved too, and is not shared', async () => {
    const hidden = await api.createListing({ status: 'paused' });
    const { token } = await makeSavedList(db, { accountId, name: 'Tacos', listings: [c, hidden, a] });
    const other = (await makeReader()).visitor;
    await save([a], other);
    const { status, body } = await other.post(`/api/lists/${token}/copies`);
    expect([status, body]).toMatchObject([201, { name: 'Tacos', path: null, listings: [c, a] }]);
    expect((await other.get('/api/user/saved')).body.map(({ id }: { id: number }) => id)).toEqual([c, a]);
    // It is independent of the list.
    await db.deleteFrom('saved_lists').where('account_id', '=', accountId).execute();
    expect(await lists(other)).toEqual([body]);
  });

  it('has as many as the limit of saved listings leaves room for', async () => {
    const { token } = await makeSavedList(db, { accountId, listings: many.slice(500, 503) });
    const other = (await makeReader()).visitor;
    await save(many.slice(0, 499), other);
    const { status, body } = await other.post(`/api/lists/${token}/copies`);
    expect([status, body.listings]).toEqual([201, many.slice(500, 501)]);
  });
});

describe('Who may do what with a list', () => {
  const acts = (id: number, token: string): [string, (who: Visitor) => Promise<{ status: number }>][] => [
    ['rename', (who) => change(id, { name: 'Mine now' }, who)],
    ['add', (who) => change(id, { add: [a] }, who)],
    ['remove from', (who) => change(id, { remove: [a] }, who)],
    ['share', (who) => share(id, who)],
    ['revoke', (who) => revoke(id, who)],
    ['delete', (who) => who.send('DELETE', `/api/user/lists/${id}`)],
    ['copy by its link', (who) => who.post(`/api/lists/${token}/copies`)],
    ['read by its link', (who) => read(`/lists/${token}`, who)],
    ['list', (who) => who.get('/api/user/lists')],
  ];

  it.each([
    ['another account', async () => (await makeReader()).visitor, [404, 404, 404, 404, 404, 404, 201, 200, 200]],
    ['nobody signed in', async () => api.visitor(), [401, 401, 401, 401, 401, 401, 401, 200, 401]],
    [
      'a suspended account',
      async () => {
        const { account, visitor: suspended } = await makeReader();
        await suspend(db, { id: account.id, reason: 'Spam', by });
        return suspended;
      },
      [401, 401, 401, 401, 401, 401, 401, 200, 401],
    ],
  ])('%s', async (_who, makeVisitor, expected) => {
    const { id, token } = await makeSavedList(db, { accountId, listings: [a] });
    const before = await lists();
    const who = await makeVisitor();
    const statuses = [];
    for (const [, act] of acts(id, token)) statuses.push((await act(who)).status);
    expect(statuses).toEqual(expected);
    expect(await lists()).toEqual(before);
  });

  it('its owner everything', async () => {
    const { id, token } = await makeSavedList(db, { accountId, listings: [a] });
    for (const [name, act] of acts(id, token).filter(([name]) => !/revoke|delete/.test(name)))
      expect([name, (await act(visitor)).status]).toEqual([name, name.startsWith('copy') ? 201 : 200]);
    expect((await revoke(id)).status).toBe(200);
    expect((await visitor.send('DELETE', `/api/user/lists/${id}`)).status).toBe(200);
  });
});

it('is in the export of the account without its link, and is deleted with it', async () => {
  const { id, token } = await makeSavedList(db, { accountId, name: 'Tacos', listings: [a] });
  const { body } = await visitor.get('/api/user/export');
  expect(body.savedLists).toEqual([{ id, name: 'Tacos', shared: true, listings: [a], createdAt: expect.any(String) }]);
  expect(JSON.stringify(body)).not.toContain(token);
  expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
  expect((await read(`/lists/${token}`)).status).toBe(404);
  for (const table of ['saved_lists', 'saved_list_entries'] as const)
    expect(await db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute()).toEqual([]);
});

it('Lists and links are read by indexes', async () => {
  await db.deleteFrom('saved_lists').execute();
  const { id } = await makeAccount(db);
  const rows = Array.from({ length: 5000 }, () => ({
    account_id: id,
    name: 'Many',
    share_token: randomBytes(32).toString('base64url'),
  }));
  await db.insertInto('saved_lists').values(rows).execute();
  const other = await makeSavedList(db, { accountId, listings: many.slice(0, 100) });
  const plans = [savedListsQuery(db, accountId), sharedListQuery(db, other.token)].map((query) =>
    explain(db, query.compile()),
  );
  for (const plan of await Promise.all(plans)) {
    expect(plan.join('\n')).not.toMatch(/Seq Scan on (saved_lists|accounts)/);
    expect(plan.join('\n')).toMatch(/Index.* (using|on) saved_lists_/);
  }
});

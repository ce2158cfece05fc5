import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeSavedSearch } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

let accountId: number;
let visitor: Visitor;
beforeEach(async () => {
  accountId = (await makeAccount(db, { email_confirmed_at: new Date() })).id;
  visitor = await api.signedInVisitor(accountId);
});

const form = { name: 'Plumbers in Irvine', search: 'category=plumbers&place=irvine', mails: 'weekly' };
const save = (more: object = {}, who = visitor) => who.post('/api/user/searches', { ...form, ...more });
const searches = async () => (await visitor.get('/api/user/searches')).body;

describe('Saving a search', () => {
  it('stores its name, its query and the frequency of its emails', async () => {
    const { status, body } = await save();
    expect(status).toBe(201);
    expect(body).toEqual({ id: body.id, ...form, createdAt: body.createdAt });
    const other = await save({ search: 'q=pizza', mails: 'none' });
    expect(await searches()).toEqual([other.body, body]);
    expect(other.body.mails).toBe('none');
  });

  it.each([
    ['?q=caf%C3%A9+con+leche&near=92614&within=5', 'q=caf%C3%A9+con+leche&near=92614&within=5'],
    ['photos=true&place=irvine&category=plumbers', 'category=plumbers&place=irvine&photos=true'],
    ['q=plumber&open=now&sort=newest&cursor=abc&utm=x', 'q=plumber'],
    ['q=%20plumber%00&near=', 'q=plumber'],
    ['box=-118.3,33.9,-117.9,34.2', 'box=-118.3%2C33.9%2C-117.9%2C34.2'],
  ])('normalizes %s to %s', async (search, normalized) => {
    expect((await save({ search })).body.search).toBe(normalized);
  });

  it.each([
    ['search', '', 'Enter a search first, then save it'],
    ['search', 'sort=newest&open=now', 'Enter a search first, then save it'],
    ['search', `q=${'x'.repeat(201)}`, 'Use 200 characters or fewer'],
    ['search', 'box=1,2', 'Invalid box'],
    ['search', `q=${'x'.repeat(3000)}`, undefined],
    ['name', '  ', 'Enter a name'],
    ['name', 'x'.repeat(81), 'Use 80 characters or fewer'],
    ['mails', 'hourly', undefined],
  ])('refuses as its %s %j', async (field, value, message) => {
    const { status, body } = await save({ [field]: value });
    expect([status, body.issues[0].path]).toEqual([400, field]);
    if (message) expect(body.issues[0].message).toBe(message);
    expect(await searches()).toEqual([]);
  });

  it('joins the lines of its name', async () => {
    expect((await save({ name: ' Plumbers \u2028in  Irvine ' })).body.name).toBe('Plumbers in Irvine');
  });

  it('requires a confirmed email', async () => {
    const stranger = await api.signedInVisitor((await makeAccount(db)).id);
    const { status, body } = await save({}, stranger);
    expect([status, body.message]).toEqual([403, 'Confirm your email first. The link is in your inbox.']);
  });

  it('stores it once, however often it is sent', async () => {
    const statuses = await Promise.all([1, 2, 3].map(async (n) => (await save({ name: `Number ${n}` })).status));
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
    expect((await save()).body.message).toBe('You’ve already saved this search.');
  });

  it('is limited to 25, also for concurrent requests', async () => {
    for (let i = 0; i < 23; i++) await makeSavedSearch(db, { account_id: accountId, search: `q=${i}` });
    const responses = await Promise.all(['a', 'b', 'c', 'd'].map((q) => save({ search: `q=${q}` })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.message).toBe(
      'You can save up to 25 searches. Delete one in your account to save another.',
    );
  });
});

describe('A saved search', () => {
  it('changes its frequency, and includes what was posted before the change', async () => {
    const { body } = await save();
    for (const mails of ['daily', 'none', 'none', 'weekly', 'daily']) {
      const changed = await visitor.send('PATCH', `/api/user/searches/${body.id}`, { mails });
      expect([changed.status, changed.body]).toEqual([200, { ...body, mails }]);
      expect(await searches()).toEqual([changed.body]);
    }
  });

  it('starts again when its emails were off, and continues otherwise', async () => {
    const past = new Date(Date.now() - 3 * 86_400_000);
    const toldUntil = async (id: number) =>
      (await db.selectFrom('saved_searches').select('told_until').where('id', '=', id).executeTakeFirstOrThrow())
        .told_until;
    const { id } = await makeSavedSearch(db, { account_id: accountId, told_until: past });
    const setFrequency = (mails: string) => visitor.send('PATCH', `/api/user/searches/${id}`, { mails });
    await setFrequency('weekly');
    expect(await toldUntil(id)).toEqual(past);
    await setFrequency('none');
    expect(await toldUntil(id)).toEqual(past);
    await setFrequency('weekly');
    expect((await toldUntil(id)).getTime()).toBeGreaterThan(past.getTime());
  });

  it('is not accessible to other accounts', async () => {
    const { body } = await save();
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    for (const [method, sent] of [
      ['PATCH', { mails: 'none' }],
      ['DELETE', undefined],
    ] as const) {
      const response = await other.send(method, `/api/user/searches/${body.id}`, sent);
      expect([response.status, response.body.message]).toEqual([404, 'This search isn’t saved.']);
    }
    expect(await searches()).toEqual([body]);
  });

  it('is deleted with its emails', async () => {
    const { id, token } = await makeSavedSearch(db, { account_id: accountId });
    expect((await visitor.send('DELETE', `/api/user/searches/${id}`)).status).toBe(200);
    expect(await searches()).toEqual([]);
    expect((await api.visitor().post(`/api/unsubscribe/${token}`)).status).toBe(404);
    expect((await visitor.send('DELETE', `/api/user/searches/${id}`)).status).toBe(404);
  });

  it('is stopped only by its own token', async () => {
    const one = await makeSavedSearch(db, { account_id: accountId, search: 'q=one' });
    await makeSavedSearch(db, { account_id: accountId, search: 'q=two' });
    expect((await api.visitor().post(`/api/unsubscribe/${one.token}`)).status).toBe(200);
    expect((await searches()).map(({ mails }: { mails: string }) => mails)).toEqual(['daily', 'none']);
    expect((await visitor.get('/api/user/mailings')).body).toContainEqual({ kind: 'weekly-summary', on: true });
  });

  it('is in the export without its token, and is deleted with the account', async () => {
    const { id, token } = await makeSavedSearch(db, { account_id: accountId });
    const { body } = await visitor.get('/api/user/export');
    expect(body.savedSearches).toMatchObject([{ id, name: 'Plumbers', search: 'category=plumbers', mails: 'daily' }]);
    expect(body.mailings).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
    const left = await db.selectFrom('saved_searches').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
  });
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listingsByIdsQuery } from '#server/listings/read/listings.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeListings } from '#tests/fixtures/bulk-factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { withoutTriggers } from '#tests/support/fill-tables.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

let accountId: number;
let visitor: Visitor;
beforeEach(async () => {
  accountId = (await makeAccount(db)).id;
  visitor = await api.signedInVisitor(accountId);
});

await withoutTriggers(db, ['listings'], () => makeListings(db, 1000));
const many = (await db.selectFrom('listings').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id);
const saved = async (who = visitor): Promise<number[]> =>
  (await who.get('/api/user/saved')).body.map(({ id }: { id: number }) => id);
const save = (id: number | string) => visitor.send('PUT', `/api/user/saved/${id}`);
const unsave = (id: number) => visitor.send('DELETE', `/api/user/saved/${id}`);
const merge = (ids: unknown, who = visitor) => who.post('/api/user/saved', { ids });

describe('Saving a listing', () => {
  it('stores it in the account once, the last saved first', async () => {
    const [first, second] = [await api.createListing(), await api.createListing()];
    for (const id of [first, second, first]) {
      const { status, body } = await save(id);
      expect([status, body]).toEqual([200, { message: 'Saved.' }]);
    }
    expect(await saved()).toEqual([second, first]);
    expect(await saved(await api.signedInVisitor((await makeAccount(db)).id))).toEqual([]);
  });

  it('is independent of other accounts that save it', async () => {
    const id = await api.createListing();
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.send('PUT', `/api/user/saved/${id}`)).status).toBe(200);
    expect((await save(id)).status).toBe(200);
    expect([await saved(), await saved(other)]).toEqual([[id], [id]]);
    await unsave(id);
    expect([await saved(), await saved(other)]).toEqual([[], [id]]);
  });

  it('is undone, even if it was not saved', async () => {
    const id = await api.createListing();
    await save(id);
    for (let times = 0; times < 2; times++) expect((await unsave(id)).status).toBe(200);
    expect(await saved()).toEqual([]);
  });

  it.each(['draft', 'paused', 'hidden', 'deleted'] as const)(
    'is of what visitors see: not of a %s one',
    async (status) => {
      const { id } = await makeListing(db, { status });
      const { status: answered, body } = await save(id);
      expect([answered, body.message]).toEqual([404, "The ad you're looking for doesn't exist or has been removed."]);
      expect((await merge([id])).body).toEqual({ saved: [], left: [id] });
    },
  );

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(30)])('is refused for the id %s', async (id) => {
    expect((await save(id)).status).toBe(404);
  });

  it('keeps it while it is not public, and removes it when it is permanently deleted', async () => {
    const id = await api.createListing();
    await save(id);
    await db.updateTable('listings').set({ status: 'paused' }).where('id', '=', id).execute();
    expect(await saved()).toEqual([id]);
    expect((await api.get(`/api/ads?ids=${id}`)).body).toEqual([]);
    await db.deleteFrom('listings').where('id', '=', id).execute();
    expect(await saved()).toEqual([]);
  });

  it('is limited to 500, also for concurrent requests', async () => {
    const ids = many.slice(0, 503);
    expect((await merge(ids.slice(0, 498))).body.left).toEqual([]);
    const statuses = await Promise.all(ids.slice(498).map(async (id) => (await save(id)).status));
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409, 409]);
    const [full = 0] = ids.slice(498).filter((_id, i) => statuses[i] === 409);
    expect((await save(full)).body.message).toBe('You can save up to 500 listings. Remove one to save another.');
    expect((await save(ids[0] as number)).status).toBe(200);
    expect(await saved()).toHaveLength(500);
  });
});

describe('Signing in with a browser that has saved listings', () => {
  it('adds them before those of the account, in their order', async () => {
    const [a, b, c] = many.slice(0, 3) as [number, number, number];
    await save(a);
    const { status, body } = await merge([c, a, b, c]);
    expect([status, body.left]).toEqual([200, []]);
    expect(body.saved.map(({ id }: { id: number }) => id)).toEqual([c, b, a]);
    expect(await saved()).toEqual([c, b, a]);
    // A second tab sends the same list.
    expect((await merge([c, a, b])).body.saved).toEqual(body.saved);
  });

  it('leaves those that exceed the limit in the browser', async () => {
    const ids = many.slice(0, 505);
    await merge(ids.slice(0, 495));
    const { body } = await merge(ids.slice(490));
    expect(body.saved).toHaveLength(500);
    expect(body.left).toEqual(ids.slice(500));
  });

  it('in two tabs at once keeps all of them', async () => {
    const ids = many.slice(0, 20);
    const responses = await Promise.all([merge(ids), merge(ids), merge(ids)]);
    expect(responses.map(({ status, body }) => [status, body.left])).toEqual(Array(3).fill([200, []]));
    expect(await saved()).toEqual(ids);
  });

  it.each([[undefined], ['1'], [[0]], [['x']], [Array.from({ length: 501 }, (_, i) => i + 1)]])(
    'refuses %j as the saved list',
    async (ids) => {
      expect((await merge(ids)).status).toBe(400);
    },
  );
});

describe('Reading listings by id', () => {
  it('returns the public ones once each, in the requested order', async () => {
    const [a, b, hidden] = [
      await api.createListing(),
      await api.createListing(),
      await api.createListing({ status: 'hidden' }),
    ];
    const expired = await api.createListing({ expires_at: new Date(Date.now() - 1000) });
    const { status, headers, body } = await api.get(`/api/ads?ids=${[b, hidden, a, expired, b]}`);
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [b, a]]);
    expect(body[1]).toEqual((await api.get('/api/ads/recent')).body.find(({ id }: { id: number }) => id === a));
    expect(headers['cache-control']).toBe('public, no-cache');
  });

  it.each(['1,', 'x', '0', '1;2', '-1', Array.from({ length: 101 }, (_, i) => i + 1).join()])(
    'refuses %s',
    async (ids) => {
      expect((await api.get(`/api/ads?ids=${ids}`)).status).toBe(400);
    },
  );

  it('uses the primary key', async () => {
    const plan = (await explain(db, listingsByIdsQuery(db, [1, 2, 3]).compile())).join('\n');
    expect(plan).toContain('listings_pkey');
  });
});

it('is in the export of the account, and is deleted with it', async () => {
  const id = await api.createListing();
  await save(id);
  const { body } = await visitor.get('/api/user/export');
  expect(body.savedListings).toMatchObject([{ id }]);
  expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
  const left = await db.selectFrom('saved_listings').select('account_id').where('account_id', '=', accountId).execute();
  expect(left).toEqual([]);
});

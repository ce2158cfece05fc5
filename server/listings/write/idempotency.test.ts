import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const send = (form: object, key?: string, path?: string, visitor = owner) => sendListingForm(visitor, form, key, path);
const own = () => db.selectFrom('listings').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute();

describe('the same form sent twice', () => {
  it('creates one listing, even if sent concurrently', async () => {
    const key = newIdempotencyKey();
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(listingForm(), key)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.ad.id)).size).toBe(1);
    expect(await own()).toHaveLength(1);
  });

  it('creates one listing from two tabs with different keys', async () => {
    const responses = await Promise.all([
      send(listingForm(), newIdempotencyKey()),
      send(listingForm(), newIdempotencyKey()),
      send(listingForm()),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await own()).toHaveLength(1);
  });

  it('returns the listing that it created, in its current state, also after an edit', async () => {
    const key = newIdempotencyKey();
    const { body } = await send(listingForm(), key);
    await owner.send('PUT', `/api/user/ads/${body.ad.id}`, { ...listingForm({ title: 'Another title' }), version: 1 });
    const again = await send(listingForm(), key);
    expect(again.status).toBe(200);
    expect(again.body.ad).toMatchObject({ id: body.ad.id, title: 'Another title', version: 2 });
  });

  it('creates two listings for two accounts', async () => {
    const key = newIdempotencyKey();
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    const responses = [await send(listingForm(), key), await send(listingForm(), key, '/api/ads', other)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('creates a second listing when the first was changed or deleted, or is an hour old', async () => {
    const first = await send(listingForm(), newIdempotencyKey());
    await owner.send('PUT', `/api/user/ads/${first.body.ad.id}`, {
      ...listingForm({ title: 'Another title' }),
      version: 1,
    });
    const second = await send(listingForm(), newIdempotencyKey());
    await owner.send('DELETE', `/api/user/ads/${second.body.ad.id}`);
    const third = await send(listingForm(), newIdempotencyKey());
    await db
      .updateTable('listings')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', third.body.ad.id)
      .execute();
    const fourth = await send(listingForm(), newIdempotencyKey());
    expect([second, third, fourth].map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('is refused with the key of another form', async () => {
    const key = newIdempotencyKey();
    await send(listingForm(), key);
    const { status, body } = await send(listingForm({ title: 'Another title' }), key);
    expect([status, body.message]).toEqual([409, 'This Idempotency-Key was already used for another listing.']);
    expect(await own()).toHaveLength(1);
  });

  it.each(['short', 'with blanks and so on', 'x'.repeat(101)])('is refused with the key "%s"', async (key) => {
    expect((await send(listingForm(), key)).status).toBe(400);
    expect(await own()).toEqual([]);
  });
});

describe('an account may create 60 listings an hour', () => {
  it('of all kinds together, and repeated forms do not count', async () => {
    const form = (n: number) => listingForm({ title: `Listing ${n}` });
    const first = newIdempotencyKey();
    await send(form(0), first);
    for (let n = 1; n < 59; n++) await send(form(n), newIdempotencyKey(), n % 2 ? '/api/ads' : '/api/drafts');
    const [listing] = await own();
    const copied = await owner.post(`/api/user/ads/${listing?.id}/duplicate`);
    expect(copied.status).toBe(201);
    const tooMany = await send(form(60), newIdempotencyKey());
    expect(tooMany.status).toBe(429);
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await send(form(60), newIdempotencyKey(), '/api/drafts')).status).toBe(429);
    expect((await send(form(0), first)).status).toBe(200);
    expect((await owner.post(`/api/user/ads/${listing?.id}/duplicate`)).status).toBe(200);
    expect(await own()).toHaveLength(60);
  });
});

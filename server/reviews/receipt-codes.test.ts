import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { deleteOldCodes } from './receipt-codes.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;

beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'reviews', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, {
    email: 'owner@mail.example',
    email_key: 'owner@mail.example',
    email_confirmed_at: new Date(),
  });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

const makeCodes = async (count = 20, id = listingId) =>
  (await api.signedInVisitor(owner.id)).post(`/api/user/ads/${id}/receipt-codes`, { count });
const oneCode = async (): Promise<string> => (await makeCodes()).body.codes[0];
const batches = async () => (await (await api.signedInVisitor(owner.id)).get('/api/user/receipt-codes')).body;
const enter = (code: string, email: string | undefined = 'ana@mail.example', visitor = api.visitor()) =>
  visitor.post('/api/receipt-codes', { code, email });
const form = (overrides: object = {}) => ({
  ...{ stars: 4, name: 'Ana L.', visitedMonth: '2026-10', purchased: '', declares: true, key: randomUUID() },
  ...{ text: 'They came the same day, and it works.', ...overrides },
});

/** What somebody without an account does with the link in the email about a code. */
async function byEmail(code: string, email = 'ana@mail.example') {
  await enter(code, email);
  await waitForEmptyMailQueue(db);
  const { text } = await api.waitForEmail(email);
  const { id, token } = readEmailLink(text);
  const visitor = api.visitor();
  await openLink(visitor, token);
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', action = '', body?: object) =>
    visitor.send(method, `/api/receipt-codes/${id}/review${action}`, body);
  return { id, send, write: (overrides: object = {}) => send('PUT', '', form(overrides)) };
}

describe('receipt codes', () => {
  it('are made in batches, differ, and cannot be read later', async () => {
    const { status, body } = await makeCodes(50);
    expect(status).toBe(201);
    expect(new Set(body.codes).size).toBe(50);
    for (const code of body.codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await batches()).toMatchObject([{ id: listingId, batches: [{ count: 50, used: 0 }] }]);
    const { rows } = await sql<{ stored: string }>`select json_agg(c)::text as stored from receipt_codes c`.execute(db);
    expect(rows[0]?.stored).not.toContain(body.codes[0].replace('-', ''));
    expect((await makeCodes(11)).status).toBe(400);
  });

  it('are at most 1,000 that nobody has used', async () => {
    for (let n = 0; n < 5; n++) expect((await makeCodes(200)).status).toBe(201);
    expect(await makeCodes(20)).toMatchObject({ status: 409, body: { message: expect.stringContaining('1,000') } });
    await sql`
      update receipt_batches set expires_at = now() - interval '1 second' where id = (select min(id) from receipt_batches)`.execute(
      db,
    );
    expect((await makeCodes(20)).status).toBe(201);
  });

  it('are made by who may edit the listing', async () => {
    const other = await makeAccount(db);
    const visitor = await api.signedInVisitor(other.id);
    expect((await visitor.post(`/api/user/ads/${listingId}/receipt-codes`, { count: 20 })).status).toBe(404);
    expect((await visitor.get('/api/user/receipt-codes')).body).toEqual([]);
    await makeListingMember(db, { account_id: other.id, owner_id: owner.id, role: 'viewer' });
    expect((await visitor.post(`/api/user/ads/${listingId}/receipt-codes`, { count: 20 })).status).toBe(404);
    await db.updateTable('listing_members').set({ role: 'manager' }).execute();
    expect((await visitor.post(`/api/user/ads/${listingId}/receipt-codes`, { count: 20 })).status).toBe(201);
  });
});

describe('who has a code', () => {
  it('reviews the business by the link in an email, which the staff reads first', async () => {
    const code = await oneCode();
    expect(await enter(code.toLowerCase().replace('-', ' '))).toMatchObject({
      status: 201,
      body: { business: 'Sunrise Plumbing', id: null },
    });
    const { write } = await byEmail(code);
    expect((await write()).body).toMatchObject({
      business: 'Sunrise Plumbing',
      canWrite: true,
      review: { proof: 'receipt', status: 'waiting' },
    });
    const staff = await api.signedInVisitor(1);
    const [review] = (await staff.get('/api/admin/reviews')).body;
    expect((await staff.post(`/api/admin/reviews/${review.id}/show`)).status).toBe(204);
    await api.awaitInvalidations();
    expect((await api.visitor().get(`/api/ads/${listingId}/reviews`)).body.reviews).toMatchObject([
      { proof: 'receipt' },
    ]);
    await waitForEmptyMailQueue(db);
    const shown = api.emails.filter(({ to }) => to === 'ana@mail.example').at(-1);
    expect(shown?.text).toMatch(/\/receipt-codes\/\d+#token=/);
  });

  it('reads the name of the business on cards, pages and emails, and not the title of its ad', async () => {
    const names = { title: '24/7 emergency plumber', business_name: 'Rosa & Sons' };
    await db.updateTable('listings').set(names).where('id', '=', listingId).execute();
    expect(await batches()).toMatchObject([{ title: names.title, business: 'Rosa & Sons' }]);
    const code = await oneCode();
    expect((await enter(code)).body.business).toBe('Rosa & Sons');
    const { write } = await byEmail(code);
    await write();
    const staff = await api.signedInVisitor(1);
    const [review] = (await staff.get('/api/admin/reviews')).body;
    await staff.post(`/api/admin/reviews/${review.id}/show`);
    await waitForEmptyMailQueue(db);
    const texts = api.emails.map(({ subject, text }) => subject + text);
    expect(texts.filter((text) => text.includes('Rosa & Sons'))).toHaveLength(2);
    expect(texts.filter((text) => text.includes('24/7'))).toEqual([]);
  });

  it('writes at once when signed in with a confirmed address, and not with another one', async () => {
    const [first, second] = (await makeCodes()).body.codes;
    const confirmed = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(confirmed.id);
    const { body } = await enter(first, undefined, visitor);
    expect((await visitor.send('PUT', `/api/receipt-codes/${body.id}/review`, form())).status).toBe(200);
    const unconfirmed = await api.signedInVisitor((await makeAccount(db, { email_confirmed_at: null })).id);
    expect((await enter(second, undefined, unconfirmed)).body.id).toBeNull();
    const entered = await db
      .selectFrom('entered_codes')
      .select(sql<number>`max(id)`.as('id'))
      .executeTakeFirstOrThrow();
    expect((await unconfirmed.get(`/api/receipt-codes/${entered.id}/review`)).status).toBe(404);
    expect((await unconfirmed.get(`/api/receipt-codes/${body.id}/review`)).status).toBe(404);
  });

  it('uses it once, also when two people have it', async () => {
    const code = await oneCode();
    const [ana, ben] = [await byEmail(code), await byEmail(code, 'ben@mail.example')];
    const statuses = (await Promise.all([ana.write(), ben.write()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await batches()).toMatchObject([{ batches: [{ used: 1 }] }]);
    expect(await enter(code)).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } });
    const later = statuses[0] === 200 ? ben : ana;
    expect((await later.send('GET')).body).toEqual({
      business: 'Sunrise Plumbing',
      canWrite: false,
      needsDocument: false,
      review: null,
    });
  });

  it('changes the review and deletes it without another code, and a second code adds no second review', async () => {
    const [first, second] = (await makeCodes()).body.codes;
    const ana = await byEmail(first);
    await ana.write();
    expect((await ana.write({ stars: 1 })).body).toMatchObject({ review: { stars: 1 } });
    api.emails.length = 0;
    const again = await byEmail(second);
    expect((await again.write({ stars: 2 })).body).toMatchObject({ review: { stars: 2 } });
    expect(await db.selectFrom('reviews').select('stars').execute()).toEqual([{ stars: 2 }]);
    expect(await batches()).toMatchObject([{ batches: [{ used: 1 }] }]);
    expect((await ana.send('DELETE')).status).toBe(204);
    expect((await ana.send('GET')).body).toMatchObject({ canWrite: true, review: null });
  });

  it('does not run the business, by account or by address', async () => {
    const [first, second] = (await makeCodes()).body.codes;
    const refused = { status: 409, body: { message: 'You can’t review a business that you run.' } };
    expect(await (await byEmail(first, 'Owner@mail.example')).write()).toMatchObject(refused);
    const visitor: Visitor = await api.signedInVisitor(owner.id);
    const { body } = await enter(second, undefined, visitor);
    expect(await visitor.send('PUT', `/api/receipt-codes/${body.id}/review`, form())).toMatchObject(refused);
    expect(await batches()).toMatchObject([{ batches: [{ used: 0 }] }]);
  });

  it('owns no business of the same kind in the same place', async () => {
    const [first, second] = (await makeCodes()).body.codes;
    const write = async (code: string, place: string) => {
      const rival = await makeAccount(db, { email_confirmed_at: new Date() });
      await makeListing(db, { owner_id: rival.id, place });
      const visitor = await api.signedInVisitor(rival.id);
      const { body } = await enter(code, undefined, visitor);
      return visitor.send('PUT', `/api/receipt-codes/${body.id}/review`, form());
    };
    const { place_id } = await db
      .selectFrom('listings')
      .select('place_id')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow();
    const { slug } = await db.selectFrom('places').select('slug').where('id', '=', place_id).executeTakeFirstOrThrow();
    expect(await write(first, slug)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('same kind') },
    });
    expect((await write(second, slug === 'san-diego' ? 'irvine' : 'san-diego')).status).toBe(200);
  });

  it('needs a code that is known and valid, and an address', async () => {
    expect((await enter('ABC')).body.issues).toEqual([
      { path: 'code', message: 'Enter the ten characters of the code.' },
    ]);
    expect((await enter('0123456789')).status).toBe(400);
    const code = await oneCode();
    expect((await api.visitor().post('/api/receipt-codes', { code })).body.issues).toMatchObject([{ path: 'email' }]);
    const { write } = await byEmail(code);
    await db
      .updateTable('receipt_batches')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await enter(code)).status).toBe(400);
    expect((await write()).status).toBe(409);
  });

  it('tries at most twenty codes in an hour', async () => {
    const visitor = api.visitor();
    for (let n = 0; n < 20; n++) expect((await enter('0123456789', 'ana@mail.example', visitor)).status).toBe(400);
    expect((await enter('0123456789', 'ana@mail.example', visitor)).status).toBe(429);
  });
});

it('codes and receipts are deleted when they are too old; the review stays', async () => {
  const [first, second] = (await makeCodes()).body.codes;
  await (await byEmail(first)).write();
  await byEmail(second, 'ben@mail.example');
  const age = (days: number) =>
    sql`update entered_codes set created_at = created_at - make_interval(days => ${days})`.execute(db);
  const emails = async () => (await db.selectFrom('entered_codes').select('email').execute()).map(({ email }) => email);
  await age(13);
  await deleteOldCodes(db);
  expect((await emails()).toSorted()).toEqual(['ana@mail.example', 'ben@mail.example']);
  await age(2);
  await deleteOldCodes(db);
  expect(await emails()).toEqual(['ana@mail.example']);
  await age(344);
  await deleteOldCodes(db);
  expect(await emails()).toEqual(['ana@mail.example']);
  await age(1);
  await db.updateTable('receipt_batches').set({ expires_at: new Date() }).execute();
  await deleteOldCodes(db);
  expect([await emails(), await batches()]).toMatchObject([[], [{ batches: [] }]]);
  expect(await db.selectFrom('receipt_codes').select('batch_id').execute()).toEqual([]);
  expect(await db.selectFrom('reviews').select('entered_code_id').execute()).toEqual([{ entered_code_id: null }]);
});

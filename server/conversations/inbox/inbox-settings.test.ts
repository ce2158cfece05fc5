import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { conversationsPersonalData } from '#server/conversations/personal-data.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeConversation } from '#tests/fixtures/conversation-factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;

beforeEach(async () => {
  // An email of the last test must not be sent while what it is about is deleted.
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'listings', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  owner = await makeAccount(db, { email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

const ANSWERS = [{ title: 'Prices', text: 'A visit costs $80.\nWe take cards.' }];
const save = async (settings: object) =>
  (await api.signedInVisitor(owner.id)).send('PUT', '/api/user/inbox-settings', settings);
const write = async () => {
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  const customer = await api.signedInVisitor(account.id);
  const message = { name: 'Maria Lopez', topic: 'question', text: 'Could you come?', key: randomUUID() };
  const { body } = await customer.post(`/api/ads/${listingId}/messages`, message);
  await waitForEmptyMailQueue(db);
  return { customer, id: body.id as number, email: account.email };
};

describe('saved answers', () => {
  it('are kept for each account', async () => {
    expect((await save({ answers: ANSWERS, away: null })).body).toEqual({ answers: ANSWERS, away: null });
    const read = async (id: number) => (await (await api.signedInVisitor(id)).get('/api/user/inbox-settings')).body;
    expect(await read(owner.id)).toEqual({ answers: ANSWERS, away: null });
    expect(await read((await makeAccount(db)).id)).toEqual({ answers: [], away: null });
    await save({ answers: [], away: null });
    expect(await read(owner.id)).toEqual({ answers: [], away: null });
  });

  it.each([
    ['21 of them', { answers: Array.from({ length: 21 }, () => ANSWERS[0]), away: null }],
    ['one without a title', { answers: [{ title: ' ', text: 'Yes' }], away: null }],
    ['an empty automatic answer', { answers: [], away: { text: ' ', until: null } }],
    ['a day that is none', { answers: [], away: { text: 'Away', until: '2026-02-30' } }],
  ])('are refused with %s', async (_, settings) => {
    expect((await save(settings)).status).toBe(400);
  });
});

describe('an automatic answer', () => {
  const dayFromNow = async (days: number) => {
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'America/Los_Angeles')::date + ${days}::int)::text as day`.execute(db);
    return rows[0]?.day as string;
  };

  it('is sent once, to whoever begins a conversation, and answers nothing', async () => {
    await save({ answers: [], away: { text: 'We are back on Monday.', until: await dayFromNow(0) } });
    const { customer, id, email } = await write();
    const { body } = await customer.get(`/api/conversations/${id}`);
    expect(body.messages).toMatchObject([{ sender: 'customer' }, { sender: 'business', via: 'away' }]);
    expect((await customer.get('/api/user/conversations?side=customer')).body).toMatchObject([
      { excerpt: 'Could you come?' },
    ]);
    const [automatic] = api.emails.filter(({ to }) => to === email);
    expect(automatic).toMatchObject({ subject: 'Sunrise Plumbing is away' });
    expect(automatic?.text).toContain('> We are back on Monday.');
    const row = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ first_answered_at: null, label: 'new', owner_read_at: null });

    await customer.post(`/api/conversations/${id}/messages`, { text: 'And on Tuesday?', key: randomUUID() });
    expect((await customer.get(`/api/conversations/${id}`)).body.messages).toHaveLength(3);
    const business = await api.signedInVisitor(owner.id);
    expect((await business.get('/api/user/conversations/unread')).body.unread).toBe(1);
    expect((await business.get('/api/user/conversations')).body).toMatchObject([{ excerpt: 'And on Tuesday?' }]);
  });

  it('is not sent after its last day, nor when it is off', async () => {
    for (const away of [{ text: 'Away', until: await dayFromNow(-1) }, null]) {
      expect((await save({ answers: [], away })).status).toBe(200);
      const { customer, id } = await write();
      expect((await customer.get(`/api/conversations/${id}`)).body.messages).toHaveLength(1);
    }
  });

  it('waits with a message that the staff reads first', async () => {
    await save({ answers: [], away: { text: 'Away', until: null } });
    const { id } = await makeConversation(db, { listing_id: listingId, status: 'held', held_for: ['link'] });
    expect(await db.selectFrom('messages').select('id').where('via', '=', 'away').execute()).toEqual([]);
    await makeAccount(db, { id: 1, username: 'admin', email: null });
    await (await api.signedInVisitor(1)).post(`/api/admin/conversations/${id}/approve`, { reason: '' });
    expect(await db.selectFrom('messages').select('id').where('via', '=', 'away').execute()).toHaveLength(1);
  });
});

describe('a note', () => {
  it('is read by the business alone, and changed by who may answer', async () => {
    const { customer, id } = await write();
    const keep = async (accountId: number, text: string) =>
      (await api.signedInVisitor(accountId)).send('PUT', `/api/conversations/${id}/note`, { text });
    expect((await keep(owner.id, 'Gate code 12')).body.note).toBe('Gate code 12');
    expect((await customer.get(`/api/conversations/${id}`)).body.note).toBeNull();
    expect((await customer.send('PUT', `/api/conversations/${id}/note`, { text: 'x' })).status).toBe(404);
    for (const [role, status] of [
      ['viewer', 403],
      ['manager', 200],
    ] as const) {
      const helper = await makeAccount(db);
      await makeListingMember(db, { account_id: helper.id, owner_id: owner.id, role });
      expect((await keep(helper.id, 'Seen')).status).toBe(status);
    }
    expect((await keep(owner.id, '')).body.note).toBeNull();
    expect((await keep(owner.id, 'x'.repeat(2001))).status).toBe(400);
  });

  it('goes neither to the next owner of the listing nor into the export of the customer', async () => {
    const { id } = await write();
    await db.updateTable('conversations').set({ note: 'Gate code 12' }).execute();
    const row = await db.selectFrom('conversations').select('customer_id').executeTakeFirstOrThrow();
    const exported = async (accountId: number) => JSON.stringify(await conversationsPersonalData.export(db, accountId));
    expect(await exported(row.customer_id as number)).not.toContain('Gate code 12');
    expect(await exported(owner.id)).toContain('Gate code 12');
    const next = await makeAccount(db);
    await db.updateTable('listings').set({ owner_id: next.id }).where('id', '=', listingId).execute();
    expect((await (await api.signedInVisitor(next.id)).get(`/api/conversations/${id}`)).body.note).toBeNull();
  });
});

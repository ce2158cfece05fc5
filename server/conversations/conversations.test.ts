import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody } from '#tests/support/upload.ts';
import { deleteUnconfirmed } from './confirm.ts';
import { conversationsPersonalData, deleteOldConversations } from './personal-data.ts';
import { deleteUnusedPictures } from './pictures.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

let owner: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;

beforeEach(async () => {
  // An email of the last test must not be sent while what it is about is deleted.
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'conversation_blocks', 'message_pictures', 'listings'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  owner = await makeAccount(db, { email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

const form = (overrides: object = {}) => ({
  name: 'Maria Lopez',
  email: 'maria@mail.example',
  topic: 'question',
  text: 'Our water heater leaks. Could you come on Thursday?',
  key: randomUUID(),
  ...overrides,
});
const write = (visitor: Visitor, overrides: object = {}, id = listingId) =>
  visitor.post(`/api/ads/${id}/messages`, form(overrides));

/** The id and token of the link in the newest email to an address. */
async function readLink(to: string): Promise<{ id: number; token: string }> {
  await waitForEmptyMailQueue(db);
  const { text } = await api.waitForEmail(to);
  return readEmailLink(text);
}
async function confirm(visitor: Visitor, { id, token }: { id: number; token: string }) {
  await openLink(visitor, token);
  return visitor.post(`/api/conversations/${id}/confirm`);
}
const inbox = async (accountId: number, query = '') => {
  const visitor = await api.signedInVisitor(accountId);
  const { body: conversations } = await visitor.get(`/api/user/conversations${query}`);
  return { conversations, ...(await visitor.get('/api/user/conversations/unread')).body };
};

/** A conversation of a customer without an account that the business has received. */
async function startedConversation(overrides: object = {}) {
  const customer = api.visitor();
  await write(customer, overrides);
  const link = await readLink('maria@mail.example');
  await confirm(customer, link);
  return { ...link, customer, business: await api.signedInVisitor(owner.id) };
}

describe('a first message without an account', () => {
  it('reaches the business after one click in an email, and not before', async () => {
    const customer = api.visitor();
    const { status, body } = await write(customer);
    expect([status, body]).toEqual([201, { status: 'unconfirmed', id: null }]);
    const link = await readLink('maria@mail.example');
    expect(await inbox(owner.id)).toMatchObject({ conversations: [], unread: 0 });
    expect(api.emails.filter(({ to }) => to === owner.email)).toEqual([]);
    expect((await (await api.signedInVisitor(owner.id)).get(`/api/conversations/${link.id}`)).status).toBe(404);

    expect((await confirm(customer, link)).body).toMatchObject({ status: 'open', side: 'customer' });
    await waitForEmptyMailQueue(db);
    const email = await api.waitForEmail(owner.email as string);
    expect(email).toMatchObject({ senderName: expect.stringContaining('Maria Lopez via') });
    expect(email.text).toContain('> Our water heater leaks.');
    expect(email.text).not.toContain('maria@');
    expect(await inbox(owner.id)).toMatchObject({
      unread: 1,
      conversations: [{ id: link.id, side: 'business', customer: 'Maria Lopez', unread: true, label: 'new' }],
    });
  });

  it('is sent once, however often the link is opened', async () => {
    const { customer, ...link } = await startedConversation();
    await confirm(customer, link);
    await waitForEmptyMailQueue(db);
    expect(api.emails.filter(({ to }) => to === owner.email)).toHaveLength(1);
  });

  it('is stored once, however often it is requested', async () => {
    const key = randomUUID();
    const customer = api.visitor();
    const responses = await Promise.all([write(customer, { key }), write(customer, { key }), write(customer, { key })]);
    const sent = { status: 201, body: { status: 'unconfirmed', id: null } };
    expect(responses).toMatchObject([sent, sent, sent]);
    expect(await write(customer, { key })).toMatchObject(sent);
    // A repeated request does not count towards the limit.
    expect(await write(customer)).toMatchObject(sent);
    expect(await write(customer)).toMatchObject(sent);
    await db.deleteFrom('conversations').where('request_key', '<>', key).execute();
    expect(await db.selectFrom('conversations').select('id').execute()).toHaveLength(1);
  });

  it('is deleted with its pictures when nobody opens the link for 48 hours', async () => {
    await write(api.visitor());
    await deleteUnconfirmed(db);
    expect(await db.selectFrom('messages').select('id').execute()).toHaveLength(1);
    await db
      .updateTable('conversations')
      .set({ created_at: new Date(Date.now() - 49 * 3_600_000) })
      .execute();
    await deleteUnconfirmed(db);
    expect(await db.selectFrom('messages').select('id').execute()).toEqual([]);
  });

  it.each([
    [
      'has blocked them',
      async () => {
        await db
          .insertInto('conversation_blocks')
          .values({ owner_id: owner.id, email_key: 'maria@mail.example' })
          .execute();
      },
    ],
    ['is suspended', () => suspend(db, { id: owner.id, reason: 'Spam', by: 1 })],
    [
      'has no listing any more',
      async () => {
        await db.deleteFrom('listings').execute();
      },
    ],
    [
      'has ended its listing',
      async () => {
        await db
          .updateTable('listings')
          .set({ status: 'deleted', deleted_from: 'active', deleted_at: new Date() })
          .execute();
      },
    ],
  ])('is not sent to a business that %s before the click, by us or by the staff', async (_, change) => {
    const customer = api.visitor();
    const signedIn = await makeAccount(db, { email_confirmed_at: new Date() });
    await write(customer);
    const link = await readLink('maria@mail.example');
    const held = (await write(await api.signedInVisitor(signedIn.id), { text: 'Another text' })).body;
    await db
      .updateTable('conversations')
      .set({ status: 'held', opened_at: null, customer_email_key: 'maria@mail.example' })
      .where('id', '=', held.id)
      .execute();
    await waitForEmptyMailQueue(db);
    await change();
    api.emails.length = 0;
    expect((await confirm(customer, link)).status).toBe(409);
    const staff = await api.signedInVisitor(1);
    expect((await staff.post(`/api/admin/conversations/${held.id}/approve`, { reason: '' })).status).toBe(409);
    await waitForEmptyMailQueue(db);
    expect(api.emails.filter(({ text }) => text.includes('> '))).toEqual([]);
    expect((await staff.post(`/api/admin/conversations/${held.id}/withhold`, { reason: 'It left.' })).status).toBe(204);
  });

  it('is not sent for a customer who was suspended before the click', async () => {
    const account = await makeAccount(db, { email_confirmed_at: null });
    await write(await api.signedInVisitor(account.id));
    const link = await readLink(account.email as string);
    await suspend(db, { id: account.id, reason: 'Spam', by: 1 });
    expect((await confirm(api.visitor(), link)).status).toBe(409);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['no address', { email: undefined }, 'email'],
    ['an address that is none', { email: 'maria@' }, 'email'],
    ['no words', { text: ' … ' }, 'text'],
    ['too many words', { text: 'x'.repeat(5001) }, 'text'],
    ['an unknown topic', { topic: 'hello' }, 'topic'],
    ['four pictures', { pictures: Array(4).fill(`message-${'a'.repeat(32)}`) }, 'pictures'],
    ['no key', { key: 'one' }, 'key'],
    ['the field that people cannot see', { leaveEmpty: 'https://spam.example' }, 'leaveEmpty'],
  ])('is refused with %s', async (_, overrides, path) => {
    const { status, body } = await write(api.visitor(), overrides);
    expect([status, body.issues[0].path]).toEqual([400, path]);
    expect(await db.selectFrom('conversations').select('id').execute()).toEqual([]);
  });

  it('is refused for listings that nobody can answer for', async () => {
    const unclaimed = await makeListing(db, { owner_id: null, origin: 'open-data' });
    const paused = await makeListing(db, { owner_id: owner.id, status: 'paused' });
    for (const { id } of [unclaimed, paused, { id: 999_999 }])
      expect((await write(api.visitor(), {}, id)).status).toBe(404);
  });

  it('is counted for its address also where it is refused', async () => {
    const visitor = api.visitor();
    const refused = () => write(visitor, {}, 999_999);
    for (let n = 0; n < 10; n++) expect((await refused()).status).toBe(404);
    expect((await refused()).status).toBe(429);
    expect((await write(visitor)).status).toBe(429);
  });

  it('of a stranger uses up nothing of the customer whose address they type', async () => {
    for (let n = 0; n < 3; n++) expect((await write(api.visitor())).status).toBe(201);
    const account = await makeAccount(db, { email: 'maria@mail.example', email_confirmed_at: new Date() });
    expect((await write(await api.signedInVisitor(account.id))).status).toBe(201);
  });

  it('counts for its mailbox, however the address is written', async () => {
    const spellings = ['maria@mail.example', 'Maria+1@mail.example', 'maria+2@MAIL.example', 'maria+3@mail.example'];
    const statuses = [];
    for (const email of spellings) statuses.push((await write(api.visitor(), { email })).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  it('is confirmed by an email with nothing that somebody typed', async () => {
    await write(api.visitor());
    await waitForEmptyMailQueue(db);
    const { subject, text, senderName } = await api.waitForEmail('maria@mail.example');
    expect(senderName).toBeUndefined();
    expect(`${subject}\n${text}`).not.toMatch(/Maria|Lopez|heater|Sunrise/);
  });

  it('is limited: three to a business in a day, ten from an address in an hour', async () => {
    const statuses = async (count: number, next: () => Promise<{ status: number }>) => {
      const found = [];
      for (let n = 0; n < count; n++) found.push((await next()).status);
      return found;
    };
    expect(await statuses(4, () => write(api.visitor()))).toEqual([201, 201, 201, 429]);
    const one = api.visitor();
    const others = (n: number) => write(one, { email: `m${n}@mail.example`, text: `Question ${randomUUID()}` });
    let n = 0;
    expect((await statuses(11, () => others(n++))).at(-1)).toBe(429);
  });
});

describe('a first message of somebody signed in', () => {
  it('is sent at once if their address is confirmed', async () => {
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const { status, body } = await write(await api.signedInVisitor(account.id), { email: undefined });
    expect([status, body]).toEqual([201, { status: 'open', id: expect.any(Number) }]);
    expect(await inbox(account.id, '?side=customer')).toMatchObject({
      conversations: [{ id: body.id, side: 'customer', listing: { id: listingId, title: 'Sunrise Plumbing' } }],
    });
  });

  it('waits for the click in an email if it is not', async () => {
    const account = await makeAccount(db);
    const { body } = await write(await api.signedInVisitor(account.id));
    expect(body).toEqual({ status: 'unconfirmed', id: expect.any(Number) });
    expect(await inbox(owner.id)).toMatchObject({ conversations: [] });
    // To the address of the account, whatever the form says.
    expect((await readLink(account.email as string)).id).toBe(body.id);
  });

  it('is refused to their own listing', async () => {
    expect((await write(await api.signedInVisitor(owner.id))).status).toBe(409);
  });
});

describe('a conversation', () => {
  it('goes back and forth, and tells each side by email without the address of the other', async () => {
    const { id, token, customer, business } = await startedConversation();
    const answer = { text: 'Yes, between 9 and 11.', key: randomUUID() };
    const { body } = await business.post(`/api/conversations/${id}/messages`, answer);
    expect(body).toMatchObject({ label: 'answered', messages: [{ sender: 'customer' }, { sender: 'business' }] });
    expect(JSON.stringify(body)).not.toContain('maria@');
    const repeated = await business.post(`/api/conversations/${id}/messages`, answer);
    expect(repeated).toMatchObject({ status: 200, body: { messages: [{}, {}] } });
    await waitForEmptyMailQueue(db);
    const emails = api.emails.filter(({ to }) => to === 'maria@mail.example');
    expect(emails).toHaveLength(2);
    expect(emails[1]?.text).not.toContain(owner.email);
    // The link of each email works.
    const newer = await readLink('maria@mail.example');
    for (const one of [token, newer.token]) {
      const elsewhere = api.visitor();
      await openLink(elsewhere, one);
      const seen = await elsewhere.get(`/api/conversations/${id}`);
      expect(seen.body.messages.map(({ text }: { text: string }) => text)).toEqual([form().text, answer.text]);
      expect(seen.body.phone).toBeNull();
    }
    const again = { text: 'Thank you!', key: randomUUID() };
    await customer.post(`/api/conversations/${id}/messages`, again);
    expect((await inbox(owner.id)).conversations[0]).toMatchObject({ excerpt: 'Thank you!', unread: true });
    await business.post(`/api/conversations/${id}/read`);
    expect(await inbox(owner.id)).toMatchObject({ unread: 0, conversations: [{ unread: false }] });
  });

  it.each([
    ['(949) 555-0100', 'tel:+19495550100', '(949) 555-0100'],
    ['evenings only', null, '“evenings only”'],
  ])('has the phone of the customer for the business alone, in its email too: %s', async (phone, tel, printed) => {
    const { id, customer, business } = await startedConversation({ phone });
    expect((await business.get(`/api/conversations/${id}`)).body).toMatchObject({ phone, tel });
    expect((await customer.get(`/api/conversations/${id}`)).body).toMatchObject({ phone: null, tel: null });
    const { text } = await api.waitForEmail(owner.email as string);
    expect(text).toContain(`Phone: ${printed}`);
  });

  it('is in the export of its business, where no cell is a formula', async () => {
    const { business } = await startedConversation({ name: '=HYPERLINK("x")', phone: '(949) 555-0100' });
    await startedConversation({ text: 'A second "question"' });
    const { headers, body } = await business.get('/api/user/conversations.csv');
    expect(headers['content-disposition']).toBe('attachment; filename="messages.csv"');
    const lines = body.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('"A second ""question"""');
    expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(lines[2]).toContain('(949) 555-0100');
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.get('/api/user/conversations.csv')).body.trim().split('\n')).toHaveLength(1);
  });

  it('is nobody else’s', async () => {
    const { id, token, customer } = await startedConversation();
    const other = await makeAccount(db);
    const second = await startedConversation({ text: 'Another question' });
    const strangers = [
      api.visitor(),
      second.customer,
      await api.signedInVisitor(other.id),
      await api.signedInVisitor(1),
    ];
    for (const visitor of strangers) expect((await visitor.get(`/api/conversations/${id}`)).status).toBe(404);
    expect((await customer.get(`/api/conversations/${id}`)).status).toBe(200);
    // The token alone opens nothing, nor does that of the business.
    expect((await api.visitor().get(`/api/conversations/${id}?token=${token}`)).status).toBe(404);
    await db
      .updateTable('conversation_links')
      .set({ side: 'business', account_id: owner.id })
      .where('conversation_id', '=', id)
      .execute();
    expect((await openLink(api.visitor(), token)).status).toBe(400);
  });

  it('is answered by managers of the listing and read by viewers', async () => {
    const { id } = await startedConversation();
    for (const [role, status] of [
      ['manager', 200],
      ['viewer', 403],
    ] as const) {
      const helper = await makeAccount(db);
      await db
        .insertInto('listing_members')
        .values({ owner_id: owner.id, account_id: helper.id, role, recipient: 'x@mail.example' })
        .execute();
      const visitor = await api.signedInVisitor(helper.id);
      const canChange = role === 'manager';
      expect((await visitor.get(`/api/conversations/${id}`)).body).toMatchObject({ side: 'business', canChange });
      expect((await inbox(helper.id)).conversations).toHaveLength(1);
      const answer = await visitor.post(`/api/conversations/${id}/messages`, { text: 'Yes.', key: randomUUID() });
      expect(answer.status).toBe(status);
      const labeled = await visitor.send('PUT', `/api/conversations/${id}/label`, { label: 'won' });
      expect(labeled.status).toBe(status);
      await db.updateTable('conversations').set({ owner_read_at: null }).execute();
      expect((await visitor.post(`/api/conversations/${id}/read`)).status).toBe(204);
      // A viewer leaves no trace.
      const { owner_read_at } = await db.selectFrom('conversations').select('owner_read_at').executeTakeFirstOrThrow();
      expect(owner_read_at !== null).toBe(canChange);
      if (!canChange) expect((await visitor.post(`/api/conversations/${id}/block`)).status).toBe(403);
    }
  });

  it('read by its customer is not read by the business, and another one does not exist', async () => {
    const { id, business, customer } = await startedConversation();
    await customer.post(`/api/conversations/${id}/read`);
    expect((await inbox(owner.id)).conversations).toMatchObject([{ unread: true }]);
    expect((await business.get(`/api/conversations/${id + 1}`)).status).toBe(404);
  });

  it('names the member who answered to the others of the business, and nobody to the customer', async () => {
    const { id, business, customer } = await startedConversation();
    const helper = await makeAccount(db, { username: 'ana', username_key: 'ana' });
    await db
      .insertInto('listing_members')
      .values({ owner_id: owner.id, account_id: helper.id, role: 'manager', recipient: 'x@mail.example' })
      .execute();
    const member = await api.signedInVisitor(helper.id);
    await member.post(`/api/conversations/${id}/messages`, { text: 'Yes.', key: randomUUID() });
    const authors = async (visitor: Visitor) =>
      (await visitor.get(`/api/conversations/${id}`)).body.messages.map(({ author }: { author: string }) => author);
    expect(await authors(business)).toEqual([null, 'ana']);
    expect(await authors(member)).toEqual([null, null]);
    expect(await authors(customer)).toEqual([null, null]);
    await db.deleteFrom('accounts').where('id', '=', helper.id).execute();
    expect(await authors(business)).toEqual([null, 'a former member']);
  });

  it('goes with its listing to another owner', async () => {
    const { id, business } = await startedConversation();
    const next = await makeAccount(db);
    await db.updateTable('listings').set({ owner_id: next.id }).where('id', '=', listingId).execute();
    expect((await business.get(`/api/conversations/${id}`)).status).toBe(404);
    expect((await inbox(next.id)).conversations).toMatchObject([{ id }]);
  });

  it.each(['customer', 'business'] as const)('stopped by its %s takes no more messages', async (side) => {
    const { id, customer, business } = await startedConversation();
    const visitor = side === 'customer' ? customer : business;
    expect((await visitor.post(`/api/conversations/${id}/stop`)).status).toBe(204);
    const more = { text: 'One more thing', key: randomUUID() };
    expect((await business.post(`/api/conversations/${id}/messages`, more)).status).toBe(409);
    expect((await customer.post(`/api/conversations/${id}/messages`, more)).status).toBe(409);
    expect((await business.get(`/api/conversations/${id}`)).body).toMatchObject({ status: 'stopped', stoppedBy: side });
  });

  it('with a blocked customer ends, and they cannot begin another one, also with another spelling', async () => {
    const { id, business } = await startedConversation();
    expect((await business.post(`/api/conversations/${id}/block`)).status).toBe(204);
    await waitForEmptyMailQueue(db);
    api.emails.length = 0;
    // Whoever types the address of somebody else is not told.
    const { status, body } = await write(api.visitor(), { email: 'MARIA+again@mail.example' });
    expect([status, body]).toEqual([201, { status: 'unconfirmed', id: null }]);
    // Whoever reads its mail is, and the business gets nothing.
    const refused = await confirm(api.visitor(), await readLink('MARIA+again@mail.example'));
    expect([refused.status, refused.body.message]).toEqual([409, 'This business doesn’t take messages from you.']);
    await waitForEmptyMailQueue(db);
    expect(api.emails.map(({ to }) => to)).toEqual(['MARIA+again@mail.example']);
    const account = await makeAccount(db, { email: 'maria@mail.example', email_confirmed_at: new Date() });
    expect((await write(await api.signedInVisitor(account.id))).status).toBe(409);
    const elsewhere = await makeListing(db, { owner_id: (await makeAccount(db)).id });
    expect((await write(api.visitor(), {}, elsewhere.id)).status).toBe(201);
  });

  it('with a blocked customer ends in each of their conversations with the owner, and in no other', async () => {
    const { id, business } = await startedConversation();
    const second = await makeListing(db, { owner_id: owner.id });
    await db.deleteFrom('limits').execute();
    await write(api.visitor(), {}, second.id);
    const other = await readLink('maria@mail.example');
    const elsewhere = await makeListing(db, { owner_id: (await makeAccount(db)).id });
    await write(api.visitor(), {}, elsewhere.id);
    await business.post(`/api/conversations/${id}/block`);
    const rows = await db.selectFrom('conversations').select(['id', 'status']).orderBy('id').execute();
    expect(rows.map(({ status }) => status)).toEqual(['stopped', 'stopped', 'unconfirmed']);
    expect((await business.get(`/api/conversations/${other.id}`)).status).toBe(404);
    expect((await confirm(api.visitor(), other)).body).toMatchObject({ status: 'stopped' });
  });

  it('takes no messages of a customer who was blocked at the same moment', async () => {
    const { id, customer } = await startedConversation();
    await db
      .insertInto('conversation_blocks')
      .values({ owner_id: owner.id, email_key: 'maria@mail.example' })
      .execute();
    const more = { text: 'Are you there?', key: randomUUID() };
    const { status } = await customer.post(`/api/conversations/${id}/messages`, more);
    expect(status).toBe(409);
  });

  it('cannot be blocked by the customer', async () => {
    const { id, customer } = await startedConversation();
    expect((await customer.post(`/api/conversations/${id}/block`)).status).toBe(404);
  });

  it('takes no messages of a suspended owner or customer', async () => {
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const customer = await api.signedInVisitor(account.id);
    const { id } = (await write(customer)).body;
    await suspend(db, { id: owner.id, reason: 'Spam', by: 1 });
    const more = { text: 'Are you there?', key: randomUUID() };
    expect((await customer.post(`/api/conversations/${id}/messages`, more)).status).toBe(409);
  });
});

describe('pictures of a message', () => {
  const upload = async (visitor: Visitor) => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer();
    return visitor.send('POST', '/api/message-pictures', toMultipartBody({ bytes }), {
      'content-type': MULTIPART_CONTENT_TYPE,
    });
  };

  it('are seen by both sides only', async () => {
    const uploaded = await upload(api.visitor());
    expect(uploaded.status).toBe(201);
    const { id, token, customer, business } = await startedConversation({ pictures: [uploaded.body.name] });
    const [message] = (await business.get(`/api/conversations/${id}`)).body.messages;
    expect(message.pictures).toMatchObject([{ width: 900, height: 600 }]);
    const { src } = message.pictures[0];
    expect((await business.get(src)).status).toBe(200);
    expect((await customer.get(src)).status).toBe(200);
    expect((await api.visitor().get(`${src}?token=${token}`)).status).toBe(404);
    expect((await api.visitor().get(`/photos/${src.split('/').at(-1)}`)).status).toBe(404);
    const other = await startedConversation({ text: 'Another question' });
    expect((await business.get(src.replace(`/${id}/`, `/${other.id}/`))).status).toBe(404);
  });

  it('belong to one message', async () => {
    const { name } = (await upload(api.visitor())).body;
    expect((await write(api.visitor(), { pictures: [name] })).status).toBe(201);
    expect((await write(api.visitor(), { pictures: [name] })).status).toBe(400);
    expect(await db.selectFrom('conversations').select('id').execute()).toHaveLength(1);
  });

  it('are removed a day after their upload unless they were sent', async () => {
    const { name } = (await upload(api.visitor())).body;
    await db
      .updateTable('message_pictures')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await deleteUnusedPictures(db);
    expect((await write(api.visitor(), { pictures: [name] })).status).toBe(400);
    expect(await db.selectFrom('stale_files').select('name').where('name', 'like', `${name}%`).execute()).not.toEqual(
      [],
    );
  });
});

describe('messages that look like spam', () => {
  const queue = async () => {
    const { headers, body } = await (await api.signedInVisitor(1)).get('/api/admin/conversations');
    return { total: Number(headers['x-total-count']), conversations: body };
  };
  const decide = async (id: number, verb: string, reason = '') =>
    (await (await api.signedInVisitor(1)).post(`/api/admin/conversations/${id}/${verb}`, { reason })).status;
  const LINK = 'Get more customers at https://leads.example now';

  it('of strangers with a link wait until the staff passes them on', async () => {
    const { id, customer, business } = await startedConversation({ text: LINK });
    expect((await business.get(`/api/conversations/${id}`)).status).toBe(404);
    expect(await queue()).toMatchObject({
      total: 1,
      conversations: [{ id, status: 'held', reasons: ['A link from somebody unknown'], messages: [{ text: LINK }] }],
    });
    const seen = await customer.get(`/api/conversations/${id}`);
    expect(seen.body).toMatchObject({ status: 'held', canWrite: false, messages: [{ held: true }] });
    expect(await decide(id, 'approve')).toBe(204);
    expect((await business.get(`/api/conversations/${id}`)).body.messages).toMatchObject([{ text: LINK, held: false }]);
    await waitForEmptyMailQueue(db);
    expect((await api.waitForEmail(owner.email as string)).text).toContain('Get more customers');
    expect(await decide(id, 'approve')).toBe(409);
  });

  it.each([
    ['suspended', () => suspend(db, { id: owner.id, reason: 'Spam', by: 1 })],
    [
      'gone',
      async () => {
        await db.updateTable('conversations').set({ owner_id: null }).execute();
      },
    ],
  ])('in an open conversation are not passed on to an owner who is %s by then', async (_, change) => {
    const { id, customer } = await startedConversation();
    const more = { text: LINK, key: randomUUID() };
    await customer.post(`/api/conversations/${id}/messages`, more);
    await change();
    expect(await decide(id, 'approve')).toBe(409);
    expect(await decide(id, 'withhold', 'They left.')).toBe(204);
  });

  it('that are stopped while they wait never reach the business', async () => {
    const { id, customer, business } = await startedConversation({ text: LINK });
    expect((await customer.post(`/api/conversations/${id}/stop`)).status).toBe(204);
    expect((await customer.get(`/api/conversations/${id}`)).body).toMatchObject({
      status: 'stopped',
      stoppedBy: 'customer',
    });
    expect((await business.get(`/api/conversations/${id}`)).status).toBe(404);
    expect(await inbox(owner.id)).toMatchObject({ conversations: [], unread: 0 });
    expect(await queue()).toMatchObject({ total: 0 });
    expect(await decide(id, 'approve')).toBe(409);
    await db
      .updateTable('conversations')
      .set({ created_at: new Date(Date.now() - 49 * 3_600_000) })
      .execute();
    await deleteUnconfirmed(db);
    expect(await db.selectFrom('messages').select('id').execute()).toEqual([]);
  });

  it('in an open conversation wait, while the business goes on', async () => {
    const { id, customer, business } = await startedConversation();
    const more = { text: LINK, key: randomUUID() };
    const { body } = await customer.post(`/api/conversations/${id}/messages`, more);
    expect(body).toMatchObject({ status: 'held', canWrite: false });
    expect((await business.get(`/api/conversations/${id}`)).body).toMatchObject({
      status: 'open',
      canWrite: true,
      messages: [{ held: false }],
    });
    expect((await inbox(owner.id)).conversations).toMatchObject([{ status: 'open' }]);
    const answer = { text: 'Yes, on Thursday.', key: randomUUID() };
    expect((await business.post(`/api/conversations/${id}/messages`, answer)).body.messages).toHaveLength(2);
    expect(await decide(id, 'approve')).toBe(204);
    expect((await business.get(`/api/conversations/${id}`)).body.messages).toHaveLength(3);
  });

  it('with a link wait unless the account that wrote them has a confirmed address', async () => {
    for (const [confirmedAt, status] of [
      [null, 'held'],
      [new Date(), 'open'],
    ] as const) {
      const account = await makeAccount(db, { email_confirmed_at: new Date() });
      const visitor = await api.signedInVisitor(account.id);
      const { id } = (await write(visitor, { text: 'Do you come to Irvine?' })).body;
      await db.updateTable('accounts').set({ email_confirmed_at: confirmedAt }).where('id', '=', account.id).execute();
      const more = { text: `${LINK} ${id}`, key: randomUUID() };
      expect((await visitor.post(`/api/conversations/${id}/messages`, more)).body.status).toBe(status);
    }
  });

  it('are withheld with a reason that the customer is told', async () => {
    const { id, business } = await startedConversation({ text: LINK });
    expect(await decide(id, 'withhold')).toBe(400);
    expect(await decide(id, 'withhold', 'It is advertising.')).toBe(204);
    await waitForEmptyMailQueue(db);
    expect((await api.waitForEmail('maria@mail.example')).text).toContain('It is advertising');
    expect((await business.get(`/api/conversations/${id}`)).status).toBe(404);
    expect(await queue()).toMatchObject({ total: 0 });
  });

  it('stay withheld when their customer is blocked', async () => {
    const withheld = await startedConversation({ text: LINK });
    expect(await decide(withheld.id, 'withhold', 'It is advertising.')).toBe(204);
    await waitForEmptyMailQueue(db);
    await db.deleteFrom('limits').execute();
    const { id, business } = await startedConversation();
    expect((await business.post(`/api/conversations/${id}/block`)).status).toBe(204);
    const rows = await db.selectFrom('conversations').select(['id', 'status']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: withheld.id, status: 'withheld' },
      { id, status: 'stopped' },
    ]);
  });

  it('with a word of the list wait, also of somebody signed in', async () => {
    const settings = (await api.signedInVisitor(1)).send;
    const set = await settings('PUT', '/api/admin/settings/messageWords', {
      value: 'crypto\ncasino, SEO audit',
      version: 0,
    });
    expect(set.status).toBe(200);
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(account.id);
    const writeBanned = async () => {
      await db.deleteFrom('limits').execute();
      return (await write(visitor, { text: 'Free séo-audit for you' })).body.status;
    };
    await expect.poll(writeBanned).toBe('held');
    const { body } = await (await api.signedInVisitor(1)).get('/api/admin/conversations');
    expect(body).toContainEqual(expect.objectContaining({ reasons: ['A word on the list'], words: ['SEO audit'] }));
    expect((await write(visitor, { text: 'Do you take cryptography students?' })).body.status).toBe('open');
    await settings('PUT', '/api/admin/settings/messageWords', { value: null, version: 1 });
  });

  it('sent to several businesses by different people wait from the fourth on', async () => {
    const text = 'We are a marketing team and would like to rebuild your web page for a fair price this month.';
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      const { id } = await makeListing(db, { owner_id: owner.id });
      const account = await makeAccount(db, { email_confirmed_at: new Date() });
      statuses.push((await write(await api.signedInVisitor(account.id), { text: `${text} ${n}` }, id)).body.status);
    }
    expect(statuses).toEqual(['open', 'open', 'open', 'held']);
  });

  it('that are reported are read by the staff, and stopped or left', async () => {
    const { id, customer, business } = await startedConversation();
    expect(await queue()).toMatchObject({ total: 0 });
    const report = { text: 'They insult me.' };
    expect((await customer.post(`/api/conversations/${id}/report`, report)).status).toBe(200);
    expect((await business.post(`/api/conversations/${id}/report`, report)).status).toBe(409);
    expect(await queue()).toMatchObject({
      conversations: [{ id, report: { by: 'customer', text: 'They insult me.' } }],
    });
    expect(await decide(id, 'dismiss')).toBe(204);
    expect(await queue()).toMatchObject({ total: 0 });
    await business.post(`/api/conversations/${id}/report`, report);
    expect(await decide(id, 'stop', 'Insults')).toBe(204);
    expect((await business.get(`/api/conversations/${id}`)).body).toMatchObject({
      stoppedBy: 'staff',
      canWrite: false,
    });
    const { body } = await (await api.signedInVisitor(1)).get('/api/admin/audit');
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['conversation-stopped', 'message-report-dismissed']),
    );
  });
});

describe('a business that nobody has claimed', () => {
  it('is counted as asked for once a day for each address', async () => {
    const { id } = await makeListing(db, { owner_id: null, origin: 'open-data' });
    const visitor = api.visitor();
    expect((await visitor.post(`/api/ads/${id}/join-requests`)).status).toBe(204);
    expect((await visitor.post(`/api/ads/${id}/join-requests`)).status).toBe(429);
    expect((await api.visitor().post(`/api/ads/${id}/join-requests`)).status).toBe(204);
    expect((await api.visitor().post(`/api/ads/${listingId}/join-requests`)).status).toBe(404);
    expect(await db.selectFrom('join_requests').select('count').where('listing_id', '=', id).execute()).toEqual([
      { count: 2 },
    ]);
    const desk = await (await api.signedInVisitor(1)).get(`/api/admin/ads/${id}`);
    expect(desk.body.figures.joinRequests).toBe(2);
    expect(await inbox(owner.id)).toMatchObject({ joinRequests: 0 });
    await db.updateTable('listings').set({ owner_id: owner.id }).where('id', '=', id).execute();
    expect(await inbox(owner.id)).toMatchObject({ joinRequests: 2 });
  });
});

describe('an account that is deleted', () => {
  it('leaves the business what it received, without the name of the customer', async () => {
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const { id } = (await write(await api.signedInVisitor(account.id))).body;
    await db.transaction().execute((trx) => conversationsPersonalData.erase(trx, account.id));
    const business = await api.signedInVisitor(owner.id);
    expect((await business.get(`/api/conversations/${id}`)).body).toMatchObject({
      customer: null,
      canWrite: false,
      messages: [{ text: form().text }],
    });
    const stored = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toMatch(/maria|lopez/i);
  });

  it('leaves the customer what they wrote and received', async () => {
    const { id, customer } = await startedConversation();
    await db.transaction().execute((trx) => conversationsPersonalData.erase(trx, owner.id));
    const seen = await customer.get(`/api/conversations/${id}`);
    expect(seen.body).toMatchObject({ canWrite: false, messages: [{ text: form().text }] });
  });
});

it('the unread ones of an owner are counted for managers, not for viewers', async () => {
  await startedConversation();
  for (const [role, unread] of [
    ['manager', 1],
    ['viewer', 0],
  ] as const) {
    const { id } = await makeAccount(db);
    await db
      .insertInto('listing_members')
      .values({ owner_id: owner.id, account_id: id, listing_id: listingId, role, recipient: 'x@mail.example' })
      .execute();
    expect(await inbox(id)).toMatchObject({ conversations: [{ unread: true }], unread });
  }
});

it('conversations are deleted two years after their last message', async () => {
  await startedConversation();
  await deleteOldConversations(db);
  expect(await db.selectFrom('conversations').select('id').execute()).toHaveLength(1);
  await db
    .updateTable('conversations')
    .set({ last_message_at: new Date(Date.now() - 800 * 86_400_000) })
    .execute();
  await deleteOldConversations(db);
  expect(await db.selectFrom('conversations').select('id').execute()).toEqual([]);
});

describe('a search of the inbox', () => {
  const search = async (q: string) =>
    (await inbox(owner.id, `?q=${encodeURIComponent(q)}`)).conversations.map(({ id }: { id: number }) => id);

  it('finds conversations by the beginnings of words of the messages and of the name, without accents', async () => {
    const { id, business } = await startedConversation({ name: 'María López', text: 'Our water heater leaks again.' });
    for (const q of ['heat', 'WATER leak', 'lopez', 'maria again']) expect([q, await search(q)]).toEqual([q, [id]]);
    for (const q of ['eater', 'water snow', '!?', "'"]) expect([q, await search(q)]).toEqual([q, []]);
    await business.post(`/api/conversations/${id}/messages`, {
      text: 'Thursday, then?',
      pictures: [],
      key: randomUUID(),
    });
    expect(await search('thursday')).toEqual([id]);
  });

  it('takes very long messages and words', async () => {
    const { id } = await startedConversation({ text: `Leak ${'x'.repeat(4990)}` });
    expect(await search('leak')).toEqual([id]);
    expect(await search('x'.repeat(100))).toEqual([id]);
    const business = await api.signedInVisitor(owner.id);
    const text = Array.from({ length: 1200 }, (_, n) => `w${n}`)
      .join(' ')
      .slice(0, 3900);
    for (let n = 0; n < 5; n++)
      await business.post(`/api/conversations/${id}/messages`, {
        text: text.replaceAll('w', `w${n}`),
        pictures: [],
        key: randomUUID(),
      });
    expect(await search('w4')).toEqual([id]);
  });

  it('does not find what a held message says, or the name of a customer who has left', async () => {
    const { id } = await startedConversation();
    await makeMessageOf(id, 'held', 'Secret offer');
    expect(await search('secret')).toEqual([]);
    await db.updateTable('messages').set({ status: 'sent' }).where('conversation_id', '=', id).execute();
    expect(await search('secret')).toEqual([id]);
    await db.updateTable('conversations').set({ customer_name: null }).execute();
    expect(await search('lopez')).toEqual([]);
    expect(await search('secret')).toEqual([id]);
  });

  it('finds what the former owner of the listing received', async () => {
    const { id } = await startedConversation();
    const next = await makeAccount(db, { email_confirmed_at: new Date() });
    await db.updateTable('listings').set({ owner_id: next.id }).where('id', '=', listingId).execute();
    expect((await inbox(next.id, '?q=heater')).conversations).toMatchObject([{ id }]);
    expect(await search('heater')).toEqual([]);
  });

  const makeMessageOf = (conversation_id: number, status: 'held' | 'sent', body: string) =>
    db.insertInto('messages').values({ conversation_id, sender: 'customer', status, body }).execute();
});

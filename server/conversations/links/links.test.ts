import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { conversationsPersonalData } from '#server/conversations/personal-data.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createTestApi } from '#tests/support/api.ts';
import { openLink, readEmailLink, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { deleteEndedAccess } from './guest.ts';

const CUSTOMER = 'maria@mail.example';
const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let listingId: number;

beforeEach(async () => {
  await waitForEmptyMailQueue(db);
  for (const table of ['limits', 'conversations', 'quote_requests', 'listings'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('accounts').execute();
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Sunrise Plumbing' }));
  api.emails.length = 0;
});

async function newestLink() {
  await waitForEmptyMailQueue(db);
  const email = await api.waitForEmail(CUSTOMER);
  return { email, ...readEmailLink(email.text) };
}

/** The link in the email about a first message. */
async function write() {
  await api.visitor().post(`/api/ads/${listingId}/messages`, {
    ...{ name: 'Maria Lopez', email: CUSTOMER, topic: 'question', text: 'Our water heater leaks.', key: randomUUID() },
  });
  return newestLink();
}
const seen = async (visitor: Visitor, id: number) => (await visitor.get(`/api/conversations/${id}`)).status;
const age = (interval: string, column: 'created_at' | 'opened_at' = 'created_at') =>
  sql`update conversation_links set ${sql.ref(column)} = now() - ${interval}::interval`.execute(db);

describe('the link of an email', () => {
  it('has its token where no server, log or Referer gets it, and opens nothing by the address alone', async () => {
    const { id, token, email } = await write();
    expect(email.text).toContain(`/conversations/${id}#token=${token}\n`);
    expect(email.text).not.toContain('?token=');
    expect((await api.visitor().get(`/api/conversations/${id}?token=${token}`)).status).toBe(404);
  });

  it('is exchanged for a cookie that no script reads and that ends', async () => {
    const { id, token } = await write();
    const visitor = api.visitor();
    const { status, headers } = await openLink(visitor, token);
    expect(status).toBe(204);
    const [cookie = ''] = [headers['set-cookie']].flat().filter((line) => line?.startsWith('guest='));
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
    expect(cookie).not.toContain(token);
    expect(await seen(visitor, id)).toBe(200);
    expect(await seen(api.visitor(), id)).toBe(404);

    await sql`update guest_access set created_at = now() - interval '30 days 1 second'`.execute(db);
    expect(await seen(visitor, id)).toBe(404);
    await deleteEndedAccess(db);
    expect(await db.selectFrom('guest_access').selectAll().execute()).toEqual([]);
  });

  it('gives no access to who had put a cookie into the browser before', async () => {
    const { id, token } = await write();
    const [stranger, visitor] = [api.visitor(), api.visitor()];
    const planted = 'A'.repeat(43);
    for (const { cookies } of [stranger, visitor]) cookies.set('guest', planted);
    expect((await openLink(visitor, token)).status).toBe(204);
    expect(visitor.cookies.get('guest')).not.toBe(planted);
    expect([await seen(visitor, id), await seen(stranger, id)]).toEqual([200, 404]);
  });

  it('gets a cookie for this host and TLS alone where the site has TLS', async () => {
    const secure = await createTestApi({ database: api.database, env: { ORIGIN: 'https://directory.example' } });
    const { token } = await write();
    const { headers } = await openLink(secure.visitor(), token);
    await secure.close();
    expect([headers['set-cookie']].flat()[0]).toMatch(/^__Host-guest=[\w-]{43}; .*Secure/);
  });

  it('opens its page again for a day, as on another device, and not later', async () => {
    const { id, token } = await write();
    await openLink(api.visitor(), token);
    await age('23 hours', 'opened_at');
    const laptop = api.visitor();
    expect((await openLink(laptop, token)).status).toBe(204);
    expect(await seen(laptop, id)).toBe(200);
    await age('24 hours', 'opened_at');
    expect(await openLink(api.visitor(), token)).toMatchObject({
      status: 400,
      body: { message: 'This link has ended.' },
    });
    expect(await seen(laptop, id)).toBe(200);
  });

  it('that nobody opened ends after 30 days', async () => {
    const { token } = await write();
    await age('29 days 23 hours');
    expect((await openLink(api.visitor(), token)).status).toBe(204);
    await age('30 days');
    expect((await openLink(api.visitor(), token)).status).toBe(400);
  });

  it('opens at most 20 conversations in a browser, the latest ones', async () => {
    const visitor = api.visitor();
    const first = await write();
    await openLink(visitor, first.token);
    await sql`
      with copies as (
        insert into conversations (listing_title, topic, source, status, request_key, opened_at)
        select 'Other', 'question', 'listing', 'open', gen_random_uuid(), now() from generate_series(1, 19) returning id)
      insert into guest_access (guest_hash, conversation_id)
      select guest_hash, copies.id from copies, guest_access`.execute(db);
    expect(await seen(visitor, first.id)).toBe(200);
    await sql`update guest_access set created_at = now() - interval '1 minute' where conversation_id = ${first.id}`.execute(
      db,
    );
    const { token, id } = await write();
    await openLink(visitor, token);
    expect([await seen(visitor, first.id), await seen(visitor, id)]).toEqual([404, 200]);
  });

  it.each(['/api/links/close', '/api/logout'])('is closed in a browser by %s', async (path) => {
    const { id, token } = await write();
    const visitor = api.visitor();
    await openLink(visitor, token);
    const cookie = visitor.cookies.get('guest') ?? '';
    expect((await visitor.post(path)).status).toBeLessThan(300);
    expect(await seen(visitor, id)).toBe(404);
    visitor.cookies.set('guest', cookie);
    expect(await seen(visitor, id)).toBe(path === '/api/logout' ? 200 : 404);
  });

  it('opens nothing after the account of its customer is deleted', async () => {
    const { id, token } = await write();
    const visitor = api.visitor();
    await openLink(visitor, token);
    await visitor.post(`/api/conversations/${id}/confirm`);
    const account = await makeAccount(db);
    await db.updateTable('conversations').set({ customer_id: account.id }).execute();
    await db.transaction().execute((trx) => conversationsPersonalData.erase(trx, account.id));
    expect(await seen(visitor, id)).toBe(404);
  });
});

describe('a new link', () => {
  const renew = (token: string, visitor = api.visitor()) => visitor.post('/api/links/renew', { token });

  it('goes to the address on record, three times a day, and opens the page', async () => {
    const { id, token } = await write();
    await age('2 years');
    api.emails.length = 0;
    expect((await renew(token)).status).toBe(204);
    const newer = await newestLink();
    expect(newer.email.subject).toBe('Your new link on SoCal Local');
    const visitor = api.visitor();
    expect((await openLink(visitor, newer.token)).status).toBe(204);
    expect(await seen(visitor, id)).toBe(200);
    for (let n = 0; n < 4; n++) expect((await renew(token)).status).toBe(204);
    await waitForEmptyMailQueue(db);
    expect(api.emails).toHaveLength(3);
  });

  it('answers the same, and sends nothing, for a token that is none', async () => {
    await write();
    api.emails.length = 0;
    expect(await renew('x'.repeat(43))).toMatchObject({ status: 204, body: '' });
    await waitForEmptyMailQueue(db);
    expect(api.emails).toEqual([]);
  });

  it('is asked for 20 times an hour from a network address', async () => {
    await sql`insert into limits (key, hits, ends_at) values ('renew-link:203.0.113.9', 20, now() + interval '1 hour')`.execute(
      db,
    );
    expect((await renew('x'.repeat(43), api.visitor('203.0.113.9'))).status).toBe(429);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Email } from '#server/platform/mail/mailer.ts';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { getListingKeys } from '#tests/support/api.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
const { db } = database;
// Any process may send an email.
const emails: Email[] = [];
const mail = { send: async (email: Email) => void emails.push(email), close: async () => {} };
const here = await startAppInstance(database, { mail });
const elsewhere = await startAppInstance(database, { mail });
afterAll(async () => {
  await Promise.all([here.stop(), elsewhere.stop()]);
  await database.drop();
});

const auditLog = trackAuditLog(db);
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const administrator = async () => (await here.signedInVisitor(1)).send;

/** A listing with its owner, whose address is confirmed. */
async function makeOwnedListing(columns: ListingOverrides = {}) {
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  const listing = await makeListing(db, { owner_id: owner.id, title: 'Poppy Bakery', ...columns });
  return { id: listing.id, owner, visitor: await here.signedInVisitor(owner.id) };
}

async function emailTo(to: string | null): Promise<Email> {
  await expect.poll(() => emails.some(({ to: recipient }) => recipient === to)).toBe(true);
  return emails.findLast(({ to: recipient }) => recipient === to) as Email;
}

const PAGES = [
  ['/api/ads/recent', '/api/city/irvine/ads', '/api/zip/92614/ads', '/api/county/orange-county/ads'],
  ['/api/location/orange-county/ads', '/api/category/pizza/ads', '/api/category/restaurants/ads', '/api/ads/featured'],
].flat();

describe('hiding a listing', () => {
  it('removes it from every list in every process until it is shown again', async () => {
    const { id } = await makeOwnedListing({ title: 'Hidden Pizza', category: 'pizza', level: 'premium' });
    for (const process of [here, elsewhere]) await process.invalidate(await getListingKeys(db, id));
    const shownOn = async (process: typeof here) => {
      const read = PAGES.map(async (url) => JSON.stringify((await process.get(url)).body).includes('Hidden Pizza'));
      const page = (await process.get(`/api/ads/${id}`)).status === 200;
      return [...(await Promise.all(read)), page];
    };
    const everywhere = Array(PAGES.length + 1).fill(true);
    const nowhere = Array(PAGES.length + 1).fill(false);
    for (const process of [here, elsewhere]) expect(await shownOn(process)).toEqual(everywhere);
    const admin = await administrator();
    for (const [verb, expected] of [
      ['hide', nowhere],
      ['show', everywhere],
      ['hide', nowhere],
    ] as const) {
      const body = verb === 'hide' ? { reason: 'Spam' } : undefined;
      expect((await admin('POST', `/api/admin/ads/${id}/${verb}`, body)).status).toBe(200);
      for (const process of [here, elsewhere]) await expect.poll(() => shownOn(process)).toEqual(expected);
    }
  });

  it('notifies its owner of the reason, in the account and by email', async () => {
    const { id, owner, visitor } = await makeOwnedListing();
    const reason = 'The picture is not yours.\nPlease use your own.';
    const admin = await administrator();
    const { status, body } = await admin('POST', `/api/admin/ads/${id}/hide`, { reason });
    expect([status, body]).toEqual([
      200,
      {
        id,
        title: 'Poppy Bakery',
        city: 'Irvine',
        level: 'free',
        owner: { id: owner.id, username: owner.username },
        hiddenAt: expect.stringMatching(/Z$/),
        hiddenBy: { id: 1, username: 'admin' },
        reason,
      },
    ]);
    const { subject, text } = await emailTo(owner.email);
    expect(subject).toBe('Poppy Bakery: Your listing on SoCal Local is hidden');
    for (const part of ['“Poppy Bakery”', reason, `/account/ads/${id}/edit\n`, `/account/ads/${id}/changes\n`])
      expect(text).toContain(part);
    const own = await visitor.get(`/api/user/ads/${id}`);
    expect(own.body).toMatchObject({ status: 'hidden', hiddenReason: reason });
    expect(own.body.acts).toEqual(['edit', 'duplicate', 'delete']);
  });

  it('sends no title to an unconfirmed address', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, { owner_id: owner.id, title: 'Win at evil.example' });
    await (await administrator())('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    expect((await emailTo(owner.email)).text).not.toContain('evil.example');
  });

  it('closes its reports, but not those of other listings', async () => {
    const { id } = await makeOwnedListing();
    const { id: other } = await makeOwnedListing();
    for (const listing of [id, id, other])
      await here.visitor().post(`/api/ads/${listing}/reports`, { reason: 'spam', text: `about ${listing}` });
    const admin = await administrator();
    await admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    expect((await admin('GET', '/api/admin/reports')).body).toMatchObject([{ text: `about ${other}` }]);
    const closed = { outcome: 'hidden', listing: { id, status: 'hidden', openReports: 0 } };
    expect((await admin('GET', '/api/admin/reports?open=false')).body).toMatchObject([closed, closed]);
    await admin('POST', `/api/admin/ads/${id}/show`);
    expect((await admin('GET', '/api/admin/reports')).body).toHaveLength(1);
  });

  it('emails the accounts that reported it the reason, in their languages', async () => {
    const { id } = await makeOwnedListing();
    const reporter = await makeAccount(db, { email_confirmed_at: new Date(), language: 'es' });
    const unconfirmed = await makeAccount(db);
    for (const account of [reporter, unconfirmed])
      await (await here.signedInVisitor(account.id)).post(`/api/ads/${id}/reports`, { reason: 'spam' });
    const admin = await administrator();
    await admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'It is closed.' });
    const { subject, text } = await emailTo(reporter.email);
    expect(subject).toBe('Ocultamos el anuncio que usted reportó');
    expect(text).toContain('“Poppy Bakery”');
    expect(text).toContain('It is closed.');
    expect((await admin('GET', '/api/admin/reports?open=false')).body).toMatchObject([
      { outcome: 'hidden', closeReason: 'It is closed.', isReporterEmailed: false },
      { outcome: 'hidden', closeReason: 'It is closed.', isReporterEmailed: true },
    ]);
    expect(emails.filter(({ to }) => to === unconfirmed.email)).toEqual([]);
  });

  it('does not change reports that are already closed', async () => {
    const { id } = await makeOwnedListing();
    const admin = await administrator();
    await here.visitor().post(`/api/ads/${id}/reports`, { reason: 'spam', text: 'the first' });
    const [first] = (await admin('GET', '/api/admin/reports')).body;
    const { body: decided } = await admin('POST', `/api/admin/reports/${first.id}/close`);
    await here.visitor().post(`/api/ads/${id}/reports`, { reason: 'spam', text: 'the second' });
    await admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    expect((await admin('GET', '/api/admin/reports?open=false')).body).toMatchObject([
      { text: 'the second', outcome: 'hidden' },
      { text: 'the first', outcome: 'kept', closedAt: decided.closedAt },
    ]);
  });

  it('adds an audit event with actor, owner, reason, and the status before and after', async () => {
    const { id, owner } = await makeOwnedListing();
    const { id: unowned } = await makeListing(db, { origin: 'open-data' });
    const admin = await administrator();
    await admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    await admin('POST', `/api/admin/ads/${id}/show`);
    await admin('POST', `/api/admin/ads/${unowned}/hide`, { reason: 'Closed for good' });
    const its = { accountId: owner.id, username: owner.username, actorId: 1, listingId: id };
    expect(auditLog.onlyNew((await admin('GET', '/api/admin/audit')).body)).toMatchObject([
      { kind: 'listing-hidden', accountId: null, username: null, actorId: 1, listingId: unowned },
      { kind: 'listing-shown', ...its, reason: null, before: { status: 'hidden' }, after: { status: 'active' } },
      { kind: 'listing-hidden', ...its, reason: 'Spam', before: { status: 'active' }, after: { status: 'hidden' } },
    ]);
  });

  it('cannot be undone by its owner, who may edit, delete and restore it', async () => {
    const { id, visitor } = await makeOwnedListing();
    await (await administrator())('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    for (const act of ['publish', 'pause', 'resume', 'renew'])
      expect((await visitor.post(`/api/user/ads/${id}/${act}`)).status).toBe(409);
    expect((await visitor.send('DELETE', `/api/user/ads/${id}`)).status).toBe(200);
    const back = await visitor.post(`/api/user/ads/${id}/undelete`);
    expect([back.status, back.body]).toMatchObject([200, { status: 'hidden', hiddenReason: 'Spam' }]);
  });

  it.each([
    ['no reason', {}, 'Reason is required'],
    ['a blank reason', { reason: ' \n ' }, 'Reason is required'],
    ['a reason of 1,001 characters', { reason: 'x'.repeat(1001) }, 'Reason is too long'],
    ['a zero byte', { reason: 'a\0b' }, 'You can’t use control characters here'],
  ])('with %s is refused', async (_what, body, message) => {
    const { id } = await makeOwnedListing();
    const response = await (await administrator())('POST', `/api/admin/ads/${id}/hide`, body);
    expect([response.status, response.body.issues]).toEqual([400, [{ path: 'reason', message }]]);
  });

  it.each([
    ['a draft', 'draft', 409],
    ['deleted', 'deleted', 409],
    ['hidden already', 'hidden', 409],
    ['paused', 'paused', 200],
  ] as const)('that is %s (status %s) is answered with %i', async (_what, state, expected) => {
    const { id } = await makeOwnedListing({ status: state });
    const { status, body } = await (await administrator())('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    expect(status).toBe(expected);
    if (expected === 409) expect(body).toEqual({ message: 'You can only hide a live or paused listing.' });
  });

  it('that does not exist is refused', async () => {
    const admin = await administrator();
    expect((await admin('POST', '/api/admin/ads/999999999/hide', { reason: 'Spam' })).status).toBe(404);
    expect((await admin('POST', '/api/admin/ads/999999999/show')).status).toBe(404);
    expect((await admin('POST', '/api/admin/ads/0/show')).status).toBe(404);
  });

  it('happens once for concurrent requests', async () => {
    const { id } = await makeOwnedListing();
    const admin = await administrator();
    const hide = (reason: string) => admin('POST', `/api/admin/ads/${id}/hide`, { reason });
    const responses = await Promise.all(['one', 'two', 'three', 'four'].map(hide));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const done = responses.find(({ status }) => status === 200);
    expect((await admin('GET', '/api/admin/ads/hidden')).body).toEqual([{ ...done?.body, blocked: null }]);
    expect(auditLog.onlyNew((await admin('GET', '/api/admin/audit')).body)).toHaveLength(1);
  });

  it('while its owner pauses it leaves it hidden, and showing it restores its status', async () => {
    const { id, visitor } = await makeOwnedListing();
    const admin = await administrator();
    const [hidden, paused] = await Promise.all([
      admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' }),
      visitor.post(`/api/user/ads/${id}/pause`),
    ]);
    expect(hidden?.status).toBe(200);
    await admin('POST', `/api/admin/ads/${id}/show`);
    const { body } = await visitor.get(`/api/user/ads/${id}`);
    expect([paused?.status, body.status]).toEqual(paused?.status === 200 ? [200, 'paused'] : [409, 'active']);
  });

  it('is atomic', async () => {
    const { id, owner } = await makeOwnedListing();
    await here.visitor().post(`/api/ads/${id}/reports`, { reason: 'spam' });
    const admin = await administrator();
    await db.schema.alterTable('audit').renameTo('audit_away').execute();
    const { status } = await admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    await db.schema.alterTable('audit_away').renameTo('audit').execute();
    expect(status).toBe(500);
    expect((await admin('GET', '/api/admin/ads/hidden')).body).toEqual([]);
    expect((await admin('GET', '/api/admin/reports')).body).toHaveLength(1);
    const queued = await sql`select 1 from pgboss.job where data ->> 'to' = ${owner.email}`.execute(db);
    expect(queued.rows).toEqual([]);
  });
});

describe('showing a listing again', () => {
  it('notifies its owner', async () => {
    const { id, owner } = await makeOwnedListing({ status: 'hidden' });
    const { status, body } = await (await administrator())('POST', `/api/admin/ads/${id}/show`);
    expect([status, body]).toEqual([200, { message: 'The listing is no longer hidden.' }]);
    const { subject, text } = await emailTo(owner.email);
    expect(subject).toBe('Poppy Bakery: Your listing on SoCal Local is no longer hidden');
    expect(text).toContain('“Poppy Bakery”');
  });

  it('that is not hidden is refused', async () => {
    const { id } = await makeOwnedListing();
    const { status, body } = await (await administrator())('POST', `/api/admin/ads/${id}/show`);
    expect([status, body]).toEqual([409, { message: 'This listing isn’t hidden.' }]);
  });
});

describe('the hidden listings', () => {
  it('are paginated, most recently hidden first, with the total', async () => {
    const at = new Date('2026-05-04T03:02:01.000Z');
    // Several have the same time.
    for (const [title, minutes] of [
      ['one', 0],
      ['two', 0],
      ['three', 0],
      ['four', 5],
      ['five', -5],
    ] as const)
      await makeOwnedListing({ title, status: 'hidden', hidden_at: new Date(at.getTime() + minutes * 60_000) });
    await makeOwnedListing({ title: 'shown' });
    const admin = await administrator();
    const pages: string[][] = [];
    for (let next: string | undefined = '/api/admin/ads/hidden?limit=2'; next; ) {
      const { headers, body }: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
      expect(headers['x-total-count']).toBe('5');
      pages.push(body.map(({ title }: { title: string }) => title));
      next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(pages).toEqual([['four', 'three'], ['two', 'one'], ['five']]);
  });

  it('have the level that visitors would see', async () => {
    await makeOwnedListing({ status: 'hidden', level: 'premium' });
    await makeOwnedListing({ status: 'hidden', level: 'enhanced', paid_until: new Date(Date.now() - 1000) });
    const { body } = await (await administrator())('GET', '/api/admin/ads/hidden');
    expect(body.map(({ level }: { level: string }) => level)).toEqual(['free', 'premium']);
  });

  it.each(['cursor=x', 'cursor=12', 'limit=0'])('with %s are a bad request', async (query) => {
    expect((await (await administrator())('GET', `/api/admin/ads/hidden?${query}`)).status).toBe(400);
  });
});

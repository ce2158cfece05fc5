import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const database = await createTestDatabase();
const { db } = database;

const here = await startAppInstance(database);
const elsewhere = await startAppInstance(database);
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

async function listTitles(process: typeof here, url: string) {
  const { body } = await process.get(url);
  return body.map(({ title }: { title: string }) => title);
}

describe('suspending an account', () => {
  it('ends its sessions in every process, effective for the next request', async () => {
    const { id } = await makeAccount(db);
    const desk = await here.signedInVisitor(id);
    const phone = await elsewhere.signedInVisitor(id);
    expect((await desk.get('/api/user')).status).toBe(200);
    expect((await phone.get('/api/user')).status).toBe(200);

    const admin = await administrator();
    await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Spam' });
    expect((await desk.get('/api/user')).status).toBe(401);
    expect((await phone.get('/api/user')).status).toBe(401);

    await admin('POST', `/api/admin/users/${id}/activate`);
    expect((await phone.get('/api/user')).status).toBe(401);
    expect((await desk.get('/api/user')).status).toBe(401);
  });

  it('leaves no session from a concurrent sign-in: activation ends those too', async () => {
    const { id } = await makeAccount(db);
    const admin = await administrator();
    await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Spam' });
    // As by a sign-in that verified the password before the suspension and inserted its session after it.
    const late = await here.signedInVisitor(id);
    await admin('POST', `/api/admin/users/${id}/activate`);
    expect((await late.get('/api/user')).status).toBe(401);
  });

  it('refuses its sign-in until it is activated, with the reason only for the right password', async () => {
    const { id, username } = await makeAccount(db);
    const admin = await administrator();
    await admin('POST', `/api/admin/users/${id}/suspend`, { reason: '  Copies the listings of others.\nTwice. ' });

    const owner = elsewhere.visitor();
    const refused = await owner.signIn(username);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('Copies the listings of others.\nTwice.');
    const guessed = await owner.signIn(username, 'something else');
    expect(guessed.status).toBe(401);
    expect(guessed.body.message).not.toContain('Copies');

    await admin('POST', `/api/admin/users/${id}/activate`);
    expect((await owner.signIn(username)).status).toBe(200);
  });

  it('hides its listings in every process, but not those of others, until it is activated', async () => {
    const { id } = await makeAccount(db);
    await makeListing(db, { owner_id: id, title: 'Suspended Plumbing' });
    await makeListing(db, { owner_id: id, title: 'Suspended Pizza', category: 'pizza', level: 'premium' });
    await makeListing(db, { owner_id: id, title: 'Paused Anyway', status: 'paused' });
    await makeListing(db, { title: 'Neighbor Plumbing' });
    const admin = await administrator();
    const url = '/api/city/irvine/ads';
    for (const change of ['suspend', 'activate', 'suspend', 'activate']) {
      await admin('POST', `/api/admin/users/${id}/${change}`, change === 'suspend' ? { reason: 'Spam' } : undefined);
      const expected = [
        'Neighbor Plumbing',
        ...(change === 'activate' ? ['Suspended Pizza', 'Suspended Plumbing'] : []),
      ];
      for (const process of [here, elsewhere]) {
        await expect.poll(async () => (await listTitles(process, url)).toSorted()).toEqual(expected);
      }
    }
  });

  it('invalidates only the responses that showed its listings', async () => {
    const { id } = await makeAccount(db);
    const { id: listing } = await makeListing(db, { owner_id: id });
    const received: string[][] = [];
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const listener = listenForInvalidations(database, (keys) => resolve(void received.push(keys)));
    await listening;
    const shows = ['category:home-services', 'category:plumbers', 'city:irvine', 'counts', 'county:orange-county'];
    const expected = [...shows, `listing:${listing}`, 'location:orange-county', 'recent', 'zip:92614'];
    const admin = await administrator();
    await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Spam' });
    await expect.poll(() => received.flat().toSorted()).toEqual(['*', ...expected, 'search'].toSorted());
    await listener.close();
  });

  it('happens once for concurrent requests', async () => {
    const { id } = await makeAccount(db);
    const admin = await administrator();
    const reasons = ['one', 'two', 'three', 'four', 'five'];
    const responses = await Promise.all(
      reasons.map((reason) => admin('POST', `/api/admin/users/${id}/suspend`, { reason })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const done = responses.find(({ status }) => status === 200);
    const { body } = await admin('GET', '/api/admin/users/suspended');
    expect(body).toEqual([{ ...done?.body, suspendedByName: 'admin', blocked: null }]);
    expect(auditLog.onlyNew((await admin('GET', '/api/admin/audit')).body)).toHaveLength(1);
  });

  it('is atomic', async () => {
    const { id } = await makeAccount(db);
    const owner = await here.signedInVisitor(id);
    await makeListing(db, { owner_id: id, title: 'Still Here' });
    const admin = await administrator();
    await db.schema.alterTable('audit').renameTo('audit_away').execute();
    const { status } = await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Spam' });
    await db.schema.alterTable('audit_away').renameTo('audit').execute();
    expect(status).toBe(500);
    expect((await owner.get('/api/user')).status).toBe(200);
    expect(await db.selectFrom('listings').select('owner_suspended').execute()).toEqual([{ owner_suspended: false }]);
    expect((await admin('GET', '/api/admin/users/suspended')).body).toEqual([]);
  });

  it.each([
    ['the administrator', 'suspend', 1, 403, 'The administrator cannot be suspended.'],
    ['nobody', 'suspend', 999_999_999, 404, 'User not found'],
    ['nobody', 'activate', 999_999_999, 404, 'User not found'],
    ['an active account', 'activate', null, 409, 'This account is active'],
  ] as const)('says of %s to %s why not', async (_who, change, id, status, message) => {
    const admin = await administrator();
    const account = id ?? (await makeAccount(db)).id;
    const body = change === 'suspend' ? { reason: 'Spam' } : undefined;
    const response = await admin('POST', `/api/admin/users/${account}/${change}`, body);
    expect([response.status, response.body]).toEqual([status, { message }]);
  });

  it('of a suspended account is refused, and does not overwrite the reason', async () => {
    const { id } = await makeAccount(db);
    const admin = await administrator();
    await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'First' });
    const again = await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Second' });
    expect([again.status, again.body]).toEqual([409, { message: 'This account is already suspended' }]);
    expect((await admin('GET', '/api/admin/users/suspended')).body[0].suspensionReason).toBe('First');
  });

  it.each([
    ['no reason', {}, 'Suspension reason is required'],
    ['an empty one', { reason: '' }, 'Suspension reason is required'],
    ['a blank one', { reason: ' \n\t ' }, 'Suspension reason is required'],
    ['one of 1,001 characters', { reason: 'x'.repeat(1001) }, 'Suspension reason is too long'],
    ['one with a zero byte', { reason: 'Spam\0' }, 'You can’t use control characters here'],
    ['one that is none', { reason: ['Spam'] }, 'Suspension reason is required'],
  ])('with %s is refused', async (_what, body, message) => {
    const { id } = await makeAccount(db);
    const admin = await administrator();
    const response = await admin('POST', `/api/admin/users/${id}/suspend`, body);
    expect([response.status, response.body.issues]).toEqual([400, [{ path: 'reason', message }]]);
    expect((await admin('GET', '/api/admin/users/suspended')).body).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'x', '2e30', '%00', "1'"])('of number %s is refused', async (id) => {
    const admin = await administrator();
    expect((await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Spam' })).status).toBe(404);
    expect((await admin('POST', `/api/admin/users/${id}/activate`)).status).toBe(404);
  });
});

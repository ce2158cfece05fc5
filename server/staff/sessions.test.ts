import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);
const STAFF = '/api/admin/staff';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let administrator: Visitor;
beforeEach(async () => {
  for (const table of ['limits', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  administrator = await api.signedInVisitor(1);
});

const list = async (id: number) => requireSuccess(administrator.get(`${STAFF}/${id}/sessions`));

async function signIn(username: string, address: string) {
  const visitor = api.visitor(address);
  await requireSuccess(visitor.send('POST', '/api/login', { username, password: 'correct horse battery' }, FIREFOX));
  return visitor;
}

describe('The sessions of a member of the staff', () => {
  it('are listed with device and network, and ended by an administrator, one or all', async () => {
    const { id, username } = await makeStaff(db, 'support');
    const visitors = [
      await signIn(username, '198.51.100.7'),
      await signIn(username, '203.0.113.9'),
      await signIn(username, '2001:db8:1:2::3'),
    ];
    const sessions = await list(id);
    expect(sessions.map(({ network }: { network: string }) => network).toSorted()).toEqual([
      '198.51.100.0/24',
      '2001:db8:1::/48',
      '203.0.113.0/24',
    ]);
    expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux', current: false });
    const lost = sessions.find(({ network }: { network: string }) => network === '203.0.113.0/24');
    await requireSuccess(administrator.post(`${STAFF}/${id}/sessions/${lost.id}/end`, { reason: 'A lost laptop' }));
    const statuses = async () => Promise.all(visitors.map(async (visitor) => (await visitor.get('/api/user')).status));
    expect(await statuses()).toEqual([200, 401, 200]);
    expect((await administrator.post(`${STAFF}/${id}/sessions/${lost.id}/end`, { reason: 'Again' })).status).toBe(404);
    await requireSuccess(administrator.post(`${STAFF}/${id}/sessions/end`, { reason: 'A stolen password' }));
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await auditLog.readNew()).filter(({ kind }) => kind === 'sessions-ended')).toMatchObject([
      { account_id: id, actor_id: 1, reason: 'A lost laptop', before: { sessions: 3 }, after: { sessions: 2 } },
      { account_id: id, actor_id: 1, reason: 'A stolen password', before: { sessions: 2 }, after: { sessions: 0 } },
    ]);
  });

  it('have the network of their last use', async () => {
    const { id } = await makeStaff(db, 'support');
    const { token } = await makeSession(db, id, { last_seen_at: new Date(Date.now() - 2 * 60_000) });
    const visitor = api.visitor('198.51.100.7');
    visitor.cookies.set('session', token);
    await requireSuccess(visitor.get('/api/user'));
    expect(await list(id)).toMatchObject([{ network: '198.51.100.0/24' }]);
  });

  it('are ended with a reason, and only those of that member', async () => {
    const [{ id }, other] = [await makeStaff(db, 'support'), await makeStaff(db, 'support')];
    const session = await makeSession(db, other.id);
    expect((await administrator.post(`${STAFF}/${id}/sessions/end`, {})).status).toBe(400);
    const foreign = `${STAFF}/${id}/sessions/${session.id}/end`;
    expect((await administrator.post(foreign, { reason: 'A lost laptop' })).status).toBe(404);
    await requireSuccess(administrator.post(`${STAFF}/${id}/sessions/end`, { reason: 'A lost laptop' }));
    expect(await list(other.id)).toHaveLength(1);
  });

  it('do not include the one of the request when an administrator ends their own', async () => {
    await makeSession(db, 1);
    expect((await list(1)).filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    await requireSuccess(administrator.post(`${STAFF}/1/sessions/end`, { reason: 'A lost laptop' }));
    expect(await list(1)).toMatchObject([{ current: true }]);
  });
});

describe('The sessions of an owner', () => {
  it('have their network for signs of fake reviews, and are no business of the staff', async () => {
    const { id, username } = await makeAccount(db);
    const owner = await signIn(username, '198.51.100.7');
    await db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 10 * 60_000) })
      .where('account_id', '=', id)
      .execute();
    await requireSuccess(owner.get('/api/user'));
    const networks = await db.selectFrom('sessions').select('network').where('account_id', '=', id).execute();
    expect(networks).toEqual([{ network: '198.51.100.0/24' }]);
    expect((await administrator.get(`${STAFF}/${id}/sessions`)).status).toBe(404);
    expect((await administrator.post(`${STAFF}/${id}/sessions/end`, { reason: 'Why not' })).status).toBe(404);
    expect((await owner.get('/api/user')).status).toBe(200);
  });
});

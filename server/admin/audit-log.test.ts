import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type Visitor } from '../../tests/support/api.ts';
import { trackAuditLog } from '../../tests/support/audit-log.ts';
import { makeAccount } from '../seed/factories.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
beforeEach(async () => {
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const administrator = async () => (await api.signedInVisitor(1)).send;

describe('The audit log', () => {
  it('lists events with their actor, account, reason and time, newest first', async () => {
    const { id, username } = await makeAccount(db);
    const admin = await administrator();
    await admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Spam' });
    await api.visitor().signIn(username);
    await admin('POST', `/api/admin/users/${id}/activate`);
    const { body } = await admin('GET', `/api/admin/audit?accountId=${id}`);
    const account = { accountId: id, username };
    expect(body).toMatchObject([
      { kind: 'activated', ...account, actorId: 1, reason: null },
      { kind: 'sign-in-failed', ...account, actorId: null, reason: 'suspended' },
      { kind: 'suspended', ...account, actorId: 1, reason: 'Spam' },
    ]);
    for (const { at } of body) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
  });

  it('is paginated, for all accounts or one', async () => {
    const events = Array.from({ length: 25 }, (_, i) => ({
      kind: 'signed-in' as const,
      account_id: 1_000_007 + (i % 2),
      username: `number-${i}`,
    }));
    await db.insertInto('audit').values(events).execute();
    const all = events.map(({ username }) => username).toReversed();
    const admin = await administrator();
    const read = async (url: string) =>
      (await readAllPages(admin, url))
        .map((page) => auditLog.onlyNew(page).map(({ username }) => username))
        .filter((page, index) => page.length > 0 || index === 0);
    expect(await read('/api/admin/audit?limit=10')).toEqual([all.slice(0, 10), all.slice(10, 20), all.slice(20)]);
    const ofSeven = all.filter((_, i) => i % 2 === 0);
    expect(await read('/api/admin/audit?limit=10&accountId=1000007')).toEqual([
      ofSeven.slice(0, 10),
      ofSeven.slice(10),
    ]);
    expect(await read('/api/admin/audit?accountId=1000009')).toEqual([[]]);
  });

  it.each(['cursor=x', 'cursor=-1', 'cursor=1234567890123456', 'accountId=x', 'accountId=-1', 'limit=101'])(
    'answers %s with 400',
    async (query) => {
      expect((await (await administrator())('GET', `/api/admin/audit?${query}`)).status).toBe(400);
    },
  );
});

/** Every page of a list, by its `Link` headers. */
async function readAllPages(send: Visitor['send'], url: string) {
  const pages: { username: string; id: number }[][] = [];
  for (let next: string | undefined = url; next; ) {
    const { status, headers, body }: Awaited<ReturnType<typeof send>> = await send('GET', next);
    expect(status).toBe(200);
    pages.push(body);
    next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1];
  }
  return pages;
}

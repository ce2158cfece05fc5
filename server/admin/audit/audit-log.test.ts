import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

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

  it('says in which role somebody acted, and what the act changed', async () => {
    const { id, username } = await makeStaff(db, 'support', { username: 'pat-of-support' });
    const owner = await makeAccount(db);
    const supporter = await api.signedInVisitor(id);
    await requireSuccess(supporter.post(`/api/admin/users/${owner.id}/suspend`, { reason: 'Spam' }));
    const admin = await administrator();
    const read = async () => auditLog.onlyNew<AuditLogEntry>(await requireSuccess(admin('GET', '/api/admin/audit')));
    const suspension = { before: { status: 'active' }, after: { status: 'suspended' } };
    expect(await read()).toMatchObject([{ actorId: id, actor: username, role: 'support', ...suspension }]);
    await requireSuccess(admin('POST', `/api/admin/users/${id}/suspend`, { reason: 'Left' }));
    // The role and the name at the time of the act, and later the number alone.
    expect(await read()).toMatchObject([
      {
        actor: 'admin',
        role: 'administrator',
        before: { status: 'active', role: 'support' },
        after: { status: 'suspended', role: null },
      },
      { actorId: id, role: 'support', ...suspension },
    ]);
    await requireSuccess(admin('POST', `/api/admin/users/${id}/activate`));
    const leaving = await api.signedInVisitor(id);
    await requireSuccess(leaving.send('DELETE', '/api/user', { password: PASSWORD }));
    const { body } = await admin('GET', `/api/admin/audit?actor=${id}`);
    expect(body).toMatchObject([{ actorId: id, actor: null, role: 'support', ...suspension }]);
    const suspended = await requireSuccess(admin('GET', `/api/admin/users/${owner.id}`));
    expect(suspended).toMatchObject({ isActive: false, suspendedBy: null });
  });

  describe('is filtered by', () => {
    const DAYS = ['2026-03-07T20:00:00Z', '2026-03-08T07:59:59Z', '2026-03-08T08:00:00Z', '2026-03-09T06:59:59Z'];
    const ENTRIES = [
      { username: 'first', kind: 'signed-in', account_id: 2_000_001, at: DAYS[0] },
      { username: 'second', kind: 'suspended', account_id: 2_000_001, actor_id: 2_000_009, at: DAYS[1] },
      { username: 'third', kind: 'listing-hidden', actor_id: 2_000_009, listing_id: 2_000_003, at: DAYS[2] },
      { username: 'fourth', kind: 'listing-hidden', actor_id: 1, listing_id: 2_000_004, at: DAYS[3] },
    ] as const;

    it.each([
      ['whom it is about', 'account=2000001', ['second', 'first']],
      ['the name of whom it is about', 'account=Rosa%20Parker', ['second', 'first']],
      ['who acted', 'actor=2000009', ['third', 'second']],
      ['the name of who acted', 'actor=admin', ['fourth']],
      ['a number with its sign', 'actor=%232000009', ['third', 'second']],
      ['a name that nobody has', 'actor=nobody', []],
      ['a name with a zero byte', 'actor=a%00b', []],
      ['what was done', 'kind=listing-hidden', ['fourth', 'third']],
      ['a listing', 'listingId=2000003', ['third']],
      ['the first day in Los Angeles', 'from=2026-03-08', ['fourth', 'third']],
      ['the last day in Los Angeles', 'to=2026-03-07', ['second', 'first']],
      ['days that begin at different times', 'from=2026-03-08&to=2026-03-08', ['fourth', 'third']],
      ['all of it', 'actor=2000009&kind=suspended&account=2000001&from=2026-03-07&to=2026-03-07', ['second']],
    ])('%s', async (_what, query, expected) => {
      await makeAccount(db, { id: 2_000_001, username: 'Rosa Parker', username_key: 'rosa parker' });
      await db
        .insertInto('audit')
        .values(ENTRIES.map(({ at, ...entry }) => ({ ...entry, at: new Date(at as string) })))
        .execute();
      const admin = await administrator();
      const pages = await readAllPages(admin, `/api/admin/audit?limit=1&${query}`);
      expect(auditLog.onlyNew(pages.flat()).map(({ username }) => username)).toEqual(expected);
    });
  });

  it.each([
    'kind=x',
    'listingId=x',
    'from=2026-02-30',
    'to=yesterday',
    `actor=${'x'.repeat(61)}`,
    'cursor=x',
    'cursor=-1',
    'cursor=1234567890123456',
    'accountId=x',
    'accountId=-1',
    'limit=101',
  ])('answers %s with 400', async (query) => {
    expect((await (await administrator())('GET', `/api/admin/audit?${query}`)).status).toBe(400);
  });
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

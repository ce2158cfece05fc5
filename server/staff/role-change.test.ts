import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#contract/admin/roles.ts';
import { makeAccount, makeStaff, makeStaffInvitation } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);
const STAFF = '/api/admin/staff';
const INVITATIONS = '/api/staff-invitations';

let administrator: Visitor;
beforeEach(async () => {
  api.emails.length = 0;
  for (const table of ['limits', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  administrator = await api.signedInVisitor(1);
});

const findRole = async (id: number) =>
  (await db.selectFrom('staff').select('role').where('account_id', '=', id).executeTakeFirst())?.role ?? null;
const countAdministrators = async () =>
  (await requireSuccess(administrator.get(STAFF))).members.filter(
    ({ role }: { role: Role }) => role === 'administrator',
  ).length;

describe('Another role', () => {
  it('holds from the next request on, and is in the audit log and in an email', async () => {
    const { id, email, username } = await makeStaff(db, 'moderator');
    const member = await api.signedInVisitor(id);
    expect((await member.get('/api/admin/reports')).status).toBe(200);
    await requireSuccess(administrator.post(`${STAFF}/${id}/role`, { role: 'finance', reason: 'Looks after refunds' }));
    expect((await member.get('/api/admin/reports')).status).toBe(403);
    expect((await member.get('/api/admin/payments')).status).toBe(200);
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'role-changed',
        account_id: id,
        username,
        actor_id: 1,
        role: 'administrator',
        reason: 'Looks after refunds',
        before: { role: 'moderator' },
        after: { role: 'finance' },
      },
    ]);
    expect((await api.waitForEmail(email ?? '')).text).toContain('You’re now part of finance');
    const { members } = await requireSuccess(administrator.get(STAFF));
    expect(members[1]).toMatchObject({ accountId: id, role: 'finance', givenBy: { id: 1, username: 'admin' } });
  });

  it('withdraws the invitations that the member has sent, and no others', async () => {
    const { id } = await makeStaff(db, 'administrator');
    const visitor = await api.signedInVisitor(id);
    for (const [who, email] of [
      [visitor, 'theirs@mail.example'],
      [administrator, 'ours@mail.example'],
    ] as const)
      await requireSuccess(who.post(`${STAFF}/invitations`, { email, role: 'administrator', reason: 'Helps' }));
    await requireSuccess(administrator.post(`${STAFF}/${id}/role`, { role: 'editor', reason: 'Writes the blog' }));
    const { invitations } = await requireSuccess(administrator.get(STAFF));
    expect(invitations.map(({ email }: { email: string }) => email)).toEqual(['ours@mail.example']);
    await db.deleteFrom('staff_invitations').execute();
  });

  it('is not one that the member has', async () => {
    const { id } = await makeStaff(db, 'moderator');
    const same = { role: 'moderator', reason: 'Again' };
    expect((await administrator.post(`${STAFF}/${id}/role`, same)).status).toBe(409);
  });

  it('is given to nobody who is not on the staff', async () => {
    const { id } = await makeAccount(db);
    const role = { role: 'editor', reason: 'Writes' };
    expect((await administrator.post(`${STAFF}/${id}/role`, role)).status).toBe(404);
    expect((await administrator.post(`${STAFF}/999999/role`, role)).status).toBe(404);
    expect(await findRole(id)).toBeNull();
  });
});

describe('A removal from the staff', () => {
  it('leaves the account, its sessions and nothing of the role', async () => {
    const { id, email } = await makeStaff(db, 'support');
    const member = await api.signedInVisitor(id);
    expect((await administrator.post(`${STAFF}/${id}/remove`, {})).status).toBe(400);
    await requireSuccess(administrator.post(`${STAFF}/${id}/remove`, { reason: 'Moved away' }));
    expect((await member.get('/api/admin/messages')).status).toBe(403);
    expect((await member.get('/api/user')).body).toMatchObject({ id, role: null });
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'staff-removed',
        account_id: id,
        actor_id: 1,
        reason: 'Moved away',
        before: { role: 'support' },
        after: { role: null },
      },
    ]);
    expect((await api.waitForEmail(email ?? '')).subject).toBe('You’re no longer on the SoCal Local team');
    expect((await administrator.post(`${STAFF}/${id}/remove`, { reason: 'Again' })).status).toBe(404);
  });
});

describe('Administrators', () => {
  const demotions: [what: string, path: string, body: object][] = [
    ['removed', 'remove', { reason: 'Left' }],
    ['given another role', 'role', { role: 'editor', reason: 'Writes' }],
  ];

  it.each(demotions)('include account 1, which cannot be %s', async (_what, path, body) => {
    const other = await api.signedInVisitor((await makeStaff(db, 'administrator')).id);
    expect((await other.post(`${STAFF}/1/${path}`, body)).status).toBe(403);
    expect((await administrator.post(`${STAFF}/1/${path}`, body)).status).toBe(403);
    expect((await administrator.get(STAFF)).status).toBe(200);
  });

  it.each(demotions)('of whom two do the same to each other at once: one is %s', async (_what, path, body) => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [await makeStaff(db, 'administrator'), await makeStaff(db, 'administrator')];
      const visitors = [await api.signedInVisitor(first.id), await api.signedInVisitor(second.id)];
      const answers = await Promise.all([
        visitors[0]?.post(`${STAFF}/${second.id}/${path}`, body),
        visitors[1]?.post(`${STAFF}/${first.id}/${path}`, body),
      ]);
      expect(answers.map((answer) => answer?.status).toSorted()).toEqual([200, 403]);
      const roles = [await findRole(first.id), await findRole(second.id)];
      expect(roles.filter((role) => role === 'administrator')).toHaveLength(1);
    }
  });

  it('can all be removed but account 1', async () => {
    const others = [await makeStaff(db, 'administrator'), await makeStaff(db, 'administrator')];
    for (const { id } of others) await requireSuccess(administrator.post(`${STAFF}/${id}/remove`, { reason: 'Left' }));
    expect(await countAdministrators()).toBe(1);
  });

  it('who lose the role as they invite somebody leave no invitation that works', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await makeStaff(db, 'administrator');
      const visitor = await api.signedInVisitor(id);
      const invitation = { email: `new-${round}@mail.example`, role: 'administrator', reason: 'Helps' };
      await Promise.all([
        visitor.post(`${STAFF}/invitations`, invitation),
        administrator.post(`${STAFF}/${id}/remove`, { reason: 'Left' }),
      ]);
      expect((await requireSuccess(administrator.get(STAFF))).invitations).toEqual([]);
    }
  });
});

describe('Raising one’s own role', () => {
  const reason = 'I would like to';
  const past = new Date(Date.now() - 1000);
  const accept = (visitor: Visitor, token: string) =>
    visitor.post(`${INVITATIONS}/accept`, { token, password: PASSWORD });
  /** What a moderator tries. The email is their own. */
  const ATTEMPTS: [
    what: string,
    attempt: (self: { id: number; email: string; visitor: Visitor }) => Promise<unknown>,
  ][] = [
    ['changing it', ({ id, visitor }) => visitor.post(`${STAFF}/${id}/role`, { role: 'administrator', reason })],
    [
      'inviting oneself',
      ({ email, visitor }) => visitor.post(`${STAFF}/invitations`, { email, role: 'administrator', reason }),
    ],
    [
      'inviting an address of one’s own',
      ({ visitor }) =>
        visitor.post(`${STAFF}/invitations`, { email: 'me-too@mail.example', role: 'administrator', reason }),
    ],
    [
      'a field of the profile',
      ({ visitor }) =>
        visitor.send('PATCH', '/api/user', { businessName: 'Mine', role: 'administrator', isAdmin: true }),
    ],
    [
      'accepting an invitation while one is on the staff',
      async ({ email, visitor }) =>
        accept(visitor, (await makeStaffInvitation(db, email, { role: 'administrator' })).token),
    ],
    [
      'accepting somebody else’s invitation',
      async ({ visitor }) =>
        accept(visitor, (await makeStaffInvitation(db, 'boss@mail.example', { role: 'administrator' })).token),
    ],
    [
      'accepting an invitation that has expired',
      async ({ email, visitor }) =>
        accept(visitor, (await makeStaffInvitation(db, email, { role: 'administrator', expires_at: past })).token),
    ],
    [
      'sending an expired invitation again',
      async ({ email, visitor }) => {
        const { id } = await makeStaffInvitation(db, email, { role: 'administrator', expires_at: past });
        return visitor.post(`${STAFF}/invitations/${id}/resend`);
      },
    ],
    [
      'removing the administrators',
      async ({ visitor }) => {
        const { id } = await makeStaff(db, 'administrator');
        await visitor.post(`${STAFF}/1/remove`, { reason });
        return visitor.post(`${STAFF}/${id}/remove`, { reason });
      },
    ],
    [
      'suspending the administrators',
      async ({ visitor }) => {
        const { id } = await makeStaff(db, 'administrator');
        await visitor.post('/api/admin/users/1/suspend', { reason });
        return visitor.post(`/api/admin/users/${id}/suspend`, { reason });
      },
    ],
    [
      'registering with an invitation for one’s address',
      async ({ email }) => {
        const { token } = await makeStaffInvitation(db, email, { role: 'administrator' });
        const registration = { token, username: 'another-me', password: 'pelicans over the pier' };
        return api.visitor().post(`${INVITATIONS}/register`, registration);
      },
    ],
    [
      'taking over the address of an invitation without confirming it',
      async ({ visitor }) => {
        const { token } = await makeStaffInvitation(db, 'boss@mail.example', { role: 'administrator' });
        await visitor.post('/api/user/email', { email: 'boss@mail.example', password: PASSWORD });
        return accept(visitor, token);
      },
    ],
  ];

  it.each(ATTEMPTS)('is refused by %s', async (_what, attempt) => {
    for (const role of ['moderator', 'support'] as const) {
      const { id, email } = await makeStaff(db, role);
      const visitor = await api.signedInVisitor(id);
      await attempt({ id, email: email ?? '', visitor });
      await db.deleteFrom('staff_invitations').execute();
      expect(await findRole(id)).toBe(role);
      expect((await visitor.get(STAFF)).status).toBe(403);
      expect(await db.selectFrom('accounts').select('id').where('username', '=', 'another-me').execute()).toEqual([]);
      await db.deleteFrom('staff').execute();
    }
    expect((await administrator.get(STAFF)).status).toBe(200);
  });

  it('is refused to administrators, who change nothing of their own', async () => {
    const { id } = await makeStaff(db, 'administrator');
    const visitor = await api.signedInVisitor(id);
    for (const [path, body] of [
      ['role', { role: 'editor', reason }],
      ['remove', { reason }],
    ] as const) {
      const { status, body: answer } = await visitor.post(`${STAFF}/${id}/${path}`, body);
      expect([status, answer.message]).toEqual([403, 'You can’t change your own role. Another administrator has to.']);
    }
    expect(await findRole(id)).toBe('administrator');
  });
});

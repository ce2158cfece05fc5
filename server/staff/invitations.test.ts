import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeStaff, makeStaffInvitation } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { deleteOldInvitations } from './invitations.ts';

const api = await createTestApi({ env: { ORIGIN: 'http://directory.example' } });
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);
const STAFF = '/api/admin/staff';
const INVITATIONS = '/api/staff-invitations';
const EMAIL = 'Rosa@Mail.example';
const GONE = 'This invitation has expired, was withdrawn, or has already been used. Ask for a new one.';
const SHORT = 'kelp&fog9';
const DAY_MS = 24 * 60 * 60_000;

let administrator: Visitor;
beforeEach(async () => {
  api.emails.length = 0;
  for (const table of ['limits', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  administrator = await api.signedInVisitor(1);
});

const form = { email: EMAIL, role: 'moderator', reason: 'Helps with reports' };
const invite = (changes: object = {}) => administrator.post(`${STAFF}/invitations`, { ...form, ...changes });
const readToken = async (email = EMAIL) => /join#token=([\w-]{43})\n/.exec((await api.waitForEmail(email)).text)?.[1];
const listInvitations = async () => (await requireSuccess(administrator.get(STAFF))).invitations;
const findRole = async (username: string) =>
  (
    await db
      .selectFrom('staff')
      .innerJoin('accounts', 'accounts.id', 'staff.account_id')
      .select('role')
      .where('username', '=', username)
      .executeTakeFirst()
  )?.role ?? null;

describe('A stranger', () => {
  it('registers by the link of an invitation, sets up a second factor, and uses what the role includes', async () => {
    await requireSuccess(invite());
    const { subject, text } = await api.waitForEmail(EMAIL);
    expect(subject).toBe('Join the team that runs SoCal Local');
    expect(text).toContain(
      '“admin”, an administrator of SoCal Local, invites you to help run the site as a moderator.',
    );
    const token = await readToken();
    const stranger = api.visitor();
    expect(await requireSuccess(stranger.post(`${INVITATIONS}/find`, { token }))).toMatchObject({
      email: EMAIL,
      role: 'moderator',
      invitedBy: 'admin',
      hasAccount: false,
    });
    const { status, body } = await stranger.post(`${INVITATIONS}/register`, {
      token,
      username: 'rosa',
      password: 'pelicans over the pier',
    });
    expect([status, body]).toMatchObject([
      201,
      { username: 'rosa', email: EMAIL, emailConfirmed: true, role: 'moderator' },
    ]);
    expect((await stranger.get('/api/admin/reports')).body.code).toBe('second-factor-required');
    const { secret } = await requireSuccess(stranger.post('/api/user/second-factor/totp'));
    const code = new TOTP({ secret }).generate();
    await requireSuccess(stranger.post('/api/user/second-factor/totp/confirmation', { code }));
    expect((await stranger.get('/api/admin/reports')).status).toBe(200);
    expect((await stranger.get('/api/admin/users')).status).toBe(403);
    expect(await listInvitations()).toEqual([]);
    expect((await requireSuccess(administrator.get(STAFF))).members).toMatchObject([
      { accountId: 1, role: 'administrator', givenBy: null },
      {
        username: 'rosa',
        role: 'moderator',
        givenBy: { id: 1, username: 'admin' },
        hasSecondFactor: true,
        sessions: 1,
      },
    ]);
    expect((await auditLog.readNew()).filter(({ kind }) => kind.startsWith('staff'))).toMatchObject([
      { kind: 'staff-invited', actor_id: 1, role: 'administrator', reason: form.reason, after: { role: 'moderator' } },
      { kind: 'staff-joined', account_id: body.id, before: { role: null }, after: { role: 'moderator' } },
    ]);
    expect(JSON.stringify(await auditLog.readNew())).not.toMatch(/rosa@/i);
  });

  it.each([
    ['a short password', { password: 'surf-and-tu' }, 'Password must be at least 12 characters'],
    ['a common password', { password: 'passwordpassword' }, 'too easy to guess'],
    [
      'the username as password',
      { username: 'rosalinda1', password: 'rosalinda1rosalinda1' },
      'can’t be your username',
    ],
    ['the name of an account', { username: 'admin' }, 'That username is taken'],
  ])('is refused with %s, and the link works on', async (_what, changes, message) => {
    const { token } = await makeStaffInvitation(db, EMAIL);
    const registration = { token, username: 'rosa', password: 'pelicans over the pier' };
    const refused = await api.visitor().post(`${INVITATIONS}/register`, { ...registration, ...changes });
    expect(JSON.stringify(refused.body)).toContain(message);
    expect(await findRole('rosa')).toBeNull();
    await requireSuccess(api.visitor().post(`${INVITATIONS}/register`, registration));
  });
});

describe('An account with the invited address', () => {
  const owner = { username: 'rosa', email: EMAIL, email_key: EMAIL.toLowerCase() };

  it('accepts with its password, is on the staff at once, and stays signed in only there', async () => {
    const { id } = await makeAccount(db, owner);
    const { token } = await makeStaffInvitation(db, EMAIL);
    // Older than what sessions of the staff may be.
    const session = { created_at: new Date(Date.now() - DAY_MS), verified_by: 'password' as const };
    const [visitor, elsewhere] = [await api.signedInVisitor(id, undefined, session), await api.signedInVisitor(id)];
    expect((await visitor.post(`${INVITATIONS}/find`, { token })).body.hasAccount).toBe(true);
    const wrong = await visitor.post(`${INVITATIONS}/accept`, { token, password: 'a wrong guess' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'That’s not your password']);
    const { body } = await visitor.post(`${INVITATIONS}/accept`, { token, password: PASSWORD });
    expect(body).toMatchObject({ id, role: 'moderator', emailConfirmed: true });
    expect((await visitor.get('/api/user')).status).toBe(200);
    expect((await visitor.get('/api/admin/reports')).body.code).toBe('second-factor-required');
    expect((await elsewhere.get('/api/user')).status).toBe(401);
  });

  it('whose password is too short for the staff chooses another one first', async () => {
    const visitor = api.visitor();
    const registration = { username: 'rosa', email: EMAIL, businessName: 'Rosa’s', password: SHORT };
    await requireSuccess(visitor.post('/api/register', registration));
    await requireSuccess(visitor.signIn('rosa', SHORT));
    const { token } = await makeStaffInvitation(db, EMAIL);
    await requireSuccess(visitor.post(`${INVITATIONS}/accept`, { token, password: SHORT }));
    expect((await visitor.get('/api/admin/reports')).body.code).toBe('password-change-required');
    const change = { currentPassword: SHORT, newPassword: 'seven pelicans dive' };
    await requireSuccess(visitor.post('/api/user/password', change));
    expect((await visitor.get('/api/admin/reports')).body.code).toBe('second-factor-required');
  });

  it('cannot accept what is for somebody else, or while it is suspended', async () => {
    const { id } = await makeAccount(db, owner);
    const { token } = await makeStaffInvitation(db, EMAIL);
    const other = await makeAccount(db, { pending_email: EMAIL });
    const refused = await (await api.signedInVisitor(other.id)).post(`${INVITATIONS}/accept`, {
      token,
      password: PASSWORD,
    });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This invitation is for another email address. Sign in with the account that uses it.',
    ]);
    await requireSuccess(administrator.post(`/api/admin/users/${id}/suspend`, { reason: 'Spam' }));
    const suspended = await api.signedInVisitor(id);
    expect((await suspended.post(`${INVITATIONS}/accept`, { token, password: PASSWORD })).status).toBe(401);
    await requireSuccess(administrator.post(`/api/admin/users/${id}/activate`));
    const active = await api.signedInVisitor(id);
    await requireSuccess(active.post(`${INVITATIONS}/accept`, { token, password: PASSWORD }));
    expect(await findRole('rosa')).toBe('moderator');
  });

  it('that is being suspended while it joins has no role afterwards', async () => {
    const { id, username } = await makeAccount(db);
    const suspension = await db.transaction().execute(async (joining) => {
      await joining.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
      await joining.insertInto('staff').values({ account_id: id, role: 'moderator' }).execute();
      const response = administrator.post(`/api/admin/users/${id}/suspend`, { reason: 'Spam' });
      await expect.poll(countWaiting).toBe(1);
      return { response };
    });
    expect((await suspension.response).status).toBe(200);
    expect(await findRole(username)).toBeNull();
  });
});

/** The number of statements that wait for a lock. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count;
}

describe('The link of an invitation', () => {
  const makeInvited = async () => {
    const key = { email: EMAIL, email_key: EMAIL.toLowerCase() };
    await db.deleteFrom('accounts').where('email_key', '=', key.email_key).execute();
    return api.signedInVisitor((await makeAccount(db, key)).id);
  };
  const expectGone = async (token: string | undefined) => {
    const registration = { token, username: 'rosa', password: 'pelicans over the pier' };
    for (const answer of [
      await api.visitor().post(`${INVITATIONS}/find`, { token }),
      await api.visitor().post(`${INVITATIONS}/register`, registration),
      await (await makeInvited()).post(`${INVITATIONS}/accept`, { token, password: PASSWORD }),
    ])
      expect([answer.status, answer.body.message]).toEqual([400, GONE]);
  };

  it('works once', async () => {
    const { token } = await makeStaffInvitation(db, EMAIL);
    const register = (username: string) =>
      api.visitor().post(`${INVITATIONS}/register`, { token, username, password: 'pelicans over the pier' });
    const answers = await Promise.all(['rosa', 'rosita', 'rosario'].map(register));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400].toSorted());
    await expectGone(token);
  });

  it('works for seven days, and the invitation is deleted a week later', async () => {
    await requireSuccess(invite());
    const token = await readToken();
    const [{ sentAt, expiresAt }] = await listInvitations();
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(7 * DAY_MS);
    const expireAt = (time: number) =>
      db
        .updateTable('staff_invitations')
        .set({ expires_at: new Date(time) })
        .execute();
    await expireAt(Date.now() - 1000);
    await expectGone(token);
    await deleteOldInvitations(db);
    expect(await listInvitations()).toMatchObject([{ email: EMAIL, isExpired: true }]);
    await expireAt(Date.now() - 7 * DAY_MS - 1000);
    await deleteOldInvitations(db);
    expect(await listInvitations()).toEqual([]);
  });

  it('works no more once the invitation is withdrawn, with a reason', async () => {
    await requireSuccess(invite());
    const token = await readToken();
    const [{ id }] = await listInvitations();
    expect((await administrator.post(`${STAFF}/invitations/${id}/withdraw`, { reason: ' ' })).status).toBe(400);
    await requireSuccess(administrator.post(`${STAFF}/invitations/${id}/withdraw`, { reason: 'A wrong address' }));
    await expectGone(token);
    expect((await administrator.post(`${STAFF}/invitations/${id}/withdraw`, { reason: 'Again' })).status).toBe(404);
    expect((await administrator.post(`${STAFF}/invitations/${id}/resend`)).status).toBe(404);
    expect((await auditLog.readNew()).at(-1)).toMatchObject({
      kind: 'invitation-withdrawn',
      reason: 'A wrong address',
      before: { invitation: id, role: 'moderator' },
      after: null,
    });
  });

  it('is replaced by the one that is sent again', async () => {
    await requireSuccess(invite());
    const former = await readToken();
    const [{ id }] = await listInvitations();
    await requireSuccess(administrator.post(`${STAFF}/invitations/${id}/resend`));
    await expect.poll(() => readToken()).not.toBe(former);
    await expectGone(former);
    expect((await api.visitor().post(`${INVITATIONS}/find`, { token: await readToken() })).status).toBe(200);
    expect((await auditLog.readNew()).at(-1)).toMatchObject({ kind: 'invitation-resent', actor_id: 1 });
  });

  it('is stored as a hash, and waits in no queue', async () => {
    await requireSuccess(invite());
    const token = (await readToken()) ?? '';
    const links = await db.selectFrom('staff_invitation_links').selectAll().execute();
    expect(links).toHaveLength(1);
    expect(links[0]?.token_hash.toString('base64url')).not.toBe(token);
    expect(links[0]?.token_hash).toHaveLength(32);
  });

  it.each([
    ['loses the role', (id: number) => administrator.post(`${STAFF}/${id}/remove`, { reason: 'Left' })],
    [
      'gets another one',
      (id: number) => administrator.post(`${STAFF}/${id}/role`, { role: 'editor', reason: 'Writes' }),
    ],
    [
      'is suspended',
      (id: number) => administrator.post(`/api/admin/users/${id}/suspend`, { reason: 'Stolen account' }),
    ],
    [
      'deletes the account',
      async (id: number) => (await api.signedInVisitor(id)).send('DELETE', '/api/user', { password: PASSWORD }),
    ],
  ])('works no more once who sent it %s', async (_what, act) => {
    const { id } = await makeStaff(db, 'administrator');
    const { token } = await makeStaffInvitation(db, EMAIL, { invited_by: id, role: 'administrator' });
    await requireSuccess(act(id));
    await expectGone(token);
  });
});

describe('An invitation', () => {
  it.each([
    [
      'a member of the staff',
      async () => makeStaff(db, 'editor', { email: EMAIL, email_key: EMAIL.toLowerCase() }),
      'already on the team',
    ],
    [
      'a suspended account',
      async () =>
        makeAccount(db, {
          email: EMAIL,
          email_key: EMAIL.toLowerCase(),
          is_active: false,
          suspended_at: new Date(),
          suspension_reason: 'Spam',
        }),
      'is suspended',
    ],
    ['somebody who has one', async () => makeStaffInvitation(db, EMAIL), 'already has an invitation'],
  ])('is refused to %s', async (_who, make, message) => {
    await make();
    const { status, body } = await invite();
    expect([status, body.message]).toEqual([409, expect.stringContaining(message)]);
    expect(body.issues).toMatchObject([{ path: 'email' }]);
    expect((await auditLog.readNew()).filter(({ kind }) => kind === 'staff-invited')).toEqual([]);
  });

  it('replaces one that has expired, whose links stop working', async () => {
    const { token } = await makeStaffInvitation(db, EMAIL, {
      expires_at: new Date(Date.now() - 1000),
      role: 'administrator',
    });
    await requireSuccess(invite());
    expect(await listInvitations()).toMatchObject([{ role: 'moderator', isExpired: false }]);
    expect((await api.visitor().post(`${INVITATIONS}/find`, { token })).status).toBe(400);
  });

  it.each([
    ['no reason', { reason: '  ' }],
    ['a role that there is not', { role: 'owner' }],
    ['no address', { email: 'rosa' }],
    ['a zero byte in the reason', { reason: 'a\0b' }],
  ])('is refused with %s', async (_what, changes) => {
    expect((await invite(changes)).status).toBe(400);
  });

  it('asks again who it is after ten minutes', async () => {
    const stale = await api.signedInVisitor(1, undefined, { verified_at: new Date(Date.now() - 11 * 60_000) });
    expect((await stale.post(`${STAFF}/invitations`, form)).body.code).toBe('step-up-required');
    expect(await listInvitations()).toEqual([]);
  });

  it('is sent by one of two administrators who invite the same person at once', async () => {
    const other = await api.signedInVisitor((await makeStaff(db, 'administrator')).id);
    const answers = await Promise.all([invite(), other.post(`${STAFF}/invitations`, { ...form, role: 'editor' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listInvitations()).toHaveLength(1);
  });
});

it('30 invitations an hour are sent, and no more', async () => {
  for (let n = 0; n < 30; n++) await requireSuccess(invite({ email: `new-${n}@mail.example` }));
  expect((await invite({ email: 'new-30@mail.example' })).status).toBe(429);
});

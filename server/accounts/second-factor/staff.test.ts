import { TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { resetAdministrator } from '#server/accounts/admin-reset.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { makeAccount, makeSession, makeStaff, makeStaffInvitation } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, requireSuccess } from '#tests/support/api.ts';
import { runCommand } from '#tests/support/run-command.ts';

const PRODUCTION = 'http://directory.example';
const api = await createTestApi({ env: { ORIGIN: PRODUCTION } });
afterAll(api.close);
const { db } = api;
const PREFIX = '/api/user/second-factor';
const USERS = '/api/admin/users';
const REFUND = { amountCents: 100, reason: 'Paid twice', requestId: '0b5c1ad2-4c1d-4a0f-9d7a-0c1f5e1a2b3c' };

beforeEach(async () => {
  for (const table of ['limits', 'accounts'] as const) await db.deleteFrom(table).execute();
});

const makeAdministrator = () =>
  makeAccount(db, {
    id: 1,
    username: 'admin',
    email: 'boss@mail.example',
    email_confirmed_at: new Date(),
    business_name: null,
  });

describe('the administration', () => {
  it('answers nothing to a password alone, and leads to the set-up of a second factor', async () => {
    await makeAdministrator();
    const visitor = api.visitor();
    expect((await visitor.signIn('admin')).status).toBe(200);
    const refused = { message: 'Set up two-step verification first.', code: 'second-factor-required' };
    for (const path of [USERS, '/api/admin/payments', '/api/admin/audit']) {
      const { status, body } = await visitor.get(path);
      expect([path, status, body]).toEqual([path, 403, refused]);
    }
    expect((await visitor.get(PREFIX)).body).toMatchObject({ isRequired: true, missing: 'second-factor-required' });
    // Who has just typed the password is not asked for it again.
    const { secret } = await requireSuccess(visitor.post(`${PREFIX}/totp`));
    await requireSuccess(visitor.post(`${PREFIX}/totp/confirmation`, { code: new TOTP({ secret }).generate() }));
    expect((await visitor.get(USERS)).status).toBe(200);
    expect((await visitor.get(PREFIX)).body).toMatchObject({ missing: null });
    // The last factor stays.
    const { status, body } = await visitor.send('DELETE', `${PREFIX}/totp`);
    expect([status, body.message]).toEqual([
      409,
      'Staff accounts need a second step. Add another one before you remove this one.',
    ]);
    expect((await visitor.get(PREFIX)).body.totp).not.toBeNull();
  });

  it('answers no session that was opened before there was a second factor', async () => {
    await makeAdministrator();
    for (const verified_by of ['password', null] as const) {
      const session = { verified_by, verified_at: verified_by && new Date() };
      expect((await (await api.signedInVisitor(1, undefined, session)).get(USERS)).status).toBe(403);
    }
    for (const verified_by of ['passkey', 'totp', 'recovery'] as const)
      expect((await (await api.signedInVisitor(1, undefined, { verified_by })).get(USERS)).status).toBe(200);
  });
});

describe.each([
  ['on a laptop', { ORIGIN: 'http://localhost:3000' }],
  ['where ALLOW_UNSAFE says so', { ORIGIN: PRODUCTION, ALLOW_UNSAFE: 'no-second-factor' }],
])('the administration %s', (_where, env) => {
  const openSite = async () => {
    const site = await createTestApi({ database: api.database, env });
    onTestFinished(site.close);
    return site;
  };

  it('answers account 1 with the printed password, and needs no second factor or other password', async () => {
    const site = await openSite();
    const created = await ensureAdministrator(db, {
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: undefined,
      SITE_NAME: 'SoCal Local',
    });
    const visitor = site.visitor();
    expect((await visitor.signIn('admin', created?.password)).body).toMatchObject({ id: 1, role: 'administrator' });
    const { status, body } = await visitor.get(USERS);
    expect([status, body]).toEqual([200, [expect.objectContaining({ id: 1, username: 'admin' })]]);
    expect((await visitor.get(PREFIX)).body).toMatchObject({ isRequired: false, missing: null });
  });

  it('answers every role, also one that was just accepted', async () => {
    const site = await openSite();
    const { username } = await makeStaff(db, 'moderator');
    const visitor = site.visitor();
    await visitor.signIn(username);
    expect((await visitor.get('/api/admin/reports')).status).toBe(200);
    expect((await visitor.get(USERS)).status).toBe(403);

    await makeAdministrator();
    const { id } = await makeAccount(db, {
      username: 'rosa',
      email: 'rosa@mail.example',
      email_key: 'rosa@mail.example',
    });
    const { token } = await makeStaffInvitation(db, 'rosa@mail.example');
    const invited = await site.signedInVisitor(id, undefined, { verified_by: 'password' });
    await requireSuccess(invited.post('/api/staff-invitations/accept', { token, password: PASSWORD }));
    expect((await invited.get('/api/admin/reports')).status).toBe(200);
  });

  it('asks for a second factor that an account has, which may be removed again', async () => {
    const site = await openSite();
    await makeAdministrator();
    const visitor = site.visitor();
    await visitor.signIn('admin');
    const { secret } = await requireSuccess(visitor.post(`${PREFIX}/totp`));
    const totp = new TOTP({ secret });
    await requireSuccess(visitor.post(`${PREFIX}/totp/confirmation`, { code: totp.generate() }));
    const other = site.visitor();
    const { body } = await other.signIn('admin');
    expect((await other.get(USERS)).status).toBe(401);
    const proof = { kind: 'totp', code: totp.generate({ timestamp: Date.now() + 30_000 }) };
    await requireSuccess(other.post('/api/login/second-factor', { token: body.token, proof }));
    expect((await other.get(USERS)).status).toBe(200);
    await requireSuccess(other.send('DELETE', `${PREFIX}/totp`));
    expect((await site.visitor().signIn('admin')).body).toMatchObject({ id: 1 });
  });

  it('asks again for the password before refunds, after ten minutes', async () => {
    const site = await openSite();
    await makeAdministrator();
    const verified_at = new Date(Date.now() - 11 * 60_000);
    const visitor = await site.signedInVisitor(1, undefined, { verified_by: 'password', verified_at });
    const refund = () => visitor.post('/api/admin/payments/1/refunds', REFUND);
    expect((await refund()).body.code).toBe('step-up-required');
    expect((await visitor.post('/api/user/step-up/options')).body.methods).toEqual(['password']);
    await requireSuccess(visitor.post('/api/user/step-up', { proof: { kind: 'password', password: PASSWORD } }));
    expect((await refund()).status).toBe(404);
  });
});

describe('a printed password', () => {
  const expectToBeReplaced = async (password: string) => {
    const { token } = await makeSession(db, 1);
    const visitor = api.visitor();
    await requireSuccess(visitor.signIn('admin', password));
    visitor.cookies.set('session', token);
    const { status, body } = await visitor.get(USERS);
    expect([status, body]).toEqual([
      403,
      { message: 'Choose a new password first.', code: 'password-change-required' },
    ]);
    expect((await visitor.get(PREFIX)).body.missing).toBe('password-change-required');
    await requireSuccess(
      visitor.post('/api/user/password', { currentPassword: password, newPassword: 'lantern kelp 47' }),
    );
  };

  it('of the first start must be replaced before anything else', async () => {
    const created = await ensureAdministrator(db, {
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: undefined,
      SITE_NAME: 'SoCal Local',
    });
    await expectToBeReplaced(created?.password ?? '');
    const { token } = await makeSession(db, 1);
    const visitor = api.visitor();
    visitor.cookies.set('session', token);
    expect((await visitor.get(USERS)).status).toBe(200);
  });

  it('of npm run admin:reset too, and a chosen one need not', async () => {
    await makeAdministrator();
    const { password } = await resetAdministrator(db, 'SoCal Local');
    await expectToBeReplaced(password);
    await resetAdministrator(db, 'SoCal Local', 'seven pelicans dive');
    expect((await (await api.signedInVisitor(1)).get(USERS)).status).toBe(200);
  });
});

describe('a lost second factor', () => {
  const lose = async () => {
    await makeAdministrator();
    const { id, username, email } = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(id);
    const { secret } = await requireSuccess(visitor.post(`${PREFIX}/totp`));
    await requireSuccess(visitor.post(`${PREFIX}/totp/confirmation`, { code: new TOTP({ secret }).generate() }));
    return { id, username, email: email ?? '', visitor };
  };

  it('is reset by an administrator with a reason: sessions and the password end, and its owner sets a new one by email', async () => {
    const { id, username, email, visitor } = await lose();
    const administrator = await api.signedInVisitor(1);
    expect((await administrator.post(`${USERS}/${id}/second-factor/reset`, { reason: ' ' })).status).toBe(400);
    await requireSuccess(
      administrator.post(`${USERS}/${id}/second-factor/reset`, { reason: 'Lost the phone, known by voice' }),
    );
    expect((await visitor.get('/api/user')).status).toBe(401);
    // Not the newest one: that of the added factor may arrive after it.
    const findText = () =>
      api.emails.findLast(({ to, text }) => to === email && text.includes('An administrator just removed'))?.text;
    await expect.poll(findText).toContain('Your password no longer works.');
    expect((await api.visitor().signIn(username)).status).toBe(401);
    const token = /reset#token=([\w-]{43})$/m.exec(findText() ?? '')?.[1];
    const password = 'lantern kelp 47';
    await requireSuccess(api.visitor().post('/api/password-resets/redeem', { token, password }));
    expect((await api.visitor().signIn(username, password)).status).toBe(200);
    const event = await db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'second-factor-reset')
      .where('actor_id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ account_id: id, actor_id: 1, reason: 'Lost the phone, known by voice' });
    expect((await administrator.post(`${USERS}/${id}/second-factor/reset`, { reason: 'Again' })).status).toBe(409);
  });

  it('is not reset where there is none, or nobody to email', async () => {
    const { visitor, id } = await lose();
    await requireSuccess(visitor.send('DELETE', `${PREFIX}/totp`));
    const first = await api.signedInVisitor(1);
    const { secret } = await requireSuccess(first.post(`${PREFIX}/totp`));
    await requireSuccess(first.post(`${PREFIX}/totp/confirmation`, { code: new TOTP({ secret }).generate() }));
    await db.updateTable('accounts').set({ email: null, email_key: null }).where('id', '=', 1).execute();
    const other = await makeStaff(db, 'administrator');
    const administrator = await api.signedInVisitor(other.id);
    for (const [account, status, message] of [
      [1, 409, 'This account has no email, so nobody can prove that it’s theirs.'],
      [id, 409, 'This account has no two-step verification to reset.'],
      [other.id + 1, 404, 'User not found'],
    ] as const) {
      const response = await administrator.post(`${USERS}/${account}/second-factor/reset`, { reason: 'Lost' });
      expect([response.status, response.body.message]).toEqual([status, message]);
    }
  });

  it('is not reset for oneself, by a stale session, or by an owner', async () => {
    const { id, visitor } = await lose();
    const reset = { reason: 'Lost the phone' };
    expect((await (await api.signedInVisitor(1)).post(`${USERS}/1/second-factor/reset`, reset)).status).toBe(403);
    const stale = await api.signedInVisitor(1, undefined, { verified_at: new Date(Date.now() - 11 * 60_000) });
    expect((await stale.post(`${USERS}/${id}/second-factor/reset`, reset)).body.code).toBe('step-up-required');
    expect((await visitor.post(`${USERS}/${id}/second-factor/reset`, reset)).status).toBe(403);
  });

  it('of account 1 is removed by npm run admin:recover', async () => {
    await makeAdministrator();
    const visitor = await api.signedInVisitor(1);
    const { secret } = await requireSuccess(visitor.post(`${PREFIX}/totp`));
    await requireSuccess(visitor.post(`${PREFIX}/totp/confirmation`, { code: new TOTP({ secret }).generate() }));
    const { DATABASE_URL } = api.database.env;
    const { stdout, stderr } = await runCommand('server/accounts/second-factor/admin-recover.command.ts', {
      env: { DATABASE_URL },
    });
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('The second factor of admin is removed')]);
    expect((await visitor.get('/api/user')).status).toBe(401);
    expect((await api.visitor().signIn('admin', PASSWORD)).status).toBe(200);
    const event = await db.selectFrom('audit').select('reason').where('kind', '=', 'second-factor-reset').execute();
    expect(event).toContainEqual({ reason: 'npm run admin:recover' });
  });
});

it('A refund asks again who it is after ten minutes', async () => {
  await makeAdministrator();
  const at = (minutes: number) => ({ verified_at: new Date(Date.now() - minutes * 60_000) });
  const refund = async (minutes: number) =>
    (await api.signedInVisitor(1, undefined, at(minutes))).post('/api/admin/payments/1/refunds', REFUND);
  expect((await refund(11)).body).toEqual({
    message: 'Please confirm that it’s you first.',
    code: 'step-up-required',
  });
  expect((await refund(9)).body.code).toBeUndefined();
});

it.each([
  ['account 1', makeAdministrator],
  ['a moderator', () => makeStaff(db, 'moderator', { username: 'admin', email: 'boss@mail.example' })],
])('%s gets an email of every sign-in on a new device', async (_who, make) => {
  api.emails.length = 0;
  await make();
  const visitor = api.visitor();
  await visitor.send(
    'POST',
    '/api/login',
    { username: 'admin', password: PASSWORD },
    {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  );
  const findEmail = () => api.emails.findLast(({ text }) => text.includes('Firefox on Linux'));
  await expect.poll(findEmail).toMatchObject({
    to: 'boss@mail.example',
    subject: 'New sign-in to your SoCal Local account',
  });
});

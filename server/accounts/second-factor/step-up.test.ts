import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeStaffInvitation } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { addApp, addPasskey, codeOf, SECOND_FACTOR_PATH } from '#tests/ways-in/second-factors.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('accounts').execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const REFUSED = { message: 'Please confirm that it’s you first.', code: 'step-up-required' };
const EMAIL = 'owner@mail.example';

const stale = (id: number) =>
  sql`update sessions set verified_at = now() - interval '11 minutes' where account_id = ${id}`.execute(db);

/** An owner whose session was verified eleven minutes ago; with an authenticator app or without a second factor. */
async function makeOwner({ hasApp }: { hasApp: boolean }) {
  const { id, username } = await makeAccount(db, { email: EMAIL, email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(id);
  const app = hasApp ? await addApp(visitor) : null;
  await stale(id);
  return { id, username, visitor, secret: app?.secret ?? '', recoveryCodes: app?.recoveryCodes ?? [] };
}

type Change = (visitor: Visitor) => ReturnType<Visitor['send']>;
/** Those whose body has the password. */
const WITH_PASSWORD: [string, Change][] = [
  [
    'a change of email',
    (visitor) => visitor.post('/api/user/email', { email: 'new@mail.example', password: PASSWORD }),
  ],
  [
    'a change of password',
    (visitor) => visitor.post('/api/user/password', { currentPassword: PASSWORD, newPassword: 'lantern kelp 47' }),
  ],
  ['the removal of the account', (visitor) => visitor.send('DELETE', '/api/user', { password: PASSWORD })],
  [
    'joining the staff',
    async (visitor) => {
      await db.deleteFrom('staff_invitations').execute();
      const { token } = await makeStaffInvitation(db, EMAIL);
      return visitor.post('/api/staff-invitations/accept', { token, password: PASSWORD });
    },
  ],
];
const invitation = { recipient: 'helper@mail.example', listingId: null };
const OTHERS: [string, Change][] = [
  ['a new member', (visitor) => visitor.post('/api/user/invitations', { ...invitation, role: 'manager' })],
  ['a hand-over', (visitor) => visitor.post('/api/user/invitations', { ...invitation, role: 'owner' })],
  ['an invitation that is sent again', (visitor) => visitor.post('/api/user/invitations/1/resend')],
  ['the export of conversations', (visitor) => visitor.get('/api/user/conversations.csv')],
  ['the export of the account', (visitor) => visitor.get('/api/user/export')],
  ['a new passkey', (visitor) => visitor.post(`${SECOND_FACTOR_PATH}/passkeys/options`)],
  ['a new authenticator app', (visitor) => visitor.post(`${SECOND_FACTOR_PATH}/totp`)],
  ['new recovery codes', (visitor) => visitor.post(`${SECOND_FACTOR_PATH}/recovery-codes`)],
  ['the removal of an authenticator app', (visitor) => visitor.send('DELETE', `${SECOND_FACTOR_PATH}/totp`)],
  ['the removal of a passkey', (visitor) => visitor.send('DELETE', `${SECOND_FACTOR_PATH}/passkeys/1`)],
];

describe('Of an owner with a second factor, ten minutes after it was given', () => {
  it.each([...WITH_PASSWORD, ...OTHERS])('%s needs it again, whoever knows the password', async (_what, change) => {
    const { visitor, secret } = await makeOwner({ hasApp: true });
    const { status, body } = await change(visitor);
    expect([status, body]).toEqual([403, REFUSED]);
    expect((await visitor.get('/api/user')).body).toMatchObject({ email: EMAIL, pendingEmail: null, role: null });
    expect((await visitor.post('/api/user/step-up', { proof: { kind: 'password', password: PASSWORD } })).status).toBe(
      400,
    );
    await requireSuccess(visitor.post('/api/user/step-up', { proof: { kind: 'totp', code: codeOf(secret, 1) } }));
    expect((await change(visitor)).body?.code).toBeUndefined();
  });
});

describe('Of an owner without one, ten minutes after the password was given', () => {
  it.each(OTHERS)('%s needs it again', async (_what, change) => {
    const { visitor } = await makeOwner({ hasApp: false });
    const { status, body } = await change(visitor);
    expect([status, body]).toEqual([403, REFUSED]);
    await requireSuccess(visitor.post('/api/user/step-up', { proof: { kind: 'password', password: PASSWORD } }));
    expect((await change(visitor)).body?.code).toBeUndefined();
  });

  it.each(WITH_PASSWORD)('%s needs the password in its form only', async (_what, change) => {
    const { visitor } = await makeOwner({ hasApp: false });
    expect((await change(visitor)).status).toBe(200);
  });
});

it.each([...WITH_PASSWORD, ...OTHERS])('%s is not possible without a session', async (_what, change) => {
  expect((await change(api.visitor())).status).toBe(401);
});

describe('Who just signed in', () => {
  it('with a password is not asked again', async () => {
    const { username } = await makeOwner({ hasApp: false });
    const visitor = api.visitor();
    await requireSuccess(visitor.signIn(username));
    expect((await visitor.get('/api/user/export')).status).toBe(200);
  });

  it('with a password counts no longer when a first factor is added in another session', async () => {
    const { id, username } = await makeOwner({ hasApp: false });
    const thief = api.visitor();
    await requireSuccess(thief.signIn(username));
    await addApp(await api.signedInVisitor(id));
    expect((await thief.post('/api/user/email', { email: 'thief@mail.example', password: PASSWORD })).body).toEqual(
      REFUSED,
    );
    expect((await thief.get('/api/user/export')).body).toEqual(REFUSED);
  });

  it('with a factor is still verified when another one is added elsewhere', async () => {
    const { id, visitor, secret } = await makeOwner({ hasApp: true });
    await requireSuccess(visitor.post('/api/user/step-up', { proof: { kind: 'totp', code: codeOf(secret, 1) } }));
    await addPasskey(await api.signedInVisitor(id));
    expect((await visitor.get('/api/user/export')).status).toBe(200);
  });
});

describe('A password does not verify', () => {
  it.each([
    ['an authenticator app and recovery codes', addApp],
    ['a passkey and recovery codes', addPasskey],
  ])('the owner of %s', async (_what, add) => {
    const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(id);
    await add(visitor);
    await stale(id);
    const { status } = await visitor.post('/api/user/step-up', { proof: { kind: 'password', password: PASSWORD } });
    expect(status).toBe(400);
    expect((await visitor.get('/api/user/export')).status).toBe(403);
  });

  it('the owner of a single factor whose recovery codes are used up', async () => {
    const { id, visitor } = await makeOwner({ hasApp: true });
    await sql`delete from recovery_codes where account_id = ${id}`.execute(db);
    const { status } = await visitor.post('/api/user/step-up', { proof: { kind: 'password', password: PASSWORD } });
    expect(status).toBe(400);
    expect((await visitor.post('/api/user/step-up/options')).body.methods).toEqual(['totp']);
  });
});

it('A recovery code verifies, once', async () => {
  const { visitor, recoveryCodes } = await makeOwner({ hasApp: true });
  const proof = { kind: 'recovery', code: recoveryCodes[0] };
  await requireSuccess(visitor.post('/api/user/step-up', { proof }));
  expect((await visitor.get('/api/user/export')).status).toBe(200);
  expect((await visitor.post('/api/user/step-up', { proof })).status).toBe(400);
});

it('An account can ask 100 times in 15 minutes what its passkeys have to sign, and change its factors 30 times in an hour', async () => {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(id);
  await addPasskey(visitor);
  const repeat = async (times: number, path: string) => {
    const statuses = new Set<number>();
    for (let i = 0; i < times; i++) statuses.add((await visitor.post(path)).status);
    return [...statuses];
  };
  expect(await repeat(99, '/api/user/step-up/options')).toEqual([200]);
  expect(await repeat(1, '/api/user/step-up/options')).toEqual([429]);
  expect(await repeat(29, `${SECOND_FACTOR_PATH}/recovery-codes`)).toEqual([201]);
  expect(await repeat(1, `${SECOND_FACTOR_PATH}/recovery-codes`)).toEqual([429]);
});

it('The conversations can be exported ten times in an hour', async () => {
  const { visitor } = await makeOwner({ hasApp: false });
  await requireSuccess(visitor.post('/api/user/step-up', { proof: { kind: 'password', password: PASSWORD } }));
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await visitor.get('/api/user/conversations.csv')).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

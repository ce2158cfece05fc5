import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createPasskey, type SoftwarePasskey, signWithPasskey } from '#tests/fixtures/software-passkeys.ts';
import { createTestApi, PASSWORD, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { signInByPasskey } from '#tests/ways-in/second-factors.ts';

const PREFIX = '/api/user/second-factor';
const HALF_MINUTE_MS = 30_000;

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
// The clock stands in the middle of a half minute: a code that a test has made does not become older before it arrives.
beforeEach(async () => {
  const halfMinutes = Math.floor(Date.now() / HALF_MINUTE_MS);
  vi.useFakeTimers({ toFake: ['Date'], now: (halfMinutes + 0.5) * HALF_MINUTE_MS });
  await db.deleteFrom('limits').execute();
});
afterEach(() => void vi.useRealTimers());

/** The code of an authenticator app whose clock is `minutes` ahead. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * HALF_MINUTE_MS });

async function addApp(visitor: Visitor): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await requireSuccess(visitor.post(`${PREFIX}/totp`));
  // The code of half a minute ago leaves that of now for a sign-in.
  const { recoveryCodes } = await requireSuccess(
    visitor.post(`${PREFIX}/totp/confirmation`, { code: codeOf(secret, -1) }),
  );
  return { secret, recoveryCodes };
}

async function addPasskey(visitor: Visitor, name = 'My phone'): Promise<SoftwarePasskey> {
  const options = await requireSuccess(visitor.post(`${PREFIX}/passkeys/options`));
  const { passkey, response } = createPasskey(options);
  await requireSuccess(visitor.post(`${PREFIX}/passkeys`, { name, response }));
  return passkey;
}

/** An account with a session in which it may change its factors. */
async function ownerAtHome(overrides: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(db, { email_confirmed_at: new Date(), ...overrides });
  return { account, visitor: await api.signedInVisitor(account.id) };
}

/** The first step of signing in, on another device. */
async function begin(username: string) {
  const visitor = api.visitor();
  const { status, body } = await visitor.signIn(username);
  expect(status).toBe(202);
  const finish = (proof: object) => visitor.post('/api/login/second-factor', { token: body.token, proof });
  return { visitor, pending: body as { token: string; secondFactor: string[] }, finish };
}

const auditOf = (accountId: number) =>
  db.selectFrom('audit').select(['kind', 'reason']).where('account_id', '=', accountId).orderBy('id').execute();

async function assertion(visitor: Visitor, token: string, passkey: SoftwarePasskey, deviations = {}) {
  const options = await requireSuccess(visitor.post('/api/login/second-factor/options', { token }));
  return { kind: 'passkey', response: signWithPasskey(passkey, options, deviations) };
}

describe('signing in with an authenticator app', () => {
  it('takes the password, then a code, and says who it is', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const { visitor, pending, finish } = await begin(account.username);
    expect(pending).toEqual({ secondFactor: ['totp', 'recovery'], token: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await visitor.get('/api/user')).status).toBe(401);
    const { status, body } = await finish({ kind: 'totp', code: codeOf(secret) });
    expect([status, body.id]).toEqual([200, account.id]);
    expect((await visitor.get('/api/user')).body.id).toBe(account.id);
    // Who has just proved it is not asked again.
    expect((await visitor.get('/api/user/export')).status).toBe(200);
  });

  it('does not take a code twice, nor one of more than half a minute ago or ahead', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const code = codeOf(secret);
    await (await begin(account.username)).finish({ kind: 'totp', code });
    const { finish } = await begin(account.username);
    expect((await finish({ kind: 'totp', code })).status).toBe(400);
    for (const steps of [-3, -1, 3])
      expect((await finish({ kind: 'totp', code: codeOf(secret, steps) })).status).toBe(400);
    expect((await finish({ kind: 'totp', code: codeOf(secret, 1) })).status).toBe(200);
  });

  it('does not take the code that confirmed the app', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await requireSuccess(home.post(`${PREFIX}/totp`));
    const code = codeOf(secret);
    await requireSuccess(home.post(`${PREFIX}/totp/confirmation`, { code }));
    const { finish } = await begin(account.username);
    expect((await finish({ kind: 'totp', code })).status).toBe(400);
    expect((await home.post('/api/user/step-up', { proof: { kind: 'totp', code } })).status).toBe(400);
    expect((await finish({ kind: 'totp', code: codeOf(secret, 1) })).status).toBe(200);
  });

  it('is set up by the newest secret, whose address names the site and the account', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const first = await requireSuccess(home.post(`${PREFIX}/totp`));
    const { secret, uri } = await requireSuccess(home.post(`${PREFIX}/totp`));
    const confirm = (code: string) => home.post(`${PREFIX}/totp/confirmation`, { code });
    expect((await confirm(codeOf(first.secret))).status).toBe(400);
    expect((await home.get(PREFIX)).body.totp).toBeNull();
    expect((await api.visitor().signIn(account.username)).status).toBe(200);
    await requireSuccess(confirm(codeOf(secret)));
    const { totp } = (await home.get(PREFIX)).body;
    expect(totp).toEqual({ createdAt: expect.any(String), lastUsedAt: expect.any(String) });
    const { pathname, searchParams } = new URL(uri);
    expect(secret).toHaveLength(32);
    expect([decodeURIComponent(pathname), Object.fromEntries(searchParams)]).toEqual([
      expect.stringContaining(`SoCal Local:${account.username}`),
      { issuer: 'SoCal Local', secret, algorithm: 'SHA1', digits: '6', period: '30' },
    ]);
    const { status, body } = await home.post(`${PREFIX}/totp`);
    expect([status, body.message]).toEqual([
      409,
      'You have an authenticator app already. Remove it to set up another one.',
    ]);
  });

  it('takes a code half a minute early or late, and none of a minute', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      vi.setSystemTime(Date.now() + 600_000);
      const { finish } = await begin(account.username);
      expect([steps, (await finish({ kind: 'totp', code: codeOf(secret, steps) })).status]).toEqual([steps, status]);
    }
  });

  it('takes a code once of two that come at the same time', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const tries = await Promise.all([begin(account.username), begin(account.username), begin(account.username)]);
    const code = codeOf(secret);
    const answers = await Promise.all(tries.map(({ finish }) => finish({ kind: 'totp', code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('ends after five wrong codes, and the account has ten in a quarter of an hour', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const wrong = { kind: 'totp', code: codeOf(secret, 100) };
    for (const last of [401, 401]) {
      const { finish } = await begin(account.username);
      for (let i = 0; i < 5; i++) expect((await finish(wrong)).status).toBe(400);
      expect((await finish({ kind: 'totp', code: codeOf(secret) })).status).toBe(last);
    }
    const { finish } = await begin(account.username);
    expect((await finish({ kind: 'totp', code: codeOf(secret) })).status).toBe(429);
  });

  it('does not store the secret as it is, and not for another account', async () => {
    const [one, other] = [await ownerAtHome(), await ownerAtHome()];
    const { secret } = await addApp(one.visitor);
    await addApp(other.visitor);
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from totp_factors where account_id = ${one.account.id}`.execute(db);
    expect(rows[0]?.secret.includes(Buffer.from(new TOTP({ secret }).secret.bytes))).toBe(false);
    await sql`update totp_factors set secret = ${rows[0]?.secret} where account_id = ${other.account.id}`.execute(db);
    const { finish } = await begin(other.account.username);
    expect((await finish({ kind: 'totp', code: codeOf(secret) })).status).toBe(500);
  });
});

describe('a wrong proof', () => {
  it.each([
    ['totp', 'That code isn’t right. Enter the newest one from your app.'],
    ['recovery', 'That isn’t one of your unused recovery codes.'],
    ['passkey', 'That passkey didn’t work. Try again, or choose another way.'],
  ])('by %s says so, and is in the audit log', async (kind, message) => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const strange = await addPasskey((await ownerAtHome()).visitor);
    await addPasskey(home);
    const { visitor, pending, finish } = await begin(account.username);
    const proofs: Record<string, object> = {
      totp: { kind, code: codeOf(secret, 100) },
      recovery: { kind, code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF' },
      passkey: await assertion(visitor, pending.token, strange),
    };
    const { status, body } = await finish(proofs[kind] ?? {});
    expect([status, body.message]).toEqual([400, message]);
    expect(await auditOf(account.id)).toContainEqual({ kind: 'sign-in-failed', reason: `second factor: ${kind}` });
  });

  it('counts until a right one comes, for a day too, and keeps no passkey out', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const passkey = await addPasskey(home);
    const stepUp = async (proof: object) => (await home.post('/api/user/step-up', { proof })).status;
    const wrong = { kind: 'totp', code: codeOf(secret, 100) };
    const repeatWrong = async (times: number) => {
      for (let i = 0; i < times; i++) expect(await stepUp(wrong)).toBe(400);
    };
    const countOfDay = () =>
      db.selectFrom('limits').select('hits').where('key', '=', `second-factor:${account.id}:day`).executeTakeFirst();
    await repeatWrong(9);
    expect(await stepUp({ kind: 'totp', code: codeOf(secret) })).toBe(200);
    expect(await countOfDay()).toEqual({ hits: 9 });
    await repeatWrong(10);
    expect(await stepUp(wrong)).toBe(429);
    const { passkey: options } = await requireSuccess(home.post('/api/user/step-up/options'));
    expect(await stepUp({ kind: 'passkey', response: signWithPasskey(passkey, options) })).toBe(200);
    await db.deleteFrom('limits').where('key', '=', `second-factor:${account.id}`).execute();
    await db.updateTable('limits').set({ hits: 49 }).where('key', '=', `second-factor:${account.id}:day`).execute();
    await repeatWrong(1);
    expect(await stepUp(wrong)).toBe(429);
  });
});

describe('a pending sign-in', () => {
  it('opens one session of two proofs that come at the same time', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { recoveryCodes } = await addApp(home);
    const { finish } = await begin(account.username);
    const answers = await Promise.all(recoveryCodes.slice(0, 2).map((code) => finish({ kind: 'recovery', code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('opens nothing else, ends after five minutes, and works once', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const { visitor, pending, finish } = await begin(account.username);
    visitor.cookies.set('session', pending.token);
    for (const path of ['/api/user', '/api/user/ads', PREFIX]) expect((await visitor.get(path)).status).toBe(401);
    visitor.cookies.delete('session');
    await sql`update pending_sign_ins set expires_at = now() - interval '1 second' where account_id = ${account.id}`.execute(
      db,
    );
    expect((await finish({ kind: 'totp', code: codeOf(secret) })).status).toBe(401);
    const second = await begin(account.username);
    expect((await second.finish({ kind: 'totp', code: codeOf(secret) })).status).toBe(200);
    expect((await second.finish({ kind: 'totp', code: codeOf(secret, 1) })).status).toBe(401);
    const { status, body } = await second.visitor.post('/api/login/second-factor/options', {
      token: second.pending.token,
    });
    expect([status, body.message]).toEqual([401, 'Your sign-in took too long. Please enter your password again.']);
  });

  it('ends with a new password', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const { finish } = await begin(account.username);
    await requireSuccess(
      home.post('/api/user/password', { currentPassword: PASSWORD, newPassword: 'lantern kelp 47' }),
    );
    expect((await finish({ kind: 'totp', code: codeOf(secret) })).status).toBe(401);
  });

  it('ends with a suspension, which a passkey alone does not get around', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const passkey = await addPasskey(home);
    const { finish } = await begin(account.username);
    await sql`update accounts set is_active = false, suspended_at = now(), suspension_reason = 'Spam' where id = ${account.id}`.execute(
      db,
    );
    const refused = [403, 'Your account is suspended: Spam'];
    const { status, body } = await finish({ kind: 'totp', code: codeOf(secret) });
    expect([status, body.message]).toEqual(refused);
    const byPasskey = await signInByPasskey(api.visitor(), passkey);
    expect([byPasskey.status, byPasskey.body.message]).toEqual(refused);
  });
});

describe('recovery codes', () => {
  it('are ten of 120 bits, each of which signs in once, however it is typed', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { recoveryCodes } = await addApp(home);
    expect(new Set(recoveryCodes)).toHaveLength(10);
    expect(recoveryCodes.join(' ')).toMatch(/^(?: ?(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}){10}$/);
    const [code = ''] = recoveryCodes;
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await (await begin(account.username)).finish({ kind: 'recovery', code: typed })).status).toBe(200);
    expect((await (await begin(account.username)).finish({ kind: 'recovery', code })).status).toBe(400);
    expect((await home.get(PREFIX)).body.recoveryCodesLeft).toBe(9);
  });

  it('of an earlier release, which are shorter, sign in too', async () => {
    const { account, visitor: home } = await ownerAtHome();
    await addApp(home);
    const code_hash = createHash('sha256').update('ABCD2345EFGH6723').digest();
    await db.insertInto('recovery_codes').values({ account_id: account.id, code_hash }).execute();
    const { finish } = await begin(account.username);
    expect((await finish({ kind: 'recovery', code: 'abcd-2345-efgh-6723' })).status).toBe(200);
  });

  it('are replaced on request, of another account they are none, and they go with the last factor', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const other = await addApp((await ownerAtHome()).visitor);
    const { recoveryCodes: former } = await addApp(home);
    const { recoveryCodes } = await requireSuccess(home.post(`${PREFIX}/recovery-codes`));
    const { finish } = await begin(account.username);
    expect((await finish({ kind: 'recovery', code: former[0] })).status).toBe(400);
    expect((await finish({ kind: 'recovery', code: other.recoveryCodes[0] })).status).toBe(400);
    expect((await finish({ kind: 'recovery', code: recoveryCodes[0] })).status).toBe(200);
    await requireSuccess(home.send('DELETE', `${PREFIX}/totp`));
    expect((await home.get(PREFIX)).body).toMatchObject({ passkeys: [], totp: null, recoveryCodesLeft: 0 });
    expect((await api.visitor().signIn(account.username)).status).toBe(200);
  });
});

describe('a passkey', () => {
  it('is the second step of signing in', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const passkey = await addPasskey(home);
    const { visitor, pending, finish } = await begin(account.username);
    expect(pending.secondFactor).toEqual(['passkey', 'recovery']);
    expect((await finish(await assertion(visitor, pending.token, passkey))).body.id).toBe(account.id);
    const { passkeys } = (await home.get(PREFIX)).body;
    expect(passkeys).toMatchObject([{ name: 'My phone', lastUsedAt: expect.any(String) }]);
  });

  it('signs in by itself, without a name or a password', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const passkey = await addPasskey(home);
    const visitor = api.visitor();
    const options = await requireSuccess(visitor.post('/api/login/passkey/options'));
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const response = signWithPasskey(passkey, options);
    expect((await visitor.post('/api/login/passkey', { response })).body.id).toBe(account.id);
    const { status, body } = await api.visitor().post('/api/login/passkey', { response });
    expect([status, body.message]).toEqual([401, 'That passkey didn’t work. Sign in with your password instead.']);
  });

  it.each([
    ['of another origin', { origin: 'https://socal-1ocal.example' }],
    ['that did not verify its user', { isUserVerified: false }],
  ])('%s is refused, new or known', async (_what, deviations) => {
    const { account, visitor: home } = await ownerAtHome();
    const options = await requireSuccess(home.post(`${PREFIX}/passkeys/options`));
    const { response } = createPasskey(options, deviations);
    expect((await home.post(`${PREFIX}/passkeys`, { name: 'Phone', response })).status).toBe(400);
    const passkey = await addPasskey(home);
    const { visitor, pending, finish } = await begin(account.username);
    expect((await finish(await assertion(visitor, pending.token, passkey, deviations))).status).toBe(400);
  });

  it('with a count that went back or stood still is a copy, and refused', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const passkey = await addPasskey(home);
    for (const [counter, status] of [
      [5, 200],
      [5, 400],
      [4, 400],
      [0, 400],
      [6, 200],
    ] as const) {
      const { visitor, pending, finish } = await begin(account.username);
      const answer = await finish(await assertion(visitor, pending.token, passkey, { counter }));
      expect([counter, answer.status]).toEqual([counter, status]);
    }
  });

  it('signs in once of two copies that come at the same time with one count, and not after it was removed', async () => {
    const { account, visitor: home } = await ownerAtHome();
    await addApp(home);
    const passkey = await addPasskey(home);
    const tries = await Promise.all([begin(account.username), begin(account.username)]);
    const proofs = await Promise.all(
      tries.map(({ visitor, pending }) => assertion(visitor, pending.token, passkey, { counter: 5 })),
    );
    const answers = await Promise.all(tries.map(({ finish }, index) => finish(proofs[index] ?? {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [{ id }] = (await home.get(PREFIX)).body.passkeys;
    await requireSuccess(home.send('DELETE', `${PREFIX}/passkeys/${id}`));
    expect((await signInByPasskey(api.visitor(), passkey)).status).toBe(401);
  });

  it('can be asked for by everybody, however many others do', async () => {
    for (let n = 0; n <= 100; n++)
      expect((await api.visitor(`203.0.113.${n}`).post('/api/login/passkey/options')).status).toBe(200);
  });

  it('of another account is refused, and so is a signature under another challenge', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const stranger = await ownerAtHome();
    const [passkey, strange] = [await addPasskey(home), await addPasskey(stranger.visitor)];
    const { visitor, pending, finish } = await begin(account.username);
    expect((await finish(await assertion(visitor, pending.token, strange))).status).toBe(400);
    const forStepUp = await requireSuccess(home.post('/api/user/step-up/options'));
    const response = signWithPasskey(passkey, forStepUp.passkey);
    expect((await finish({ kind: 'passkey', response })).status).toBe(400);
    const expired = await assertion(visitor, pending.token, passkey);
    await sql`update passkey_challenges set expires_at = now() - interval '1 second' where account_id = ${account.id}`.execute(
      db,
    );
    expect((await finish(expired)).status).toBe(400);
    expect((await finish(await assertion(visitor, pending.token, passkey))).status).toBe(200);
  });

  it('can be named and removed by its owner alone', async () => {
    const { visitor: home } = await ownerAtHome();
    await addPasskey(home);
    const [{ id }] = (await home.get(PREFIX)).body.passkeys;
    const { visitor: stranger } = await ownerAtHome();
    expect((await stranger.send('PATCH', `${PREFIX}/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.send('DELETE', `${PREFIX}/passkeys/${id}`)).status).toBe(404);
    await requireSuccess(home.send('PATCH', `${PREFIX}/passkeys/${id}`, { name: 'Old phone' }));
    expect((await home.get(PREFIX)).body.passkeys).toMatchObject([{ name: 'Old phone' }]);
    await requireSuccess(home.send('DELETE', `${PREFIX}/passkeys/${id}`));
    expect((await home.get(PREFIX)).body.passkeys).toEqual([]);
  });

  it('is one of at most ten', async () => {
    const { visitor: home } = await ownerAtHome();
    for (let i = 0; i < 9; i++) await addPasskey(home, `Key ${i}`);
    const options = [];
    for (let i = 0; i < 2; i++) options.push(await requireSuccess(home.post(`${PREFIX}/passkeys/options`)));
    const [tenth, eleventh] = options.map((one) => ({ name: 'Key', response: createPasskey(one).response }));
    expect((await home.post(`${PREFIX}/passkeys`, tenth)).body).toEqual({ recoveryCodes: null });
    for (const path of ['passkeys', 'passkeys/options']) {
      const { status, body } = await home.post(`${PREFIX}/${path}`, path === 'passkeys' ? eleventh : undefined);
      expect([path, status, body.message]).toEqual([
        path,
        409,
        'You can have 10 passkeys. Remove one that you no longer use.',
      ]);
    }
  });

  it('is not made twice on one device, and the browser is told which ones may sign', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const first = await requireSuccess(home.post(`${PREFIX}/passkeys/options`));
    expect(first).toMatchObject({
      rp: { id: 'localhost', name: 'SoCal Local' },
      user: { name: account.username, displayName: account.username },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    const { passkey, response } = createPasskey(first);
    await requireSuccess(home.post(`${PREFIX}/passkeys`, { name: 'Phone', response }));
    const options = await requireSuccess(home.post(`${PREFIX}/passkeys/options`));
    const known = [expect.objectContaining({ id: passkey.id, transports: ['internal'] })];
    expect(options.excludeCredentials).toEqual(known);
    expect((await home.post('/api/user/step-up/options')).body.passkey.allowCredentials).toEqual(known);
    const { clientDataJSON } = createPasskey(options).response.response;
    const again = { ...response, response: { ...response.response, clientDataJSON } };
    const { status, body } = await home.post(`${PREFIX}/passkeys`, { name: 'Phone', response: again });
    expect([status, body.message]).toEqual([409, 'This passkey is in use already.']);
  });
});

describe('a change of second factors', () => {
  it('needs somebody who proved within ten minutes who they are', async () => {
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(account.id, undefined, {
      verified_at: new Date(Date.now() - 11 * 60_000),
      verified_by: 'password',
    });
    const refused = { message: 'Please confirm that it’s you first.', code: 'step-up-required' };
    const { status, body } = await visitor.post(`${PREFIX}/totp`);
    expect([status, body]).toEqual([403, refused]);
    expect((await visitor.post('/api/user/step-up/options')).body).toEqual({ methods: ['password'], passkey: null });
    const stepUp = (password: string) => visitor.post('/api/user/step-up', { proof: { kind: 'password', password } });
    expect((await stepUp('not the password')).status).toBe(400);
    expect((await visitor.post(`${PREFIX}/totp`)).status).toBe(403);
    expect((await stepUp(PASSWORD)).status).toBe(200);
    expect((await visitor.post(`${PREFIX}/totp`)).status).toBe(201);
  });

  it('does not take a password where there is a second factor', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { secret } = await addApp(home);
    const passkey = await addPasskey(home);
    await sql`update sessions set verified_at = now() - interval '11 minutes' where account_id = ${account.id}`.execute(
      db,
    );
    const stepUp = (proof: object) => home.post('/api/user/step-up', { proof });
    expect((await stepUp({ kind: 'password', password: PASSWORD })).status).toBe(400);
    expect((await home.post(`${PREFIX}/recovery-codes`)).status).toBe(403);
    const { methods, passkey: options } = await requireSuccess(home.post('/api/user/step-up/options'));
    expect(methods).toEqual(['passkey', 'totp', 'recovery']);
    await requireSuccess(stepUp({ kind: 'passkey', response: signWithPasskey(passkey, options) }));
    await requireSuccess(stepUp({ kind: 'totp', code: codeOf(secret) }));
    expect((await home.post(`${PREFIX}/recovery-codes`)).status).toBe(201);
  });

  it('is emailed to the owner, and in the audit log', async () => {
    const { account, visitor: home } = await ownerAtHome();
    await addApp(home);
    expect((await api.waitForEmail(account.email ?? '')).text).toContain('was just added to your account');
    await addPasskey(home);
    const [{ id }] = (await home.get(PREFIX)).body.passkeys;
    await requireSuccess(home.post(`${PREFIX}/recovery-codes`));
    await requireSuccess(home.send('DELETE', `${PREFIX}/passkeys/${id}`));
    expect((await home.get(PREFIX)).body.recoveryCodesLeft).toBe(10);
    await requireSuccess(home.send('DELETE', `${PREFIX}/totp`));
    const findRemoved = () =>
      api.emails.filter(({ to, text }) => to === account.email && text.includes('was just removed from your account'));
    await expect.poll(() => findRemoved().length).toBe(2);
    expect(await auditOf(account.id)).toEqual([
      { kind: 'second-factor-added', reason: 'authenticator app' },
      { kind: 'second-factor-added', reason: 'passkey' },
      { kind: 'recovery-codes-made', reason: null },
      { kind: 'second-factor-removed', reason: 'passkey' },
      { kind: 'second-factor-removed', reason: 'authenticator app' },
    ]);
  });

  it.each([
    ['new recovery codes', 'POST', '/recovery-codes', undefined, 409, 'Add a passkey or an authenticator app first.'],
    ['the removal of an app', 'DELETE', '/totp', undefined, 404, 'This authenticator app has been removed.'],
    ['the removal of a passkey', 'DELETE', '/passkeys/1', undefined, 404, 'This passkey has been removed.'],
    ['a name of a passkey', 'PATCH', '/passkeys/1', { name: 'Key' }, 404, 'This passkey has been removed.'],
    [
      'a code without an app',
      'POST',
      '/totp/confirmation',
      { code: '123456' },
      400,
      'That code isn’t right. Enter the newest one from your app.',
    ],
  ] as const)('of an account without one is refused: %s', async (_what, method, path, body, status, message) => {
    const { visitor: home } = await ownerAtHome();
    const response = await home.send(method, `${PREFIX}${path}`, body);
    expect([response.status, response.body.message]).toEqual([status, message]);
  });

  it('keeps what was proved through a change of the password', async () => {
    const { visitor: home } = await ownerAtHome();
    await addApp(home);
    await requireSuccess(
      home.post('/api/user/password', { currentPassword: PASSWORD, newPassword: 'lantern kelp 47' }),
    );
    expect((await home.post(`${PREFIX}/recovery-codes`)).status).toBe(201);
  });
});

describe('the export of an account', () => {
  it('has its second factors without secrets', async () => {
    const { visitor: home } = await ownerAtHome();
    await addPasskey(home);
    const { secondFactors } = (await home.get('/api/user/export')).body;
    expect(secondFactors).toMatchObject({ passkeys: [{ name: 'My phone' }], totp: null, recoveryCodesLeft: 10 });
    expect(Object.keys(secondFactors.passkeys[0]).sort()).toEqual(['createdAt', 'id', 'lastUsedAt', 'name']);
  });
});

describe('a sign-in on a new device', () => {
  it('is emailed to an owner with a second factor, once for each device', async () => {
    const { account, visitor: home } = await ownerAtHome();
    const { recoveryCodes } = await addApp(home);
    const { visitor, finish } = await begin(account.username);
    await requireSuccess(finish({ kind: 'recovery', code: recoveryCodes[0] }));
    const findEmails = () =>
      api.emails.filter(({ to, subject }) => to === account.email && /^New sign-in/.test(subject));
    await expect.poll(() => findEmails().length).toBe(1);
    const hasUsed = () =>
      api.emails.some(({ to, text }) => to === account.email && text.includes('A recovery code was just used'));
    await expect.poll(hasUsed).toBe(true);
    const { body } = await visitor.signIn(account.username);
    await requireSuccess(
      visitor.post('/api/login/second-factor', {
        token: body.token,
        proof: { kind: 'recovery', code: recoveryCodes[1] },
      }),
    );
    await api.waitForEmail(account.email ?? '');
    expect(findEmails()).toHaveLength(1);
  });
});

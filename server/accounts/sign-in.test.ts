import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { DUMMY_HASH, hashPassword, passwordMatches } from '#server/accounts/passwords/passwords.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(api.close);

const INVALID_CREDENTIALS = { message: 'Invalid username or password' };
const findAuditEvents = (accountId: number) =>
  api.db
    .selectFrom('audit')
    .select(['kind', 'reason', 'username', 'actor_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();

describe('signing in', () => {
  it('answers who it is, and works with the name in any case', async () => {
    const { id } = await makeAccount(api.db, { username: 'Harbor Bakery' });
    for (const username of ['Harbor Bakery', ' HARBOR bakery ', 'harbor\u00a0bakery']) {
      const { status, body } = await api.visitor().signIn(username);
      expect([status, body.id, body.username]).toEqual([200, id, 'Harbor Bakery']);
    }
  });

  it('has the same answer for a wrong password and for a name that nobody has', async () => {
    const { username } = await makeAccount(api.db);
    const wrong = await api.visitor().signIn(username, 'not the password');
    const nobody = await api.visitor().signIn('nobody-at-all', 'not the password');
    expect([wrong.status, wrong.body]).toEqual([401, INVALID_CREDENTIALS]);
    expect([nobody.status, nobody.body]).toEqual([401, INVALID_CREDENTIALS]);
    const names = (headers: object) => Object.keys(headers).sort();
    expect(names(nobody.headers)).toEqual(names(wrong.headers));
    expect(nobody.headers['set-cookie']).toBeUndefined();
  });

  it('checks a hash of the same cost for a name that nobody has', async () => {
    const cost = (hash: string) => hash.split('$').map((part, i) => (i < 4 ? part : part.length));
    expect(cost(DUMMY_HASH)).toEqual(cost(await hashPassword('anything')));
  });

  it('is by the name or the email, not the number', async () => {
    const { id, email } = await makeAccount(api.db);
    for (const name of [email ?? '', ` ${email?.toUpperCase()} `]) {
      const { status, body } = await api.visitor().signIn(name);
      expect([status, body.id]).toEqual([200, id]);
    }
    expect((await api.visitor().signIn(`00${id}`)).status).toBe(401);
  });

  it('by an email that somebody else has as a name is of the account that confirmed it', async () => {
    const { id, email } = await makeAccount(api.db, { email_confirmed_at: new Date() });
    const other = await makeAccount(api.db, { username: email ?? '' });
    expect((await api.visitor().signIn(email ?? '')).body.id).toBe(id);
    const unconfirmed = await makeAccount(api.db, { email_confirmed_at: null });
    const named = await makeAccount(api.db, { username: unconfirmed.email ?? '' });
    expect((await api.visitor().signIn(unconfirmed.email ?? '')).body.id).toBe(named.id);
    expect((await api.visitor().signIn(other.email ?? '')).body.id).toBe(other.id);
  });

  it('counts failures of the name and of the email together', async () => {
    const { username, email } = await makeAccount(api.db);
    const address = '203.0.113.77';
    for (const name of Array.from({ length: 10 }, (_, nth) => (nth % 2 ? username : (email ?? ''))))
      expect((await api.visitor(address).signIn(name, 'not the password')).status).toBe(401);
    expect((await api.visitor(address).signIn(email ?? '')).status).toBe(429);
  });

  it('is written down, and failures are; what nobody is called is not', async () => {
    const { id, username } = await makeAccount(api.db);
    await api.visitor().signIn(username, 'not the password');
    await api.visitor().signIn(username);
    await api.visitor().signIn('my-secret-in-the-wrong-field', 'not the password');
    expect((await findAuditEvents(id)).map(({ kind }) => kind)).toEqual(['sign-in-failed', 'signed-in']);
    const last = await api.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(last).toMatchObject({ kind: 'sign-in-failed', account_id: null, username: null, reason: null });
  });
});

describe('a suspended account', () => {
  const suspended = () =>
    makeAccount(api.db, { is_active: false, suspended_at: new Date(), suspension_reason: 'Fake <b>reviews</b>' });

  it('gets the reason with the right password', async () => {
    const { id, username } = await suspended();
    const { status, body, headers } = await api.visitor().signIn(username);
    expect([status, body]).toEqual([403, { message: 'Your account is suspended: Fake <b>reviews</b>' }]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await findAuditEvents(id)).toMatchObject([{ kind: 'sign-in-failed', reason: 'suspended' }]);
    expect(await api.db.selectFrom('sessions').select('id').where('account_id', '=', id).execute()).toEqual([]);
  });

  it('is like any other with a wrong one', async () => {
    const { username } = await suspended();
    const { status, body } = await api.visitor().signIn(username, 'not the password');
    expect([status, body]).toEqual([401, INVALID_CREDENTIALS]);
  });
});

describe('what changes while the password is checked', () => {
  const meanwhile = async (change: (accountId: number) => Promise<unknown>) => {
    const { id, username } = await makeAccount(api.db);
    const queue = Promise.all(Array.from({ length: 25 }, () => passwordMatches(null, 'not it')));
    const visitor = api.visitor('203.0.113.200');
    const signingIn = visitor.signIn(username);
    const begun = () =>
      api.db.selectFrom('limits').select('key').where('key', 'like', 'sign-in:%:203.0.113.200').executeTakeFirst();
    await expect.poll(begun, { interval: 5 }).toBeDefined();
    for (let i = 0; i < 5; i++) await begun();
    await change(id);
    const { status } = await signingIn;
    await queue;
    await api.db.deleteFrom('limits').where('key', 'like', '%203.0.113.200').execute();
    const sessions = await api.db.selectFrom('sessions').select('id').where('account_id', '=', id).execute();
    return { status, sessions: sessions.length };
  };

  it('counts: an account that is suspended then is not signed in', async () => {
    const suspension = { is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' };
    expect(
      await meanwhile((id) => api.db.updateTable('accounts').set(suspension).where('id', '=', id).execute()),
    ).toEqual({ status: 403, sessions: 0 });
  });

  it('counts: a password that is replaced then opens nothing', async () => {
    const password_hash = await hashPassword('another one');
    expect(
      await meanwhile((id) => api.db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()),
    ).toEqual({ status: 401, sessions: 0 });
  });
});

describe('an account and address', () => {
  const fail = async (username: string, address: string, times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++)
      statuses.push((await api.visitor(address).signIn(username, 'not the password')).status);
    return statuses;
  };
  const tries = (limit: number, times: number) => [...Array(limit).fill(401), ...Array(times - limit).fill(429)];

  it('have ten tries, then the right password does not help either, and it says when it will', async () => {
    const { username } = await makeAccount(api.db);
    expect(await fail(username, '203.0.113.1', 12)).toEqual(tries(10, 12));
    const { status, body, headers } = await api.visitor('203.0.113.1').signIn(username);
    expect([status, body.message]).toEqual([429, 'Too many attempts. Try again in 15 minutes.']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
    expect((await api.visitor('203.0.113.2').signIn(username)).status).toBe(200);
  });

  it('have as many when nobody is called so', async () => {
    expect(await fail('nobody-here', '203.0.113.3', 12)).toEqual(tries(10, 12));
  });

  it('have as many together in all spellings of the name', async () => {
    const { username } = await makeAccount(api.db);
    await fail(username, '203.0.113.4', 5);
    expect(await fail(username.toUpperCase(), '203.0.113.4', 7)).toEqual(tries(5, 7));
  });

  it('have ten again after the right password', async () => {
    const { username } = await makeAccount(api.db);
    await fail(username, '203.0.113.5', 9);
    expect((await api.visitor('203.0.113.5').signIn(username)).status).toBe(200);
    expect(await fail(username, '203.0.113.5', 12)).toEqual(tries(10, 12));
  });

  it('have ten even when all are tried at once', async () => {
    const { username } = await makeAccount(api.db);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => api.visitor('203.0.113.6').signIn(username, 'not the password')),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual(tries(10, 30));
  });

  it('An address that tries many names is stopped too', async () => {
    const visitor = api.visitor('203.0.113.9');
    await visitor.signIn('first-of-many', 'not the password');
    await sql`update limits set hits = 300 where key = 'sign-in-from:203.0.113.9'`.execute(api.db);
    expect((await visitor.signIn('last-of-many', 'not the password')).status).toBe(429);
  });
});

const SIGN_INS = repetitions(20, 200);
it(`${SIGN_INS} people who sign in at once all get in, and meanwhile the site answers others`, async () => {
  // A hash as costly as those of the site: the accounts of other tests have a cheap one.
  const password_hash = await hashPassword(PASSWORD);
  const accounts = await Promise.all(Array.from({ length: SIGN_INS }, () => makeAccount(api.db, { password_hash })));
  let done = 0;
  const signIns = accounts.map(async ({ username }) => {
    const { status } = await api.visitor().signIn(username);
    done += 1;
    return status;
  });
  const answered: number[] = [];
  while (done < SIGN_INS) {
    expect((await api.get('/healthz')).status).toBe(200);
    answered.push(done);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]));
  expect(answered.filter((count) => count > 0 && count < SIGN_INS).length).toBeGreaterThan(3);
});

it('sign-ins beyond four hundred waiting ones are refused for a while, also with an unknown name', async () => {
  const { password_hash } = await makeAccount(api.db);
  // All places are taken, and taken again at once.
  let isFull = true;
  const waiting = Array.from({ length: 404 }, async () => {
    while (isFull) await passwordMatches(password_hash, 'not it');
  });
  await expect(passwordMatches(password_hash, PASSWORD)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  const { status } = await api.visitor().signIn('nobody-at-all', 'not the password');
  isFull = false;
  await Promise.all(waiting);
  expect(status).toBe(503);
  expect(await passwordMatches(password_hash, PASSWORD)).toBe(true);
});

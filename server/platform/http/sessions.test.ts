import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
const other = await createTestApi({ database: api.database });
const secure = await createTestApi({ env: { ORIGIN: 'https://directory.example' }, database: api.database });
afterAll(async () => {
  await Promise.all([other.close(), secure.close()]);
  await api.close();
});

/** A visitor who is signed in to an account of their own. */
async function signedIn(program = api) {
  const account = await makeAccount(api.db);
  const visitor = program.visitor();
  const response = await visitor.signIn(account.username);
  expect(response.status).toBe(200);
  return { account, visitor, response };
}

const getSessionToken = (visitor: Visitor) => visitor.cookies.get('session') ?? '';
const userWith = (cookie: string, program = api) => program.request('GET', '/api/user', { headers: { cookie } });

describe('the cookies', () => {
  it('are one that scripts cannot read, and a hint that they can', async () => {
    const { response } = await signedIn();
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    expect(cookies[0]).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).toBe('signed-in=1; Max-Age=2592000; Path=/; SameSite=Lax');
  });

  it('are for TLS alone, and bound to the host, when the site has it', async () => {
    const { visitor, response } = await signedIn(secure);
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    expect(cookies[0]).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookies[1]).toBe('__Host-signed-in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax');
    expect(cookies[2]).toMatch(/^__Host-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(cookies).toHaveLength(3);
    expect((await visitor.get('/api/user')).status).toBe(200);
    const token = visitor.cookies.get('__Host-session');
    expect((await userWith(`session=${token}`, secure)).status).toBe(401);
  });

  it('hold 256 bits that are stored as a hash alone', async () => {
    const { account, visitor } = await signedIn();
    const stored = await api.db.selectFrom('sessions').selectAll().where('account_id', '=', account.id).execute();
    expect(Buffer.from(getSessionToken(visitor), 'base64url')).toHaveLength(32);
    expect(stored[0]?.token_hash).toEqual(createHash('sha256').update(getSessionToken(visitor)).digest());
    const everything = await sql<{ text: string }>`select row_to_json(s)::text as text from sessions s`.execute(api.db);
    expect(everything.rows.some(({ text }) => text.includes(getSessionToken(visitor)))).toBe(false);
  });

  it('are set by nothing but signing in and out', async () => {
    const { visitor } = await signedIn();
    for (const url of ['/api/user', '/api/ads/recent', '/api/nothing', '/healthz'])
      expect((await visitor.get(url)).headers['set-cookie']).toBeUndefined();
  });
});

describe('a token', () => {
  it('is new at each sign-in, and the one before is dead: nobody can plant one', async () => {
    const { account, visitor } = await signedIn();
    const planted = getSessionToken(visitor);
    await visitor.signIn(account.username);
    expect(getSessionToken(visitor)).not.toBe(planted);
    expect((await userWith(`session=${planted}`)).status).toBe(401);
    expect((await visitor.get('/api/user')).status).toBe(200);
  });

  it('that an attacker made up is not taken on by signing in', async () => {
    const account = await makeAccount(api.db);
    const visitor = api.visitor();
    const planted = 'A'.repeat(43);
    visitor.cookies.set('session', planted);
    await visitor.signIn(account.username);
    expect(getSessionToken(visitor)).not.toBe(planted);
    expect((await userWith(`session=${planted}`)).status).toBe(401);
  });

  it('of another account ends when its browser signs in as somebody else', async () => {
    const first = await signedIn();
    const token = getSessionToken(first.visitor);
    const second = await makeAccount(api.db);
    await first.visitor.signIn(second.username);
    expect((await userWith(`session=${token}`)).status).toBe(401);
    expect((await first.visitor.get('/api/user')).body.id).toBe(second.id);
  });

  it('of one process counts in all', async () => {
    const { account, visitor } = await signedIn();
    const response = await userWith(`session=${getSessionToken(visitor)}`, other);
    expect([response.status, response.body.id]).toEqual([200, account.id]);
  });

  it.each([
    ['nothing', ''],
    ['a made-up one', 'x'.repeat(43)],
    ['a long one', 'x'.repeat(4000)],
    ['SQL', "' or 1=1 --"],
    ['a zero byte', '%00'.repeat(43)],
    ['a broken encoding', '%E0%A4%A'],
    ['an id', '1'],
    ['JSON', '{"accountId":1}'],
  ])('that is %s opens nothing', async (_what, token) => {
    expect((await userWith(`session=${token}`)).status).toBe(401);
  });

  it('is not its hash', async () => {
    const { visitor } = await signedIn();
    const hash = createHash('sha256').update(getSessionToken(visitor)).digest('base64url');
    expect((await userWith(`session=${hash}`)).status).toBe(401);
  });

  it('in capitals or with more behind it is another', async () => {
    const { visitor } = await signedIn();
    const token = getSessionToken(visitor);
    const swapped = token.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
    for (const wrong of [swapped, `${token}A`, `${token.slice(0, -1)}`])
      expect((await userWith(`session=${wrong}`)).status).toBe(401);
  });
});

describe('a session ends', () => {
  const age = (accountId: number, column: 'created_at' | 'last_seen_at', interval: string) =>
    sql`update sessions set ${sql.ref(column)} = now() - ${interval}::interval where account_id = ${accountId}`.execute(
      api.db,
    );

  it.each([
    ['14 days after it was used last', 'last_seen_at', '13 days 23 hours', '14 days 1 minute'],
    ['30 days after it began, however much it is used', 'created_at', '29 days 23 hours', '30 days 1 minute'],
  ] as const)('%s', async (_when, column, before, after) => {
    const { account, visitor } = await signedIn();
    await age(account.id, column, before);
    expect((await visitor.get('/api/user')).status).toBe(200);
    await age(account.id, column, after);
    expect((await visitor.get('/api/user')).status).toBe(401);
  });

  it.each([
    ['30 minutes after it was used last', 'last_seen_at', '29 minutes', '31 minutes'],
    ['12 hours after it began', 'created_at', '11 hours 59 minutes', '12 hours 1 minute'],
  ] as const)('of the staff %s, whoever gave the role meanwhile', async (_when, column, before, after) => {
    for (const who of ['moderator', 'administrator'] as const) {
      const { id } = await makeStaff(api.db, who);
      const visitor = await api.signedInVisitor(id);
      await age(id, column, before);
      expect((await visitor.get('/api/user')).body.role).toBe(who);
      await age(id, column, after);
      expect((await visitor.get('/api/user')).status).toBe(401);
      await api.db.deleteFrom('staff').where('account_id', '=', id).execute();
      await age(id, column, before);
      expect((await visitor.get('/api/user')).body.role).toBeNull();
    }
  });

  it('30 minutes after account 1 used it last', async () => {
    await makeAccount(api.db, { id: 1 });
    const visitor = await api.signedInVisitor(1);
    await age(1, 'last_seen_at', '29 minutes');
    expect((await visitor.get('/api/user')).body.role).toBe('administrator');
    await age(1, 'last_seen_at', '31 minutes');
    expect((await visitor.get('/api/user')).status).toBe(401);
  });

  it('later for being used: the time is written, but not at every request', async () => {
    const { account, visitor } = await signedIn();
    const seen = async () =>
      (
        await api.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('account_id', '=', account.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at.getTime();
    const opened = await seen();
    await visitor.get('/api/user');
    expect(await seen()).toBe(opened);
    await age(account.id, 'last_seen_at', '6 minutes');
    await visitor.get('/api/user');
    expect(await seen()).toBeGreaterThanOrEqual(opened);
  });

  const ends: [string, (visitor: Visitor, accountId: number) => Promise<unknown>][] = [
    ['signing out', (visitor) => visitor.post('/api/logout')],
    [
      'another password',
      async (_visitor, id) => {
        const { username } = await api.db
          .selectFrom('accounts')
          .select('username')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const elsewhere = api.visitor();
        await elsewhere.signIn(username);
        const change = { currentPassword: PASSWORD, newPassword: 'another one altogether' };
        expect((await elsewhere.post('/api/user/password', change)).status).toBe(200);
      },
    ],
    [
      'suspension',
      (_visitor, id) =>
        api.db
          .updateTable('accounts')
          .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
          .where('id', '=', id)
          .execute(),
    ],
    ['deletion', (visitor) => visitor.send('DELETE', '/api/user', { password: PASSWORD })],
  ];
  it.each(ends)('by %s, for the very next request in every process', async (_how, end) => {
    const { account, visitor } = await signedIn();
    const cookie = `session=${getSessionToken(visitor)}`;
    for (const process of [api, other]) expect((await userWith(cookie, process)).status).toBe(200);
    await end(visitor, account.id);
    for (const process of [other, api]) {
      const { status, body } = await userWith(cookie, process);
      expect([status, body]).toEqual([401, { message: 'Please sign in to continue.' }]);
    }
  });

  it('when the account has fifty newer ones', async () => {
    const { account, visitor } = await signedIn();
    const first = getSessionToken(visitor);
    for (let i = 0; i < 49; i++) await makeSession(api.db, account.id);
    await api.visitor().signIn(account.username);
    expect((await userWith(`session=${first}`)).status).toBe(401);
    const remaining = await api.db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute();
    expect(remaining).toHaveLength(50);
  });
});

it('Signing out takes the cookies of the session and of opened links from the browser, and can be done twice', async () => {
  const { visitor } = await signedIn();
  for (let i = 0; i < 2; i++) {
    const { status, body, headers } = await visitor.post('/api/logout');
    expect([status, body.message]).toEqual([200, 'You have been successfully logged out.']);
    const cookies = [headers['set-cookie'] ?? []].flat();
    expect(cookies.map((cookie) => cookie.split(';').slice(0, 2))).toEqual([
      ['session=', ' Max-Age=0'],
      ['signed-in=', ' Max-Age=0'],
      ['guest=', ' Max-Age=0'],
    ]);
  }
  expect([...visitor.cookies.keys()]).toEqual(['device']);
});

it('Answers about somebody are stored nowhere, and public ones are the same for everyone', async () => {
  const { visitor } = await signedIn();
  expect((await visitor.get('/api/user')).headers['cache-control']).toBe('private, no-store');
  const [mine, anybodys] = [await visitor.get('/api/ads/recent'), await api.get('/api/ads/recent')];
  expect(mine.headers.etag).toBe(anybodys.headers.etag);
  expect(mine.headers['cache-control']).toBe('public, no-cache');
});

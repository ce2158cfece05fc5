import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi, PASSWORD } from '../../tests/support/api.ts';
import { makeAccount } from '../seed/factories.ts';

const api = await createTestApi();
afterAll(api.close);

const NEW_PASSWORD = 'a better password';
const INVALID_LINK = { message: 'This link has expired or was used already. Please ask for a new one.' };

async function signedIn() {
  const account = await makeAccount(api.db);
  const visitor = api.visitor();
  await visitor.signIn(account.username);
  return { ...account, email: account.email ?? '', visitor };
}

const tokenIn = (text: string) => /token=([\w-]{43})$/m.exec(text)?.[1] ?? '';

/** Asks for a link and answers its token. */
async function requestToken(email: string) {
  const before = api.emails.length;
  expect((await api.visitor().post('/api/password-resets', { email })).status).toBe(202);
  await expect.poll(() => api.emails.length).toBe(before + 1);
  return tokenIn(api.emails.at(-1)?.text ?? '');
}
const redeem = (token: string, password = NEW_PASSWORD, visitor = api.visitor()) =>
  visitor.post('/api/password-resets/redeem', { token, password });

describe('changing the password', () => {
  const change = (visitor: ReturnType<typeof api.visitor>, currentPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
    visitor.post('/api/user/password', { currentPassword, newPassword });

  it('ends every other session, and goes on here with a new token', async () => {
    const { id, username, email, visitor } = await signedIn();
    const elsewhere = api.visitor();
    await elsewhere.signIn(username);
    const token = visitor.cookies.get('session');

    expect((await change(visitor)).status).toBe(200);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    expect((await visitor.get('/api/user')).status).toBe(200);
    expect(visitor.cookies.get('session')).not.toBe(token);
    expect((await api.request('GET', '/api/user', { headers: { cookie: `session=${token}` } })).status).toBe(401);

    expect((await api.visitor().signIn(username)).status).toBe(401);
    expect((await api.visitor().signIn(username, NEW_PASSWORD)).status).toBe(200);
    expect((await api.waitForEmail(email)).subject).toBe('Your password at SoCal Local was changed');
    const record = await api.db.selectFrom('audit').select('kind').where('account_id', '=', id).execute();
    expect(record.map(({ kind }) => kind)).toContain('password-changed');
  });

  it('needs the current one, and stops after ten guesses', async () => {
    const { username, visitor } = await signedIn();
    for (let i = 0; i < 10; i++) {
      const { status, body } = await change(visitor, 'a wrong guess');
      expect([status, body.issues]).toEqual([400, [{ path: 'currentPassword', message: 'That is not your password' }]]);
    }
    expect((await change(visitor)).status).toBe(429);
    expect((await api.visitor().signIn(username)).status).toBe(200);
  });

  it('kills links to a new password, and to an email that was to come', async () => {
    const { id, email, visitor } = await signedIn();
    const token = await requestToken(email);
    await visitor.post('/api/user/email', { email: `thief-${id}@mail.example`, password: PASSWORD });
    const theirs = tokenIn((await api.waitForEmail(`thief-${id}@mail.example`)).text);
    await change(visitor);
    expect((await redeem(token)).body).toEqual(INVALID_LINK);
    expect((await api.visitor().post('/api/email-confirmations', { token: theirs })).body).toEqual(INVALID_LINK);
    expect((await visitor.get('/api/user')).body).toMatchObject({ email, pendingEmail: null });
  });

  it('of two concurrent changes only the one that succeeds is stored', async () => {
    const { username, visitor } = await signedIn();
    const elsewhere = api.visitor();
    await elsewhere.signIn(username);
    const passwords = ['the first', 'the other'];
    const responses = await Promise.all([visitor, elsewhere].map((who, i) => change(who, PASSWORD, passwords[i])));
    const changed = responses.map(({ status }) => status === 200);
    // The second one gets a conflict, or its session has ended.
    expect(changed.toSorted()).toEqual([false, true]);
    const signIns = await Promise.all(passwords.map((password) => api.visitor().signIn(username, password)));
    expect(signIns.map(({ status }) => status === 200)).toEqual(changed);
  });
});

describe('a forgotten password', () => {
  it('is reset by an emailed link, once, which ends every session', async () => {
    const { id, username, email, visitor } = await signedIn();
    const token = await requestToken(email.toUpperCase());
    const sent = await api.waitForEmail(email);
    expect(sent.subject).toBe('Set a new password for SoCal Local');
    expect(sent.text).toContain(`\nhttp://localhost:3000/auth/reset?token=${token}\n`);

    expect((await redeem(token)).status).toBe(200);
    expect((await visitor.get('/api/user')).status).toBe(401);
    expect((await api.visitor().signIn(username)).status).toBe(401);
    const again = api.visitor();
    expect((await again.signIn(username, NEW_PASSWORD)).body.emailConfirmed).toBe(true);
    expect((await redeem(token, 'once more')).body).toEqual(INVALID_LINK);
    const record = await api.db.selectFrom('audit').select('kind').where('account_id', '=', id).execute();
    expect(record.map(({ kind }) => kind)).toContain('password-reset');
  });

  it('has the same answer for addresses with an account and without', async () => {
    const { email } = await signedIn();
    const known = await api.visitor().post('/api/password-resets', { email });
    const unknown = await api.visitor().post('/api/password-resets', { email: 'nobody@mail.example' });
    expect([known.status, known.body]).toEqual([202, unknown.body]);
    expect(unknown.status).toBe(202);
    const comparable = ({ headers: { date, ...rest } }: typeof known) => rest;
    expect(comparable(known)).toEqual(comparable(unknown));
    await api.waitForEmail(email);
    expect(api.emails.some(({ to }) => to === 'nobody@mail.example')).toBe(false);
  });

  it('has the same answer when the mail server is away, at once when it hangs', async () => {
    const { email } = await signedIn();
    const { promise: never } = Promise.withResolvers<void>();
    for (const send of [() => Promise.reject(new Error('down')), () => never]) {
      const cut = await createTestApi({ database: api.database, mail: { send, close: async () => {} } });
      expect((await cut.visitor().post('/api/password-resets', { email })).status).toBe(202);
      await cut.close();
    }
  });

  it('has one link that works: the newest, for thirty minutes', async () => {
    const { email } = await signedIn();
    const [first, second] = [await requestToken(email), await requestToken(email)];
    expect((await redeem(first)).body).toEqual(INVALID_LINK);
    await sql`update mailed_links set expires_at = expires_at - interval '30 minutes'`.execute(api.db);
    expect((await redeem(second)).body).toEqual(INVALID_LINK);
    const third = await requestToken(email);
    await sql`update mailed_links set expires_at = expires_at - interval '29 minutes'`.execute(api.db);
    expect((await redeem(third)).status).toBe(200);
  });

  it('is set once when the link is opened many times at once', async () => {
    const { email } = await signedIn();
    const token = await requestToken(email);
    const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => redeem(token, `password ${i}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('opens nothing with the link of another kind, or with a made-up one', async () => {
    const { email, visitor } = await signedIn();
    await visitor.post('/api/user/email-confirmation');
    const token = tokenIn((await api.waitForEmail(email)).text);
    expect((await redeem(token)).body).toEqual(INVALID_LINK);
    expect((await redeem('A'.repeat(43))).body).toEqual(INVALID_LINK);
    for (const wrong of ['', 'x', `${token}A`, `${token.slice(1)}%`, null, 1, [token], { token }])
      expect((await redeem(wrong as string)).status).toBe(400);
    expect((await redeem(await requestToken(email), 'short')).body.issues).toEqual([
      { path: 'password', message: 'Password must be at least 6 characters' },
    ]);
  });

  it('is no proof to other routes: its link confirms no address', async () => {
    const { email, visitor } = await signedIn();
    const token = await requestToken(email);
    expect((await api.visitor().post('/api/email-confirmations', { token })).body).toEqual(INVALID_LINK);
    expect((await visitor.get('/api/user')).body.emailConfirmed).toBe(false);
    expect((await redeem(token)).status).toBe(200);
  });

  it('stores of the link only its hash', async () => {
    const { email } = await signedIn();
    const token = await requestToken(email);
    const { rows } = await sql<{ text: string }>`select row_to_json(l)::text as text from mailed_links l`.execute(
      api.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });

  it('is mailed five times an hour; a sixth request has the same refusal whether or not there is an account', async () => {
    const { email } = await signedIn();
    for (const address of [email, 'no-one@mail.example']) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++)
        statuses.push((await api.visitor().post('/api/password-resets', { email: address })).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    }
    await expect.poll(() => api.emails.filter(({ to }) => to === email).length).toBe(5);
  });

  it('lets the owner in from where the link was opened, whatever strangers tried', async () => {
    const { username, email } = await signedIn();
    await sql`update limits set ends_at = now() where key like 'sign-in%'`.execute(api.db);
    await api.visitor('192.0.2.1').signIn(username, 'not the password');
    await sql`update limits set hits = 100 where key ~ '^sign-in:[^:]+$'`.execute(api.db);
    const owner = api.visitor('203.0.113.99');
    expect((await owner.signIn(username)).status).toBe(429);
    expect((await redeem(await requestToken(email), NEW_PASSWORD, owner)).status).toBe(200);
    expect((await owner.signIn(username, NEW_PASSWORD)).status).toBe(200);
  });

  it('of a suspended account can be set, and opens nothing', async () => {
    const { username, email } = await makeAccount(api.db, {
      is_active: false,
      suspended_at: new Date(),
      suspension_reason: 'Spam',
    });
    expect((await redeem(await requestToken(email ?? ''))).status).toBe(200);
    expect((await api.visitor().signIn(username, NEW_PASSWORD)).body).toEqual({
      message: 'Your account is suspended: Spam',
    });
  });
});

import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

const NEW_PASSWORD = 'a better password';
const INVALID_LINK = { message: 'This link has expired or has already been used. Please request a new one.' };

async function signedIn() {
  const account = await makeAccount(api.db);
  const visitor = api.visitor();
  await visitor.signIn(account.username);
  return { ...account, email: account.email ?? '', visitor };
}

const tokenIn = (text: string) => /token=([\w-]{43})$/m.exec(text)?.[1] ?? '';

/** The emails with a link that an account got. Emails of other tests may still arrive. */
const resetEmails = (email: string) =>
  api.emails.filter(({ to, subject }) => to === email.toLowerCase() && subject.startsWith('Set a new password'));

/** Asks for a link and answers its token. */
async function requestToken(email: string) {
  const before = resetEmails(email).length;
  expect((await api.visitor().post('/api/password-resets', { email })).status).toBe(202);
  await expect.poll(() => resetEmails(email).length).toBe(before + 1);
  return tokenIn(resetEmails(email).at(-1)?.text ?? '');
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
    expect((await api.waitForEmail(email)).subject).toBe('Your SoCal Local password was changed');
    const record = await api.db.selectFrom('audit').select('kind').where('account_id', '=', id).execute();
    expect(record.map(({ kind }) => kind)).toContain('password-changed');
  });

  it('needs the current one, records wrong ones, and stops after ten guesses', async () => {
    const { id, username, visitor } = await signedIn();
    for (let i = 0; i < 10; i++) {
      const { status, body } = await change(visitor, 'a wrong guess');
      expect([status, body.issues]).toEqual([400, [{ path: 'currentPassword', message: 'That’s not your password' }]]);
    }
    expect((await change(visitor)).status).toBe(429);
    const wrong = { kind: 'sign-in-failed', username, reason: 'wrong current password' };
    const failures = api.db.selectFrom('audit').select(['kind', 'username', 'reason']).where('account_id', '=', id);
    expect(await failures.where('reason', 'is not', null).execute()).toEqual(Array(10).fill(wrong));
    expect((await api.visitor().signIn(username)).status).toBe(200);
  });

  it('kills links to a new password, and to an email that was to come', async () => {
    const { id, email, visitor } = await signedIn();
    const token = await requestToken(email);
    await visitor.post('/api/user/email', { email: `thief-${id}@mail.example`, password: PASSWORD });
    const theirs = tokenIn((await api.waitForEmail(`thief-${id}@mail.example`)).text);
    await change(visitor);
    expect((await redeem(token)).body).toEqual(INVALID_LINK);
    expect((await visitor.post('/api/email-confirmations', { token: theirs })).body).toEqual(INVALID_LINK);
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

describe('a reset that a stranger requests', () => {
  const request = (email: string, visitor = api.visitor()) => visitor.post('/api/password-resets', { email });

  /** Requests resets until one is refused, and waits for the emails, which are sent after the responses. */
  async function exhaustLimit(email: string) {
    let requests = 0;
    while ((await request(email)).status === 202) requests += 1;
    await expect.poll(() => resetEmails(email).length).toBe(requests);
  }

  it('leaves the owner’s link working, until one of them is used', async () => {
    const { email } = await signedIn();
    const own = await requestToken(email);
    const [second, third] = [await requestToken(email), await requestToken(email)];
    expect((await redeem(own)).status).toBe(200);
    for (const token of [own, second, third]) expect((await redeem(token, 'once more')).body).toEqual(INVALID_LINK);
  });

  it('does not use up the emails of the owner, whose device is known', async () => {
    const { email, visitor } = await signedIn();
    await exhaustLimit(email);
    const countEmails = () => api.emails.filter(({ to }) => to === email).length;
    await expect.poll(countEmails).toBe(3);
    for (let i = 0; i < 5; i++) expect((await request(email, visitor)).status).toBe(202);
    await expect.poll(countEmails).toBe(3 + 5);
    expect((await request(email, visitor)).status).toBe(429);
  });

  it('is refused only while a link that was mailed still works', async () => {
    const { id, email } = await signedIn();
    await exhaustLimit(email);
    const { rows } = await sql<{ works: boolean }>`
      select bool_and(l.ends_at <= m.newest) as works from limits l,
        (select max(expires_at) as newest from mailed_links where account_id = ${id}) m
      where key like 'reset:%' and hits > 3 and l.ends_at > now()`.execute(api.db);
    expect(rows).toEqual([{ works: true }]);
  });
});

describe('a forgotten password', () => {
  it('is reset by an emailed link, once, which ends every session', async () => {
    const { id, username, email, visitor } = await signedIn();
    const token = await requestToken(email.toUpperCase());
    const sent = await api.waitForEmail(email);
    expect(sent.subject).toBe('Set a new password for SoCal Local');
    expect(sent.text).toContain(`\nhttp://localhost:3000/auth/reset#token=${token}\n`);

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

  it('has links that work for thirty minutes', async () => {
    const { email } = await signedIn();
    const late = await requestToken(email);
    await sql`update mailed_links set expires_at = expires_at - interval '30 minutes'`.execute(api.db);
    expect((await redeem(late)).body).toEqual(INVALID_LINK);
    const inTime = await requestToken(email);
    await sql`update mailed_links set expires_at = expires_at - interval '29 minutes'`.execute(api.db);
    expect((await redeem(inTime)).status).toBe(200);
  });

  it('is set once when the link is opened many times at once', async () => {
    const { email } = await signedIn();
    const token = await requestToken(email);
    const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => redeem(token, `a better one ${i}`)));
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
    expect((await visitor.post('/api/email-confirmations', { token })).body).toEqual(INVALID_LINK);
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

  it('is mailed to a stranger’s request three times in half an hour, with the same refusal whether or not there is an account', async () => {
    const { email } = await signedIn();
    for (const address of [email, 'no-one@mail.example']) {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++)
        statuses.push((await api.visitor().post('/api/password-resets', { email: address })).status);
      expect(statuses).toEqual([202, 202, 202, 429]);
    }
    await expect.poll(() => api.emails.filter(({ to }) => to === email).length).toBe(3);
  });

  it('lets the owner in where the link was opened, whatever strangers tried', async () => {
    const { username, email } = await signedIn();
    await sql`delete from limits where key like 'sign-in%'`.execute(api.db);
    await api.visitor('192.0.2.1').signIn(username, 'not the password');
    await sql`update limits set hits = 1000 where key like 'sign-in%'`.execute(api.db);
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

import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

const INVALID_LINK = { message: 'This link has expired or has already been used. Please request a new one.' };
let emailCount = 0;
const uniqueEmail = () => `moved-${++emailCount}@mail.example`;

async function signedIn() {
  const account = await makeAccount(api.db);
  const visitor = api.visitor();
  await visitor.signIn(account.username);
  return { ...account, email: account.email ?? '', visitor, user: async () => (await visitor.get('/api/user')).body };
}
type Owner = Awaited<ReturnType<typeof signedIn>>;

const confirm = ({ visitor }: Owner, token: string) => visitor.post('/api/email-confirmations', { token });
const tokenFor = async (email: string) =>
  /\/auth\/confirm#token=([\w-]{43})$/m.exec((await api.waitForEmail(email)).text)?.[1] ?? '';
const requestChange = ({ visitor }: Owner, email: string, password = PASSWORD) =>
  visitor.post('/api/user/email', { email, password });

describe('confirming the address that one registered with', () => {
  it('can be requested again; only the newest link works, once, in a session of the account', async () => {
    const owner = await signedIn();
    expect((await owner.user()).emailConfirmed).toBe(false);
    await owner.visitor.post('/api/user/email-confirmation');
    const first = await tokenFor(owner.email);
    await owner.visitor.post('/api/user/email-confirmation');
    const second = await tokenFor(owner.email);
    expect((await confirm(owner, first)).body).toEqual(INVALID_LINK);
    const anonymous = await api.visitor().post('/api/email-confirmations', { token: second });
    expect([anonymous.status, anonymous.body]).toEqual([401, { message: 'Please sign in to continue.' }]);
    const stranger = await confirm(await signedIn(), second);
    const message = 'This link is for another account. Sign in to that account, then open the link again.';
    expect([stranger.status, stranger.body]).toEqual([403, { message }]);
    expect((await confirm(owner, second)).status).toBe(200);
    expect((await owner.user()).emailConfirmed).toBe(true);
    expect((await confirm(owner, second)).body).toEqual(INVALID_LINK);
    const again = await owner.visitor.post('/api/user/email-confirmation');
    expect([again.status, again.body.message]).toEqual([400, 'You have no email to confirm.']);
  });

  it('leads on to the claim that asked for it', async () => {
    const owner = await signedIn();
    const asked = await owner.visitor.post('/api/user/email-confirmation?claim=12');
    expect(asked.status).toBe(200);
    expect((await api.waitForEmail(owner.email)).text).toMatch(/\/auth\/confirm\?claim=12#token=[\w-]{43}\n/);
    for (const claim of ['0', '-1', '1.5', '12#token=x', '1e300', ''])
      expect(
        (await owner.visitor.post(`/api/user/email-confirmation?claim=${encodeURIComponent(claim)}`)).status,
        claim,
      ).toBe(400);
  });

  it('works for three days', async () => {
    const owner = await signedIn();
    await owner.visitor.post('/api/user/email-confirmation');
    const token = await tokenFor(owner.email);
    await sql`update mailed_links set expires_at = expires_at - interval '3 days'`.execute(api.db);
    expect((await confirm(owner, token)).body).toEqual(INVALID_LINK);
    expect((await owner.user()).emailConfirmed).toBe(false);
  });

  it('is mailed five times an hour', async () => {
    const { visitor } = await signedIn();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await visitor.post('/api/user/email-confirmation')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('another email', () => {
  it('renews the session, whose password was asked for, also where the mail server is down', async () => {
    const owner = await signedIn();
    const before = owner.visitor.cookies.get('session') ?? '';
    expect((await requestChange(owner, uniqueEmail(), 'a wrong guess')).status).toBe(400);
    expect(owner.visitor.cookies.get('session')).toBe(before);
    vi.spyOn(api.emails, 'push').mockImplementation(() => {
      throw new Error('down');
    });
    expect((await requestChange(owner, uniqueEmail())).status).toBe(503);
    expect((await owner.user()).id).toBe(owner.id);
    expect((await api.request('GET', '/api/user', { headers: { cookie: `session=${before}` } })).status).toBe(401);
  });

  it('replaces the old one when its link is opened, and the old one is notified', async () => {
    const owner = await signedIn();
    const email = uniqueEmail();
    expect((await requestChange(owner, email)).status).toBe(200);
    expect(await owner.user()).toMatchObject({ email: owner.email, pendingEmail: email });
    const notice = await api.waitForEmail(owner.email);
    expect(notice.subject).toBe('Your email on SoCal Local is about to change');
    expect(notice.text).not.toMatch(/token=|moved-/);

    expect((await confirm(owner, await tokenFor(email))).status).toBe(200);
    expect(await owner.user()).toMatchObject({ email, emailConfirmed: true, pendingEmail: null });
    const record = await api.db.selectFrom('audit').select(['kind']).where('account_id', '=', owner.id).execute();
    expect(record.map(({ kind }) => kind)).toContain('email-changed');
    const free = { businessName: 'The Next One', email: owner.email, username: `next-${owner.id}`, password: PASSWORD };
    expect((await api.visitor().post('/api/register', free)).status).toBe(201);
  });

  it('needs the password', async () => {
    const owner = await signedIn();
    const email = uniqueEmail();
    const { status, body } = await requestChange(owner, email, 'a wrong guess');
    expect([status, body.issues]).toEqual([400, [{ path: 'password', message: 'That’s not your password' }]]);
    expect((await owner.user()).pendingEmail).toBeNull();
    expect(api.emails.some(({ to }) => to === email)).toBe(false);
  });

  it('may not be one’s own already', async () => {
    const owner = await signedIn();
    expect((await requestChange(owner, owner.email.toUpperCase())).body.issues).toEqual([
      { path: 'email', message: 'That’s already your email' },
    ]);
  });

  it('of somebody else has the same answers as a free one, and the mail tells whose it is', async () => {
    const [owner, neighbor] = [await signedIn(), await signedIn()];
    const ask = async (email: string) => {
      const { status, body } = await requestChange(owner, email);
      const { pendingEmail, ...user } = await owner.user();
      const resent = await owner.visitor.post('/api/user/email-confirmation');
      return { answer: [status, body, user, resent.status, resent.body], pendingEmail };
    };
    const free = uniqueEmail();
    const [asked, taken] = [await ask(free), await ask(neighbor.email)];
    expect(taken.answer).toEqual(asked.answer);
    expect([asked.pendingEmail, taken.pendingEmail]).toEqual([free, neighbor.email]);

    const notices = api.emails.filter(({ to }) => to === neighbor.email);
    expect(notices.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Someone tried to use your email on SoCal Local'),
    );
    for (const { text } of notices) expect(text).not.toMatch(/token=/);
    expect((await neighbor.user()).email).toBe(neighbor.email);
  });

  it('is asked for five times an hour, whether or not it is taken', async () => {
    const [owner, neighbor] = [await signedIn(), await signedIn()];
    for (let i = 0; i < 5; i++) await requestChange(owner, uniqueEmail());
    expect((await requestChange(owner, neighbor.email)).status).toBe(429);
    expect((await requestChange(owner, uniqueEmail())).status).toBe(429);
    expect(api.emails.some(({ to }) => to === neighbor.email)).toBe(false);
  });

  it('goes to whoever confirms it first', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const email = uniqueEmail();
    await requestChange(one, email);
    const first = await tokenFor(email);
    await requestChange(two, email);
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    const responses = await Promise.all([confirm(one, first), confirm(two, second)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const owners = await api.db.selectFrom('accounts').select('id').where('email', '=', email).execute();
    expect(owners).toHaveLength(1);
  });

  it('is replaced by a later request', async () => {
    const owner = await signedIn();
    const [earlier, later] = [uniqueEmail(), uniqueEmail()];
    await requestChange(owner, earlier);
    await requestChange(owner, later);
    expect((await confirm(owner, await tokenFor(earlier))).body).toEqual(INVALID_LINK);
    expect((await confirm(owner, await tokenFor(later))).status).toBe(200);
    expect((await owner.user()).email).toBe(later);
  });

  it('leaves nothing that was mailed to the old one able to open the account', async () => {
    const owner = await signedIn();
    await api.visitor().post('/api/password-resets', { email: owner.email });
    const reset = /token=([\w-]{43})$/m.exec((await api.waitForEmail(owner.email)).text)?.[1];
    const email = uniqueEmail();
    await requestChange(owner, email);
    await confirm(owner, await tokenFor(email));
    const { body } = await api.visitor().post('/api/password-resets/redeem', { token: reset, password: 'long enough' });
    expect(body).toEqual(INVALID_LINK);
  });

  it('is not promised when no mail can be sent', async () => {
    const cut = await createTestApi({
      database: api.database,
      mail: { send: () => Promise.reject(new Error('down')), close: async () => {} },
    });
    const { username } = await makeAccount(api.db);
    const visitor = cut.visitor();
    await visitor.signIn(username);
    const { status, body } = await visitor.post('/api/user/email', { email: uniqueEmail(), password: PASSWORD });
    expect([status, body.message]).toEqual([503, 'We couldn’t send the email. Please try again later.']);
    await cut.close();
  });
});

describe('the profile', () => {
  it('is changed by its owner, and nothing else is with it', async () => {
    const owner = await signedIn();
    const before = await owner.user();
    const { status, body } = await owner.visitor.send('PATCH', '/api/user', {
      businessName: '  Sunset Tacos  ',
      ...{
        id: 1,
        isAdmin: true,
        role: 'administrator',
        username: 'admin',
        email: 'thief@mail.example',
        emailConfirmed: true,
        isActive: false,
      },
    });
    expect([status, body]).toEqual([200, { ...before, businessName: 'Sunset Tacos' }]);
    expect(await owner.user()).toEqual(body);
  });
});

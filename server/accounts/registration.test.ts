import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
const other = await createTestApi({ database: api.database });
afterAll(async () => {
  await other.close();
  await api.close();
});

let formCount = 0;
const form = (changes: Record<string, unknown> = {}) => {
  formCount += 1;
  return {
    businessName: 'Golden Hour Plumbing',
    email: `new-${formCount}@mail.example`,
    username: `new-owner-${formCount}`,
    password: 'long enough',
    confirmPassword: 'long enough',
    ...changes,
  };
};
const register = (body: unknown, program = api) => program.visitor().post('/api/register', body);
const countAccounts = () =>
  api.db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

describe('registering', () => {
  it('makes an account that is signed in, and can sign in again', async () => {
    const input = form({ username: 'Harbor Bakery', email: 'Owner@Mail.example' });
    const registrant = api.visitor();
    const { status, body } = await registrant.post('/api/register', input);
    expect(status).toBe(201);
    expect(await registrant.get('/api/user')).toMatchObject({ status: 200, body });
    expect(body).toEqual({
      id: expect.any(Number),
      username: 'Harbor Bakery',
      businessName: 'Golden Hour Plumbing',
      email: 'Owner@Mail.example',
      emailConfirmed: false,
      pendingEmail: null,
      language: 'en',
      isAdmin: false,
      role: null,
      keepsListingsUp: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const visitor = api.visitor();
    expect((await visitor.signIn('harbor bakery', input.password)).status).toBe(200);
    expect((await visitor.get('/api/user')).body).toEqual(body);
  });

  it('stores the password as argon2id of 19 MiB and two passes, never as it is', async () => {
    const { body } = await register(form({ password: 'Sesame street 7', confirmPassword: undefined }));
    const row = await api.db.selectFrom('accounts').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(JSON.stringify(row)).not.toContain('Sesame');
  });

  it('mails a link that confirms the address', async () => {
    const input = form();
    await register(input);
    const { subject, text } = await api.waitForEmail(input.email);
    expect(subject).toBe('Confirm your email for SoCal Local');
    expect(text).toMatch(/^http:\/\/localhost:3000\/auth\/confirm#token=[\w-]{43}$/m);
    expect(text).not.toContain(input.username);
    expect(text).not.toContain(input.businessName);
  });

  it('accepts a password in any Unicode normalization form', async () => {
    const input = form({ password: 'caf\u00e9-\u00fcber', confirmPassword: undefined });
    await register(input);
    expect((await api.visitor().signIn(input.username, 'cafe\u0301-u\u0308ber')).status).toBe(200);
  });

  it('works when no mail can be sent, and it can be sent again later', async () => {
    const failing = new Error('A mail was not sent: ECONNECTION');
    const cut = await createTestApi({
      database: api.database,
      mail: { send: () => Promise.reject(failing), close: async () => {} },
    });
    const input = form();
    expect((await register(input, cut)).status).toBe(201);
    const visitor = cut.visitor();
    await visitor.signIn(input.username, input.password);
    const { status, body, headers } = await visitor.post('/api/user/email-confirmation');
    expect([status, body.message]).toEqual([503, 'We couldn’t send the email. Please try again later.']);
    expect(headers['retry-after']).toBe('60');
    await cut.close();
  });
});

describe('the session of a registration', () => {
  it('is opened for a client that sends only a cookie jar, and knows no Origin', async () => {
    const { status, headers } = await api.request('POST', '/api/register', { payload: form() });
    expect(status).toBe(201);
    const cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect((await api.request('GET', '/api/user', { headers: { cookie } })).status).toBe(200);
    expect((await api.request('POST', '/api/logout', { headers: { cookie } })).status).toBe(200);
    expect((await api.request('GET', '/api/user', { headers: { cookie } })).status).toBe(401);
  });

  it('replaces that of the browser, and needs no second sign-in for a second account', async () => {
    const visitor = api.visitor();
    const first = await visitor.post('/api/register', form());
    const second = await visitor.post('/api/register', form());
    expect((await visitor.get('/api/user')).body).toEqual(second.body);
    const sessions = await api.db
      .selectFrom('sessions')
      .select('account_id')
      .where('account_id', 'in', [first.body.id, second.body.id])
      .execute();
    expect(sessions).toEqual([{ account_id: second.body.id }]);
  });

  it.each([
    ['a name that is taken', 409, { username: 'Taken Once', email: 'another@mail.example' }],
    ['an invalid form', 400, { password: 'short' }],
  ])('is not opened by %s, and leaves that of the browser as it is', async (_what, expected, changes) => {
    await register(form({ username: 'Taken Once', email: 'taken-once@mail.example' }));
    const visitor = api.visitor();
    const { body: user } = await visitor.post('/api/register', form());
    const refused = await visitor.post('/api/register', form(changes));
    expect([refused.status, refused.headers['set-cookie']]).toEqual([expected, undefined]);
    expect((await visitor.get('/api/user')).body).toEqual(user);
    expect((await register(form(changes))).headers['set-cookie']).toBeUndefined();
  });
});

describe('a name', () => {
  const samePairs: [string, string][] = [
    ['Seaside Tacos', 'SEASIDE TACOS'],
    ['Café Zoë', 'Cafe\u0301 Zoe\u0308'],
    ['ｆｕｌｌｗｉｄｔｈ', 'fullwidth'],
    ['ﬁnest', 'FINEST'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Straße', 'STRASSE'],
    ['İstanbul', 'i\u0307stanbul'],
    ['two  words', 'two\u00a0words'],
    ['  spaced  ', 'spaced'],
  ];
  it.each(samePairs)('%s is the same as %s', async (first, second) => {
    expect((await register(form({ username: first }))).status).toBe(201);
    const { status, body } = await register(form({ username: second }));
    expect([status, body]).toEqual([
      409,
      { message: 'That username is taken', issues: [{ path: 'username', message: 'That username is taken' }] },
    ]);
  });

  it.each([
    ['a zero byte', 'ad\0min'],
    ['a line break', 'ad\nmin'],
    ['a tab', 'ad\tmin'],
    ['a zero-width space', 'ad\u200bmin'],
    ['a zero-width joiner', 'ad\u200dmin'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a byte order mark', 'ad\ufeffmin'],
    ['a right-to-left override', 'nimda\u202e'],
    ['an invisible letter', 'ad\u3164min'],
    ['a blank braille cell', 'ad\u2800min'],
    ['half a character', 'ad\ud800min'],
    ['a line separator', 'ad\u2028min'],
  ])('with %s is refused', async (_what, username) => {
    const { status, body } = await register(form({ username }));
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path: 'username', message: 'Username can’t contain invisible characters' }]);
  });

  it('whose normal form is far longer is refused, not an error of ours', async () => {
    expect((await register(form({ username: '\ufdfa'.repeat(60) }))).body.issues).toEqual([
      { path: 'username', message: 'Username must be at most 60 characters' },
    ]);
    const login = await api.visitor().signIn('\ufdfa'.repeat(60));
    expect(login.status).toBe(400);
  });

  it('of many scripts is fine', async () => {
    for (const username of ['田中寿司店', 'Пекарня', 'مخبز الميناء', "O'Brien & Söhne", '🌮🌮🌮'])
      expect([username, (await register(form({ username }))).status]).toEqual([username, 201]);
  });
});

describe('an email', () => {
  it('has one account, regardless of case', async () => {
    await register(form({ email: 'Shop@Mail.Example' }));
    const { status, body } = await register(form({ email: 'shop@mail.example' }));
    expect([status, body]).toEqual([
      409,
      {
        message: 'There’s already an account with that email',
        issues: [{ path: 'email', message: 'There’s already an account with that email' }],
      },
    ]);
  });

  it('and username that are both taken are both named', async () => {
    const input = form();
    await register(input);
    const { body } = await register(input);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['username', 'email']);
  });
});

describe('two at once', () => {
  it.each([
    ['the same name', (i: number) => ({ username: 'At Once', email: `once-${i}@mail.example` })],
    ['the same email', (i: number) => ({ username: `At Once ${i}`, email: 'at-once@mail.example' })],
  ])('with %s: one account, whichever process they ask', async (_what, changes) => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => register(form(changes(i)), i % 2 ? other : api)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });
});

it('Nobody can become account 1, or anything that they are not', async () => {
  const extra = {
    id: 1,
    isAdmin: true,
    role: 'administrator',
    is_admin: true,
    isActive: false,
    emailConfirmed: true,
    email_confirmed_at: '2020-01-01T00:00:00Z',
    level: 'premium',
    password_hash: 'x',
    suspendedAt: '2020-01-01T00:00:00Z',
    createdAt: '1999-01-01T00:00:00Z',
  };
  const { status, body } = await register(form(extra));
  expect(status).toBe(201);
  expect(body).toMatchObject({ isAdmin: false, emailConfirmed: false });
  expect(body.id).toBeGreaterThan(1);
  const row = await api.db.selectFrom('accounts').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ is_active: true, suspended_at: null, email_confirmed_at: null });
  expect(row.created_at.getFullYear()).toBeGreaterThan(2000);
  expect(await api.db.selectFrom('accounts').select('id').where('id', '=', 1).executeTakeFirst()).toBeUndefined();
});

describe('what cannot be an account is refused with the words of the form', () => {
  it.each([
    [{ businessName: 'Hi' }, 'businessName', 'Business name must be at least 3 characters'],
    [{ businessName: 'Hidden\0Name' }, 'businessName', 'You can’t use control characters here'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'email', 'Please enter a valid email address'],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'email', 'Please enter a valid email address'],
    [{ username: 'me' }, 'username', 'Username must be at least 3 characters'],
    [{ username: '   a   ' }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'x'.repeat(61) }, 'username', 'Username must be at most 60 characters'],
    [{ password: '12345', confirmPassword: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(201), confirmPassword: undefined }, 'password', 'Password must be at most 200 characters'],
    [{ confirmPassword: 'another' }, 'confirmPassword', 'Passwords do not match'],
  ])('%j', async (changes, path, message) => {
    const before = await countAccounts();
    const { status, body } = await register(form(changes));
    expect(status).toBe(400);
    expect(body.issues).toContainEqual({ path, message });
    expect(await countAccounts()).toEqual(before);
  });
});

it('Sixty registrations an hour may come from a network, and then nothing is looked up', async () => {
  const taken = form();
  await api.visitor('198.51.100.1').post('/api/register', taken);
  await api.db.updateTable('limits').set({ hits: 60 }).where('key', '=', 'register:198.51.100.0/24').execute();
  for (const body of [taken, form()])
    expect((await api.visitor('198.51.100.2').post('/api/register', body)).status).toBe(429);
  expect((await api.visitor('198.51.101.2').post('/api/register', taken)).status).toBe(409);
});

const registerIn = async (query: string, headers?: Record<string, string>) => {
  const input = form();
  const { body } = await api.visitor().send('POST', `/api/register${query}`, input, headers);
  return { language: body.language, mail: await api.waitForEmail(input.email) };
};

describe('The language of an account', () => {
  it('is that of the page on which it was registered, and so is the email', async () => {
    const { language, mail } = await registerIn('?lang=es');
    expect([language, mail.language, mail.subject]).toEqual(['es', 'es', 'Confirme su correo para SoCal Local']);
    expect(mail.text).toMatch(/^http:\/\/localhost:3000\/es\/auth\/confirm#token=[\w-]{43}$/m);
  });

  it.each([
    ['', { 'accept-language': 'es-MX,es;q=0.9' }, 'es'],
    ['', { 'accept-language': 'fr' }, 'en'],
    ['?lang=en', { 'accept-language': 'es' }, 'en'],
  ])('is read from%s %o: %s', async (query, headers, language) => {
    expect((await registerIn(query, headers)).language).toBe(language);
  });

  it('is changed by its owner alone, and nothing else is with it', async () => {
    const { id } = await makeAccount(api.db);
    const owner = await api.signedInVisitor(id);
    const before = (await owner.get('/api/user')).body;
    const changed = await owner.send('PATCH', '/api/user', { language: 'es' });
    expect([changed.status, changed.body]).toEqual([200, { ...before, language: 'es' }]);
    expect((await owner.get('/api/user/export')).body.profile.language).toBe('es');
    const renamed = await owner.send('PATCH', '/api/user', { businessName: 'Sunset Tacos' });
    expect(renamed.body).toEqual({ ...before, language: 'es', businessName: 'Sunset Tacos' });
  });

  it.each([
    [{ language: 'fr' }, 'language'],
    [{ language: ['es'] }, 'language'],
    [{ language: null }, 'language'],
    [{}, ''],
  ])('is one of the site: %o', async (profile, path) => {
    const owner = await api.signedInVisitor((await makeAccount(api.db)).id);
    const { status, body } = await owner.send('PATCH', '/api/user', profile);
    expect([status, body.issues[0].path]).toEqual([400, path]);
  });

  it.each([
    ['es', 'en', 'Cree una nueva contraseña para SoCal Local', '/es/auth/reset#token='],
    ['en', 'es', 'Set a new password for SoCal Local', ':3000/auth/reset#token='],
    ['xx', 'es', 'Set a new password for SoCal Local', ':3000/auth/reset#token='],
  ])('%s counts for its emails, whoever causes them in %s', async (language, requested, subject, link) => {
    const { email } = await makeAccount(api.db, { language });
    await api.visitor().post(`/api/password-resets?lang=${requested}`, { email });
    const mail = await api.waitForEmail(email as string);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(link);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
const api = await createTestApi({ log });
afterAll(api.close);

const written = () => lines.join('');

it('What happens to an account leaves no password, token, cookie or email in the log, at its most talkative', async () => {
  const cut = await createTestApi({
    log,
    database: api.database,
    mail: {
      send: ({ to }) => Promise.reject(Object.assign(new Error('down'), { envelope: { to } })),
      close: async () => {},
    },
  });
  const secrets = ['Sesame-open-1', 'Sesame-open-2', 'secretive@mail.example'];
  const [password = '', newPassword = '', email = ''] = secrets;
  const form = { businessName: 'Quiet Shop', email, username: 'quiet-owner', password };
  await api.visitor().post('/api/register', form);
  await cut.visitor().post('/api/register', { ...form, username: 'quiet-owner-2', email: 'secretive2@mail.example' });
  const visitor = api.visitor();
  await visitor.signIn('quiet-owner', `${password}-wrong`);
  await visitor.signIn('quiet-owner', password);
  secrets.push(visitor.cookies.get('session') ?? '');
  await visitor.post('/api/user/password', { currentPassword: password, newPassword });
  secrets.push(visitor.cookies.get('session') ?? '');
  await visitor.post('/api/user/email', { email: 'secretive3@mail.example', password: newPassword });
  await visitor.send('POST', '/api/login', '{"password":"Sesame-open-1', { 'content-type': 'application/json' });
  await api.waitForEmail('secretive3@mail.example');
  const tokens = api.emails.flatMap(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1] ?? []);
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  secrets.push(...tokens);
  await visitor.get(`/auth/reset?token=${secrets.at(-1)}`);
  await visitor.post('/api/links/open', { token: secrets.at(-1) });
  await visitor.post(`/api/unsubscribe/${secrets.at(-1)}`);
  await cut.visitor().post('/api/password-resets', { email });
  await cut.close();

  expect(secrets.every((secret) => secret.length > 5)).toBe(true);
  for (const secret of [...secrets, 'Sesame', 'secretive']) expect(written()).not.toContain(secret);
  expect(written()).toContain('a mail was not sent');
});

describe('a fault of ours', () => {
  it('is logged with its place, and without the values that PostgreSQL names', async () => {
    const { username } = await makeAccount(api.db, { username: 'whose-name-is-known' });
    lines.length = 0;
    api.http.log.error(
      {
        err: await api.db
          .insertInto('accounts')
          .values({
            username,
            username_key: username,
            password_hash: 'x',
            email: 'hidden@mail.example',
            email_key: 'x',
          })
          .execute()
          .catch((error) => error),
      },
      'as it would be',
    );
    expect(written()).toContain('accounts_username_key_key');
    expect(written()).toContain('"code":"23505"');
    expect(written()).toContain('logging.test.ts');
    expect(written()).not.toContain('whose-name-is-known');
  });

  it('is logged under its path, without the query and the part that may be a token', async () => {
    await api.db.schema.alterTable('sessions').renameTo('sessions_away').execute();
    const cookie = `session=${'x'.repeat(43)}`;
    lines.length = 0;
    const { status } = await api.request('GET', '/api/user?token=abcdef', { headers: { cookie } });
    await api.request('POST', `/api/unsubscribe/abcdef${'x'.repeat(37)}`, { headers: { cookie } });
    await api.db.schema.alterTable('sessions_away').renameTo('sessions').execute();
    expect(status).toBe(500);
    expect(written()).toContain('"path":"/api/user"');
    expect(written()).not.toMatch(/abcdef|xxxxx/);
  });

  it('hides what is secret by its name even if somebody logs it', () => {
    lines.length = 0;
    const secret = { password: PASSWORD, token: 'abcdef', email: 'hidden@mail.example' };
    const request = { body: secret, headers: { cookie: 'session=abcdef', authorization: 'Bearer abcdef' } };
    api.http.log.info({ ...secret, body: secret, request }, 'careless');
    expect(written()).toContain('careless');
    expect(written()).not.toMatch(/correct horse|abcdef|hidden@/);
  });
});

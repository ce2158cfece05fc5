import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { createBreachCheck } from './breached-passwords.ts';
import { FINGERPRINT_BYTES, isCommonPassword } from './common-passwords.ts';
import { findFault } from './password-policy.ts';

const api = await createTestApi();
afterAll(api.close);

const COMMON = /too easy to guess/;
const OWN_NAME = /can’t be your username, email, business name or the name of this site/;
const owner = {
  role: null,
  username: 'harbor.bakes',
  email: 'maria.lopez@mail.example',
  businessName: 'Sunset & Vine Bakery',
};

describe('a common password', () => {
  it.each([
    ['is listed', 'iloveyou'],
    ['is listed in other letters', 'PassWord1'],
    ['is listed without its digits and signs', 'Dragon2024!'],
    ['is listed with letters instead of signs', 'p4$$w0rd'],
    ['is one character', 'zzzzzzzzzz'],
    ['is a date', '19840612'],
    ['is in full-width letters', 'ｐａｓｓｗｏｒｄ'],
  ])('%s', (_why, password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([PASSWORD, 'long enough', 'surf-and-turf', '493817264058', 'Vq7#kd', 'сливочный закат'])(
    'is not “%s”',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it('is one of 100,000, whose fingerprints are sorted', () => {
    const bytes = readFileSync(new URL('../../../data/common-passwords.bin', import.meta.url));
    const fingerprints = Array.from({ length: bytes.length / FINGERPRINT_BYTES }, (_, i) =>
      bytes.readUIntBE(i * FINGERPRINT_BYTES, FINGERPRINT_BYTES),
    );
    expect(fingerprints).toHaveLength(100_000);
    expect(fingerprints.every((value, i) => i === 0 || value > (fingerprints[i - 1] as number))).toBe(true);
  });

  it('is found by mistake in fewer than one of 100,000 others', () => {
    const others = Array.from({ length: 20_000 }, (_, i) => `k${(i * 7919).toString(36)}~w${i}~x`);
    expect(others.filter(isCommonPassword)).toEqual([]);
  });
});

describe('a password of one’s own names', () => {
  it.each([
    'harbor.bakes',
    'HarborBakes1',
    'maria.lopez!',
    owner.email,
    'sunsetandvine',
    'SoCal-Local-1',
    'vinesunset',
  ])('%s is refused', (password) => {
    expect(findFault(password, { ...owner, businessName: 'Sunset and Vine' }, 'SoCal Local')).toMatch(OWN_NAME);
  });

  it.each(['sunset over the pier', 'quiet harbor lights'])('%s has enough besides', (password) => {
    expect(findFault(password, owner, 'SoCal Local')).toBeNull();
  });
});

describe('every door for a new password', () => {
  const COMMON_ISSUE = { status: 400, message: expect.stringMatching(COMMON) };
  async function signedIn(columns: { username?: string } = {}) {
    const account = await makeAccount(api.db, columns);
    return { ...account, visitor: await api.signedInVisitor(account.id) };
  }
  async function resetToken(email: string) {
    await api.visitor().post('/api/password-resets', { email });
    return /token=([\w-]{43})$/m.exec((await api.waitForEmail(email)).text)?.[1];
  }

  it('refuses common passwords and own names at the field', async () => {
    // Of a random name with digits only, the common word would be left.
    const { username, email, visitor } = await signedIn({ username: 'tide-pool-keeper' });
    const token = await resetToken(email ?? '');
    const form = { businessName: 'Tide Pool Toys', email: 'tides@mail.example', username: 'tides' };
    const doors = (password: string, own: string) =>
      [
        ['password', visitor.post('/api/register', { ...form, password })],
        ['password', visitor.post('/api/register', { ...form, password: 'TidePoolToys1' })],
        ['newPassword', visitor.post('/api/user/password', { currentPassword: PASSWORD, newPassword: password })],
        ['newPassword', visitor.post('/api/user/password', { currentPassword: PASSWORD, newPassword: own })],
        ['password', visitor.post('/api/password-resets/redeem', { token, password })],
        ['password', visitor.post('/api/password-resets/redeem', { token, password: own })],
      ] as const;
    for (const [index, [path, sent]] of doors('princess1', username).entries()) {
      const { status, body } = await sent;
      const issue = index % 2 === 0 ? COMMON_ISSUE.message : expect.stringMatching(OWN_NAME);
      expect([status, body.issues]).toEqual([400, [{ path, message: issue }]]);
    }
    const redeemed = await visitor.post('/api/password-resets/redeem', { token, password: 'a better password' });
    expect(redeemed.status).toBe(200);
  });

  it('refuses the current password', async () => {
    const { email, visitor } = await signedIn();
    const message = 'That’s already your password. Please choose a different one.';
    const changed = await visitor.post('/api/user/password', { currentPassword: PASSWORD, newPassword: PASSWORD });
    expect([changed.status, changed.body.issues]).toEqual([400, [{ path: 'newPassword', message }]]);
    const token = await resetToken(email ?? '');
    const reset = await visitor.post('/api/password-resets/redeem', { token, password: PASSWORD });
    expect([reset.status, reset.body.issues]).toEqual([400, [{ path: 'password', message }]]);
  });

  it('asks the administrator for twelve characters, and others for six', async () => {
    const admin = await makeAccount(api.db, { id: 1 });
    const { visitor } = await signedIn();
    const change = { currentPassword: PASSWORD, newPassword: 'Vq7#kd-Ru2w' };
    const refused = await (await api.signedInVisitor(admin.id)).post('/api/user/password', change);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Passwords of the site’s team must be at least 12 characters',
    ]);
    expect((await visitor.post('/api/user/password', { ...change, newPassword: 'Vq7#kd' })).status).toBe(200);
  });

  it('refuses an ADMIN_PASSWORD that can be guessed at the first start, and says so in one line', async () => {
    const { db, drop } = await createTestDatabase();
    const start = (ADMIN_PASSWORD: string) =>
      ensureAdministrator(db, { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD, SITE_NAME: 'SoCal Local' });
    await expect(start('Vq7#kd-Ru2w')).rejects.toThrow(/^ADMIN_PASSWORD: .*at least 12 characters$/);
    await expect(start('administrator1')).rejects.toThrow(COMMON);
    expect(await start('Vq7#kd-Ru2w+')).toMatchObject({ username: 'admin' });
    await drop();
  });
});

describe('with PASSWORD_RANGE_URL', () => {
  /** A service that knows 'sea otter cove', whose SHA-1 begins with F0F2F. */
  async function startService(respond: (url: string) => { status: number; body: string } | null) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = respond(request.url ?? '');
      if (answer) response.writeHead(answer.status).end(answer.body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const warnings: string[] = [];
    const log = { warn: (_fields: unknown, message: string) => void warnings.push(message) };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`;
    return {
      asked,
      warnings,
      url,
      check: (password: string, timeoutMs?: number) => createBreachCheck(url, log as never, timeoutMs)(password),
      [Symbol.dispose]() {
        server.closeAllConnections();
        server.close();
      },
    };
  }
  const SUFFIX = '1AC84A2F5F2B8C1D0F5D9E9E0D1A1C0C7A1';

  it('a password of a breach is refused, and only five digits of its hash are sent', async () => {
    using service = await startService(() => ({ status: 200, body: `${SUFFIX}:7\r\n${suffixOf('sea otter cove')}:3` }));
    expect(await service.check('sea otter cove')).toBe(true);
    expect(await service.check('kelp forest floor')).toBe(false);
    expect(service.asked).toEqual([expect.stringMatching(/^\/range\/[0-9A-F]{5}$/), expect.anything()]);

    const site = await createTestApi({ database: api.database, env: { PASSWORD_RANGE_URL: `${service.url}/` } });
    const form = { businessName: 'Kelp & Co', email: 'kelp@mail.example', username: 'kelp-and-co' };
    const { status, body } = await site.visitor().post('/api/register', { ...form, password: 'sea otter cove' });
    expect([status, body.issues[0].path, body.message]).toEqual([400, 'password', expect.stringMatching(/breach/)]);
    expect((await site.visitor().post('/api/register', { ...form, password: 'kelp forest floor' })).status).toBe(201);
    await site.close();
  });

  it('padding of the service does not count', async () => {
    using service = await startService(() => ({ status: 200, body: `${suffixOf('sea otter cove')}:0` }));
    expect(await service.check('sea otter cove')).toBe(false);
  });

  it.each([
    ['is down', () => ({ status: 503, body: '' })],
    ['does not respond', () => null],
    ['sends far too much', () => ({ status: 200, body: 'x'.repeat(600_000) })],
  ])('a service that %s lets every password pass, with a line in the log', async (_what, respond) => {
    using service = await startService(respond);
    expect(await service.check('sea otter cove', 200)).toBe(false);
    expect(service.warnings).toEqual(['a password was not compared with breaches: the service did not respond']);
  });
});

const suffixOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase().slice(5);

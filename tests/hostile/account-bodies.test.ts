import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(api.close);

const ROUTES = [
  ['POST', '/api/register'],
  ['POST', '/api/login'],
  ['POST', '/api/password-resets'],
  ['POST', '/api/password-resets/redeem'],
  ['POST', '/api/email-sign-ins'],
  ['POST', '/api/email-sign-ins/redeem'],
  ['POST', '/api/email-confirmations'],
  ['PATCH', '/api/user'],
  ['DELETE', '/api/user'],
  ['POST', '/api/user/password'],
  ['POST', '/api/user/email'],
] as const;

const FIELDS = ['username', 'password', 'businessName', 'email', 'token', 'currentPassword', 'newPassword'];
const all = (value: unknown) => Object.fromEntries(FIELDS.map((field) => [field, value]));

const BODIES: [string, string][] = [
  ['nothing in it', '{}'],
  ['no object', '"text"'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['a list', '[]'],
  ['a list of what is wanted', JSON.stringify([all('long enough')])],
  ['lists for text', JSON.stringify(all(['long enough']))],
  ['objects for text', JSON.stringify(all({ $ne: null }))],
  ['numbers for text', JSON.stringify(all(123456789))],
  ['true for text', JSON.stringify(all(true))],
  ['null for text', JSON.stringify(all(null))],
  ['zero bytes', JSON.stringify(all('long\0enough'))],
  ['halves of characters', JSON.stringify(all('long\ud800enough'))],
  ['only spaces', JSON.stringify(all('          '))],
  ['texts of 90 kB', JSON.stringify({ password: 'x'.repeat(90_000), username: 'x', email: 'x', token: 'x' })],
  ['a prototype', '{"__proto__":{"isAdmin":true},"username":"nobody-here","password":"long enough"}'],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a broken end', '{"username":"nobody-here"'],
  ['nesting without end', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ['no JSON', 'username=nobody-here'],
  ['no UTF-8', '{"username":"\u00ff\u00fe"}'],
];

let visitor: Visitor;
beforeAll(async () => {
  const { username } = await makeAccount(api.db);
  visitor = api.visitor();
  await visitor.signIn(username);
});

describe.each(ROUTES.map((route, i) => [...route, i] as const))('%s %s', (method, url, i) => {
  // Each body is sent to three of the nine routes.
  it.each(selectEveryNth(3, BODIES, i))('refuses %s in words', async (_what, body) => {
    const { status, body: responseBody } = await visitor.send(method, url, body, {
      'content-type': 'application/json',
    });
    expect(status).toBe(400);
    expect(responseBody).toEqual({
      message: expect.stringMatching(/\w/),
      ...(responseBody.issues && { issues: responseBody.issues }),
    });
    expect(JSON.stringify(responseBody)).not.toMatch(/\/server\/|node_modules|select |postgres/i);
  });

  it('refuses more than 100 kB before reading it', async () => {
    const body = JSON.stringify(all('x'.repeat(20_000)));
    expect((await visitor.send(method, url, body, { 'content-type': 'application/json' })).status).toBe(413);
  });
});

it('The account of whoever sent all that is as it was', async () => {
  const { status, body } = await visitor.get('/api/user');
  expect([status, body.businessName, body.isAdmin]).toEqual([200, 'Golden Hour Plumbing', false]);
});

describe('a missing session', () => {
  it.each([
    ['GET', '/api/user'],
    ['PATCH', '/api/user'],
    ['DELETE', '/api/user'],
    ['GET', '/api/user/export'],
    ['POST', '/api/user/password'],
    ['POST', '/api/user/email'],
    ['POST', '/api/user/email-confirmation'],
    ['GET', '/api/user/sessions'],
    ['DELETE', '/api/user/sessions'],
    ['DELETE', '/api/user/sessions/1'],
    ['DELETE', '/api/user/sessions/x'],
  ] as const)('is reported by %s %s, whatever the body contains', async (method, url) => {
    const stranger = api.visitor();
    for (const body of [undefined, {}, all('long enough')]) {
      const { status, body: responseBody } = await stranger.send(method, url, method === 'GET' ? undefined : body);
      expect([status, responseBody]).toEqual([401, { message: 'Please sign in to continue.' }]);
    }
  });
});

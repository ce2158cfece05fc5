import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_REQUESTS_PER_MINUTE, KEY_SCOPES, type KeyScope, MAX_API_KEYS } from '#contract/ownership/api-keys.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import { createTestApi, type Method, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let accountId: number;
let owner: Visitor;
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  const account = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() });
  accountId = account.id;
  owner = await api.signedInVisitor(accountId);
});

const PATH = '/api/user/api-keys';
const CRM = { name: 'CRM', scopes: ['leads:read', 'listings:read'], days: 90 };
const send = (key: string, url: string, method: Method = 'GET', body?: object) =>
  api.visitor().send(method, url, body && JSON.stringify(body), {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
  });

const suspend = (id: number) =>
  db
    .updateTable('accounts')
    .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
    .where('id', '=', id)
    .execute();

describe('An API key', () => {
  it('is shown once, and only its hash is stored', async () => {
    const { status, body } = await owner.post(PATH, CRM);
    expect(status).toBe(201);
    expect(body.key).toMatch(/^slk_live_[\w-]{43}$/);
    expect(body.apiKey).toEqual({
      id: expect.any(Number),
      name: 'CRM',
      prefix: body.key.slice(0, 17),
      scopes: ['listings:read', 'leads:read'],
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: expect.any(String),
    });
    const days = (Date.parse(body.apiKey.expiresAt) - Date.parse(body.apiKey.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(90, 1);
    expect((await owner.get(PATH)).body).toEqual([body.apiKey]);
    const row = await db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    expect(row.key_hash).toEqual(hashToken(body.key));
    expect(JSON.stringify(row)).not.toContain(body.key);
  });

  it('is told of by email and in the audit log, without its name', async () => {
    const { body } = await owner.post(PATH, CRM);
    await expect
      .poll(() => api.emails.map(({ subject }) => subject))
      .toContain('A new API key for your SoCal Local account');
    await owner.send('DELETE', `${PATH}/${body.apiKey.id}`);
    const kinds = await db
      .selectFrom('audit')
      .select(['kind', 'reason'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    expect(kinds).toEqual([
      { kind: 'api-key-created', reason: `${body.apiKey.prefix}… leads:read listings:read` },
      { kind: 'api-key-revoked', reason: `${body.apiKey.prefix}…` },
    ]);
  });

  it('is created only by who has just proved who they are, with a confirmed email', async () => {
    await sql`update sessions set verified_at = now() - interval '11 minutes'`.execute(db);
    expect(await owner.post(PATH, CRM)).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
    const { id } = await makeAccount(db, { email: 'unconfirmed@mail.example' });
    const other = await api.signedInVisitor(id);
    expect(await other.post(PATH, CRM)).toMatchObject({ status: 403, body: { code: 'email-confirmation-required' } });
  });

  it.each([
    ['no name', { ...CRM, name: ' ' }],
    ['no permission', { ...CRM, scopes: [] }],
    ['a permission twice', { ...CRM, scopes: ['leads:read', 'leads:read'] }],
    ['an unknown permission', { ...CRM, scopes: ['payments:write'] }],
    ['another term', { ...CRM, days: 10_000 }],
    ['an account', { ...CRM, accountId: 1 }],
  ])('is refused with %s', async (_, body) => {
    expect((await owner.post(PATH, body)).status).toBe(400);
  });

  it(`is one of at most ${MAX_API_KEYS}`, async () => {
    for (let i = 0; i < MAX_API_KEYS; i += 1) await makeApiKey(db, accountId);
    expect((await owner.post(PATH, CRM)).status).toBe(409);
  });

  it('acts for its account, without a cookie and with any origin', async () => {
    const { id } = await makeListing(db, { owner_id: accountId });
    const { id: strange } = await makeListing(db, { owner_id: (await makeAccount(db)).id });
    const { key } = await makeApiKey(db, accountId);
    expect((await send(key, '/api/user/ads')).body).toMatchObject([{ id }]);
    expect((await send(key, `/api/user/ads/${strange}`)).status).toBe(404);
    expect((await send(key, `/api/user/ads/${id}/pause`, 'POST')).status).toBe(200);
    const used = await db.selectFrom('api_keys').select('last_used_at').executeTakeFirstOrThrow();
    expect(used.last_used_at).not.toBeNull();
  });

  it.each([
    ['4 minutes', false],
    ['6 minutes', true],
  ])('used %s after its last use says so: %s', async (interval, isUpdated) => {
    const { key } = await makeApiKey(db, accountId);
    await sql`update api_keys set last_used_at = now() - ${interval}::interval`.execute(db);
    await send(key, '/api/user/ads');
    const { rows } = await sql`select last_used_at > now() - interval '1 minute' as recent from api_keys`.execute(db);
    expect(rows).toEqual([{ recent: isUpdated }]);
  });

  it('counts instead of a session', async () => {
    const { key } = await makeApiKey(db, accountId, ['leads:read']);
    const response = await owner.send('GET', '/api/user/ads', undefined, { authorization: `Bearer ${key}` });
    expect(response.status).toBe(403);
  });

  it.each([
    ['revoked', (id: number) => owner.send('DELETE', `${PATH}/${id}`)],
    [
      'over',
      (id: number) => sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`.execute(db),
    ],
    ['of a suspended account', () => suspend(accountId)],
    ['of a deleted account', () => db.deleteFrom('accounts').where('id', '=', accountId).execute()],
  ])('is refused when it is %s', async (_, end) => {
    const { id, key } = await makeApiKey(db, accountId);
    await end(id);
    const { status, body } = await send(key, '/api/user/ads');
    expect({ status, body }).toEqual({ status: 401, body: { message: 'This API key is wrong, or it has ended.' } });
  });

  it.each(['slk_live_', 'slk_test_x', `slk_live_${'x'.repeat(43)}`, `slk_live_${'x'.repeat(900)}`, 'slk_live_\u2028'])(
    'is refused as %j',
    async (key) => {
      expect((await send(encodeURI(key), '/api/user/ads')).status).toBe(401);
    },
  );

  it('may send a bounded number of requests a minute, and is told how many are left', async () => {
    const { key, id } = await makeApiKey(db, accountId);
    const first = await send(key, '/api/user/ads');
    expect(first.headers['ratelimit-policy']).toBe(`"key";q=${KEY_REQUESTS_PER_MINUTE};w=60`);
    expect(first.headers.ratelimit).toMatch(new RegExp(`^"key";r=${KEY_REQUESTS_PER_MINUTE - 1};t=\\d+$`));
    await sql`update limits set hits = ${KEY_REQUESTS_PER_MINUTE} where key = ${`api-key:${id}`}`.execute(db);
    const refused = await send(key, '/api/user/ads');
    expect(refused.status).toBe(429);
    expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('of the staff has none of their rights', async () => {
    await makeAccount(db, { id: 1, username: 'admin', email: null });
    const { key } = await makeApiKey(db, 1);
    expect((await send(key, '/api/admin/users')).status).toBe(403);
  });
});

interface DocumentedRoute {
  method: Method;
  path: string;
  scope: KeyScope | undefined;
}

/** The routes of the API's document. */
async function listDocumentedRoutes(): Promise<DocumentedRoute[]> {
  const { paths } = (await api.get('/api/openapi.json')).body;
  return Object.entries<Record<string, { description?: string; security?: unknown[] }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { security, description = '' }]) => ({
        method: method.toUpperCase() as Method,
        path: path.replaceAll(/\{.*?\}/g, '999999'),
        scope: security ? KEY_SCOPES.find((scope) => description.includes(`\`${scope}\``)) : undefined,
      })),
  );
}

describe('The permissions of an API key', () => {
  it('open the routes that name them, and no other', async () => {
    const routes = await listDocumentedRoutes();
    const keys = new Map(
      await Promise.all(
        KEY_SCOPES.map(async (scope) => [scope, (await makeApiKey(db, accountId, [scope])).key] as const),
      ),
    );
    const opened = routes.filter(({ scope }) => scope);
    expect(new Set(opened.map(({ scope }) => scope))).toEqual(new Set(KEY_SCOPES));
    for (const { method, path, scope } of opened) {
      for (const [given, key] of keys) {
        const { status, body } = await send(key, path, method, method === 'GET' ? undefined : {});
        const isRefused = status === 403 && /permission/.test(body.message);
        expect({ method, path, given, isRefused }).toEqual({ method, path, given, isRefused: given !== scope });
      }
    }
  });

  it('let no key do what is for sessions only', async () => {
    const { key } = await makeApiKey(db, accountId);
    const routes = await listDocumentedRoutes();
    const closed = routes.filter(({ path, scope }) => !scope && /^\/api\/(user|admin)\//.test(path));
    expect(closed.length).toBeGreaterThan(100);
    for (const { method, path } of closed) {
      const { status, headers } = await send(key, path, method, method === 'GET' ? undefined : {});
      if (String(headers.ratelimit).includes('r=0;')) await db.deleteFrom('limits').execute();
      expect({ method, path, isRefused: [403, 415].includes(status) }).toEqual({ method, path, isRefused: true });
    }
    expect(await db.selectFrom('accounts').select('id').where('id', '=', accountId).execute()).toHaveLength(1);
  });
});

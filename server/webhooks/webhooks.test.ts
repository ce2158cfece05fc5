import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_WEBHOOKS } from '#contract/ownership/webhooks.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import { makeWebhook } from '#tests/fixtures/webhook-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { deleteOldDeliveries } from './deliveries.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let accountId: number;
let owner: Visitor;
beforeEach(async () => {
  for (const table of ['limits', 'accounts'] as const) await db.deleteFrom(table).execute();
  ({ id: accountId } = await makeAccount(db, { email: 'owner@mail.example', email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(accountId);
});

const PATH = '/api/user/webhooks';
const CRM = { url: 'https://crm.example/hooks?from=site', events: ['lead.created', 'listing.ended'] };

describe('A webhook', () => {
  it('has a secret that is shown once, and stored nowhere', async () => {
    const { status, body } = await owner.post(PATH, CRM);
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.webhook).toEqual({
      id: expect.any(Number),
      ...CRM,
      createdAt: expect.any(String),
      formerSecretUntil: null,
      pausedAt: null,
      pausedFor: null,
      waiting: 0,
    });
    const email = await api.waitForEmail('owner@mail.example');
    expect(email.subject).toBe('A new webhook for your SoCal Local account');
    expect(email.text).not.toContain('crm.example');
    expect((await owner.get(PATH)).body).toEqual([body.webhook]);
    const stored = await db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
    const secret = Buffer.from(body.secret.slice('whsec_'.length), 'base64');
    expect(stored.salt.equals(secret)).toBe(false);
  });

  it('gets a new secret, with which the former one signs for 24 hours', async () => {
    const { id, secret } = await makeWebhook(db, accountId);
    const { body } = await owner.post(`${PATH}/${id}/secret`);
    expect(body.secret).not.toBe(secret);
    const hours = (Date.parse(body.webhook.formerSecretUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
  });

  it('is created, and its secret replaced, only by who has just proved who they are, with a confirmed email', async () => {
    const { id } = await makeWebhook(db, accountId);
    await sql`update sessions set verified_at = now() - interval '11 minutes'`.execute(db);
    for (const path of [PATH, `${PATH}/${id}/secret`])
      expect(await owner.post(path, CRM)).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
    const other = await api.signedInVisitor((await makeAccount(db, { email: 'unconfirmed@mail.example' })).id);
    expect(await other.post(PATH, CRM)).toMatchObject({ status: 403, body: { code: 'email-confirmation-required' } });
  });

  it.each([
    ['http', { ...CRM, url: 'http://crm.example/' }],
    ['no address', { ...CRM, url: 'https://' }],
    ['a private address', { ...CRM, url: 'https://10.0.0.1/' }],
    ['a loopback address', { ...CRM, url: 'https://[::1]/' }],
    ['a name without a domain', { ...CRM, url: 'https://localhost/' }],
    ['a port', { ...CRM, url: 'https://crm.example:8443/' }],
    ['a password', { ...CRM, url: 'https://me:secret@crm.example/' }],
    ['a line break', { ...CRM, url: 'https://crm.example/\n' + 'x' }],
    ['a long address', { ...CRM, url: `https://crm.example/${'x'.repeat(500)}` }],
    ['no event', { ...CRM, events: [] }],
    ['an event twice', { ...CRM, events: ['lead.created', 'lead.created'] }],
    ['an unknown event', { ...CRM, events: ['account.deleted'] }],
    ['an account', { ...CRM, accountId: 1 }],
  ])('is refused with %s', async (_, body) => {
    const response = await owner.post(PATH, body);
    expect({ status: response.status, message: response.body.message }).toEqual({
      status: 400,
      message: expect.any(String),
    });
  });

  it(`is one of at most ${MAX_WEBHOOKS}`, async () => {
    for (let i = 0; i < MAX_WEBHOOKS; i += 1) await makeWebhook(db, accountId);
    expect(await owner.post(PATH, CRM)).toMatchObject({ status: 409, body: { message: /10 webhooks/ } });
  });

  it('of another account does not exist', async () => {
    const { id } = await makeWebhook(db, accountId);
    await owner.post(`${PATH}/${id}/test`);
    const [{ id: deliveryId }] = (await owner.get(`${PATH}/${id}/deliveries`)).body;
    const stranger = await api.signedInVisitor((await makeAccount(db, { email_confirmed_at: new Date() })).id);
    const { id: own } = await makeWebhook(db, (await makeAccount(db)).id);
    for (const path of ['deliveries', `deliveries/${deliveryId}`])
      expect((await stranger.get(`${PATH}/${id}/${path}`)).status).toBe(404);
    for (const path of ['secret', 'pause', 'resume', 'test', `deliveries/${deliveryId}/resend`])
      expect((await stranger.post(`${PATH}/${id}/${path}`)).status).toBe(404);
    expect((await stranger.send('DELETE', `${PATH}/${id}`)).status).toBe(404);
    expect((await owner.get(`${PATH}/${own}/deliveries/${deliveryId}`)).status).toBe(404);
    expect((await stranger.get(PATH)).body).toEqual([]);
    expect((await owner.get(PATH)).body).toHaveLength(1);
  });

  it('is no matter of API keys', async () => {
    const { key } = await makeApiKey(db, accountId);
    const headers = { authorization: `Bearer ${key}` };
    expect((await api.visitor().send('GET', PATH, undefined, headers)).status).toBe(403);
  });

  it('is in the audit log with its host', async () => {
    const { body } = await owner.post(PATH, CRM);
    const path = `${PATH}/${body.webhook.id}`;
    for (const action of ['secret', 'pause', 'resume']) await owner.post(`${path}/${action}`);
    await owner.send('DELETE', path);
    const entries = await db
      .selectFrom('audit')
      .select(['kind', 'reason'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { kind: 'webhook-created', reason: 'crm.example lead.created listing.ended' },
      ...['webhook-secret-rotated', 'webhook-paused', 'webhook-resumed', 'webhook-deleted'].map((kind) => ({
        kind,
        reason: 'crm.example',
      })),
    ]);
    expect((await owner.get(PATH)).body).toEqual([]);
  });

  it('has deliveries in pages, which are deleted after 30 days', async () => {
    const { id } = await makeWebhook(db, accountId);
    for (let i = 0; i < 3; i += 1) await owner.post(`${PATH}/${id}/test`);
    const first = await owner.get(`${PATH}/${id}/deliveries?limit=2`);
    expect(first.body).toHaveLength(2);
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const { body: rest } = await owner.get(next);
    expect(rest).toHaveLength(1);
    await sql`update webhook_deliveries set occurred_at = now() - interval '30 days 1 second' where id = ${rest[0].id}`.execute(
      db,
    );
    await deleteOldDeliveries(db);
    // They are being sent meanwhile.
    const listIds = (deliveries: { id: number }[]) => deliveries.map(({ id }) => id);
    expect(listIds((await owner.get(`${PATH}/${id}/deliveries`)).body)).toEqual(listIds(first.body));
    expect((await owner.get(`${PATH}/${id}/deliveries/${rest[0].id}`)).status).toBe(404);
  });
});

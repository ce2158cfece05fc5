import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { signEvent } from '#tests/support/servers/stripe-server.ts';

const ORIGIN = 'https://directory.example';
const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const LIVE_KEYS = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
const database = await createTestDatabase();
afterAll(() => database.drop());
const open = (env: Record<string, string>) => createTestApi({ env, database });

describe('The checkout', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without keys on a local machine', {}, 'simulated'],
    ['with test keys on a local machine', TEST_KEYS, 'stripe'],
    ['without keys in production', { ORIGIN }, 'closed'],
    ['without keys at a public host', { ORIGIN: 'http://directory.example' }, 'closed'],
    ['with test keys in production', { ORIGIN, ...TEST_KEYS }, 'closed'],
    ['with a live key alone in production', { ORIGIN, STRIPE_SECRET_KEY: 'rk_live_1' }, 'closed'],
    ['with live keys in production', { ORIGIN, ...LIVE_KEYS }, 'stripe'],
    ['that is said to be simulated', { ORIGIN, PAYMENTS: 'simulated' }, 'simulated'],
    ['that is said to be simulated with test keys', { ORIGIN, PAYMENTS: 'simulated', ...TEST_KEYS }, 'stripe'],
  ])('%s', async (_what, env, mode) => {
    const api = await open(env);
    expect((await api.get('/api/payments/config')).body).toMatchObject({ mode });
    const confirm = await api.visitor().post('/simulated-stripe/payment_intents/pi_1/confirm', {});
    expect(confirm.status, 'only the simulator accepts cards here').toBe(mode === 'simulated' ? 400 : 404);
    await api.close();
  });
});

describe('While payments are closed', () => {
  it('nothing can be paid, and nothing is stored', async () => {
    const api = await open({ ORIGIN });
    const owner = await api.signedInVisitor((await makeAccount(api.db)).id);
    owner.cookies.set('__Host-session', owner.cookies.get('session') as string);
    const bodies = [{ plan: 'annual' }, { amount: 90_000 }, { amount: 100, adData: listingForm({ premium: true }) }];
    for (const body of bodies) {
      const refused = await owner.post('/api/create-payment-intent', body);
      expect([refused.status, refused.body.message]).toEqual([503, 'Card payments are not set up yet.']);
    }
    expect(await api.db.selectFrom('payments').select('id').execute()).toEqual([]);
    expect(await api.db.selectFrom('listings').select('id').execute()).toEqual([]);
    await api.close();
  });

  it('events are refused in a way that makes Stripe send them again', async () => {
    const api = await open({ ORIGIN });
    const { body, signature } = signEvent({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: {} } });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { status } = await api.request('POST', '/api/webhooks/stripe', { payload: body, headers });
    expect(status).toBe(503);
    await api.close();
  });
});

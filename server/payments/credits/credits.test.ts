import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

const FIELDS = {
  description: 'Leaks, drains and water heaters, seen to the same day.',
  ...{ businessName: 'Golden Hour Plumbing', address: '100 Main St', city: 'Irvine', state: 'CA', zipCode: '92614' },
  ...{ phone: '(949) 555-0100', email: 'hello@golden-hour.example', categoryId: '2', locationId: '3' },
};

describe('A payment that was used', () => {
  it('does not spend another credit when it is sent again', async () => {
    const owner = await makeAccount(db);
    const visitor = await api.signedInVisitor(owner.id);
    const buyCredit = async () => {
      const intent = await createPaymentIntent(visitor, { plan: 'monthly' });
      await stripe.pay(intent);
      await visitor.get(`/api/user/payment-intents/${intent.intentId}`);
      return intent;
    };
    const spent = await buyCredit();
    await buyCredit();
    // Both requests have read that the payment is a credit before one of them uses it.
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`select from accounts where id = ${owner.id} for no key update`.execute(trx);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const posts = ['First shop of two', 'Second shop of two'].map((title) =>
      returnFromPayment(visitor, spent.intentId, { ...FIELDS, title }),
    );
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(distinct pid)::int as waiting from pg_locks where not granted`.execute(db);
        return rows[0]?.waiting;
      })
      .toBe(2);
    held.resolve();
    await holding;
    const statuses = (await Promise.all(posts)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 402]);
    expect((await visitor.get('/api/user/credits')).body).toHaveLength(1);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });
});

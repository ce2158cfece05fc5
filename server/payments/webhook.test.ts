import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { createPaymentIntent } from '#tests/support/payments.ts';
import {
  deliverWebhook,
  type SignedEvent,
  signEvent,
  startStripeServer,
} from '#tests/support/servers/stripe-server.ts';

const stripe = await startStripeServer();
const logLines: string[] = [];
const api = await createTestApi({ env: stripe.env, log: { write: (line) => void logLines.push(line) } });
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let intent: Awaited<ReturnType<typeof createPaymentIntent>>;
let event: object;
let visitor: Visitor;
beforeEach(async () => {
  const owner = await api.signedInVisitor((await makeAccount(db)).id);
  intent = await createPaymentIntent(owner, { plan: 'monthly' });
  await stripe.pay(intent);
  event = stripe.events.at(-1) ?? {};
  visitor = api.visitor();
  logLines.length = 0;
});

/** The lines about events in the log, without the fields that every line has. */
const readEventLines = () =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'payment event received')
    .map(({ level, time, pid, hostname, msg, ...fields }) => fields);

/** Everything that the event can write; payments of other tests may still be settled in the background. */
async function readWritten() {
  const { rows } = await sql`
    select to_jsonb(p) as payment, (select count(*) from stripe_events)::int as events,
      (select count(*) from ledger where payment_id = p.id)::int as ledger,
      (select count(*) from terms where payment_id = p.id)::int as terms,
      (select count(*) from pgboss.job where name = 'settle' and data->>'intentId' = p.intent_id)::int as jobs
    from payments p where intent_id = ${intent.intentId}`.execute(db);
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('An event that is refused writes nothing, and is logged', () => {
  it.each<[string, () => SignedEvent]>([
    ['forged', () => signEvent(event, { secret: 'whsec_guessed' })],
    ['altered', () => ({ ...signEvent(event), body: JSON.stringify(event).replace('10000', '1') })],
    ['with a blank more', () => ({ ...signEvent(event), body: `${JSON.stringify(event)} ` })],
    ['old', () => signEvent(event, { ageSeconds: 301 })],
    [
      'with the signature of another',
      () => ({ ...signEvent(event), signature: signEvent({ ...event, id: 'evt_other' }).signature }),
    ],
    ['with a signature that is none', () => ({ ...signEvent(event), signature: 't=now,v1=x' })],
    ['with an empty signature', () => ({ ...signEvent(event), signature: '' })],
    [
      'signed by the older scheme alone',
      () => ({ ...signEvent(event), signature: signEvent(event).signature.replace('v1=', 'v0=') }),
    ],
    ['empty', () => ({ body: '', signature: signEvent(event).signature })],
    ['that is no JSON', () => signEvent('{"id":')],
    ['that is no event', () => signEvent('[]')],
    ['that is about nothing', () => signEvent('{"id":"evt_1","type":"charge.succeeded"}')],
  ])('%s', async (_what, sent) => {
    const before = await readWritten();
    const { status, body } = await deliverWebhook(visitor, sent());
    expect([status, Object.keys(body)]).toEqual([400, ['message']]);
    expect(await readWritten()).toEqual(before);
    expect(readEventLines()).toEqual([{ outcome: 'refused', reason: expect.stringContaining('signed') }]);
  });

  it('of more than a megabyte', async () => {
    const before = await readWritten();
    const { status } = await deliverWebhook(visitor, signEvent({ ...event, padding: 'x'.repeat(1_000_001) }));
    expect(status).toBe(413);
    expect(await readWritten()).toEqual(before);
  });

  it('ten times a minute at most, whoever sends them from one address', async () => {
    for (let i = 0; i < 12; i++) await deliverWebhook(visitor, signEvent(event, { secret: 'whsec_guessed' }));
    expect(readEventLines()).toHaveLength(10);
  });

  it('with any content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status } = await visitor.send('POST', '/api/webhooks/stripe', 'id=evt_1', { 'content-type': type });
      expect(status).toBe(400);
    }
  });
});

describe('An event that is signed', () => {
  it('is accepted within 300 seconds, from any origin', async () => {
    expect((await deliverWebhook(visitor, signEvent(event, { ageSeconds: 290 }))).status).toBe(200);
  });

  it('is only queued before the response', async () => {
    const asked = await stripe.pause(async () => {
      expect((await deliverWebhook(visitor, signEvent(event))).status).toBe(200);
      const { rows } = await sql`
        select data from pgboss.job where name = 'settle' and data->>'intentId' = ${intent.intentId}`.execute(db);
      expect(rows).toEqual([{ data: { intentId: intent.intentId } }]);
      const { status } = await findPayment();
      expect(status).toBe('open');
    });
    expect(asked).toBeGreaterThan(0);
    await expect.poll(async () => (await findPayment()).status).toBe('paid');
  });

  it('is accepted once, however often it is sent concurrently', async () => {
    const sent = signEvent(event);
    const responses = await Promise.all(Array.from({ length: 10 }, () => deliverWebhook(visitor, sent)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const { id, type } = event as { id: string; type: string };
    const fields = { event: id, type, intent: intent.intentId };
    const lines = readEventLines().sort((one, other) => (one.outcome < other.outcome ? -1 : 1));
    expect(lines).toEqual(['accepted', ...Array(9).fill('duplicate')].map((outcome) => ({ ...fields, outcome })));
    const { rows } = await sql`
      select id from pgboss.job where name = 'settle' and data->>'intentId' = ${intent.intentId}`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it('is settled by the state at Stripe, not by the content of the event', async () => {
    const lie = { ...event, id: 'evt_lie', data: { object: { ...paymentIntent(event), amount_received: 1 } } };
    await deliverWebhook(visitor, signEvent(lie));
    await expect.poll(async () => (await findPayment()).status).toBe('paid');
  });

  it('about a payment of another site is ignored', async () => {
    const foreign = {
      ...event,
      id: 'evt_foreign',
      data: { object: { ...paymentIntent(event), id: 'pi_of_another_shop' } },
    };
    expect((await deliverWebhook(visitor, signEvent(foreign))).status).toBe(200);
    await expect.poll(() => logLines.some((line) => line.includes('is given up'))).toBe(true);
  });

  it('without an intent gets a success response, and nothing of its content is logged', async () => {
    const other = {
      id: 'evt_customer',
      object: 'event',
      type: 'customer.created',
      data: { object: { id: 'cus_1', object: 'customer', name: 'Dana Reyes', email: 'dana@mail.example' } },
    };
    const before = (await readWritten()) as { jobs: number };
    expect((await deliverWebhook(visitor, signEvent(other))).status).toBe(200);
    expect(((await readWritten()) as { jobs: number }).jobs).toBe(before.jobs);
    const fields = { event: 'evt_customer', type: 'customer.created', outcome: 'ignored', intent: null };
    expect(readEventLines()).toEqual([fields]);
    expect(logLines.join()).not.toMatch(/Dana|dana@|cus_1/);
  });
});

const findPayment = () =>
  db.selectFrom('payments').selectAll().where('intent_id', '=', intent.intentId).executeTakeFirstOrThrow();
const paymentIntent = (about: object) => (about as { data: { object: object } }).data.object;

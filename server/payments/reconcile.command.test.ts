import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { parseSince } from './reconcile-arguments.ts';
import { reconcile } from './reconciliation.ts';

const stripe = await startStripeServer();
const api = await createTestApi({ env: stripe.env });
const { db } = api;
const { provider } = openPaymentProvider(readEnv(stripe.env), db, async () => 200);
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let owner: Visitor;
beforeAll(async () => {
  owner = await api.signedInVisitor((await makeAccount(db)).id);
});
// Payments of other tests are older than what the test compares.
beforeEach(() => backdate('90 days'));

async function backdate(interval: string) {
  await sql`update payments set created_at = created_at - ${interval}::interval`.execute(db);
  await stripe.backdate(interval);
}

async function pay() {
  const intent = await createPaymentIntent(owner, { plan: 'monthly' });
  await stripe.pay(intent);
  await returnFromPayment(owner, intent.intentId);
  const [charge] = await stripe.findObjects('charge', intent.intentId);
  const [payment] = (await owner.get('/api/user/payments')).body;
  return { intentId: intent.intentId, chargeId: charge?.id as string, paymentId: payment.id as number };
}

/** Runs the command as npm does. */
async function run(...args: string[]): Promise<{ code: number; output: string; complaint: string }> {
  const env = { ...api.database.env, ...stripe.env };
  const { code, stdout, stderr } = await runCommand('server/payments/reconcile.command.ts', { args, env });
  return { code, output: stdout, complaint: stderr };
}

describe('npm run payments:reconcile', () => {
  it('finds no difference when the ledger equals Stripe', async () => {
    await pay();
    const { intentId } = await pay();
    await stripe.refund(intentId, 2_500);
    await returnFromPayment(owner, intentId);
    const { code, output } = await run();
    expect([code, output]).toEqual([0, expect.stringContaining('$200 taken, $25 given back, no differences.')]);
  });

  it('names the differences and exits with 1', async () => {
    const charged = await pay();
    await stripe.updateObject(charged.chargeId, { amount: 9_000 });
    const refunded = await pay();
    await stripe.refund(refunded.intentId);
    const missing = await createPaymentIntent(owner, { plan: 'annual' });
    await stripe.pay(missing);
    const [unknown] = await stripe.findObjects('charge', missing.intentId);
    const unpaid = await pay();
    await stripe.updateObject(unpaid.chargeId, { paid: false });
    // A charge of another site of the same account.
    const foreign = await pay();
    await stripe.insertObject({
      ...(await stripe.findObjects('charge', foreign.intentId))[0],
      id: 'ch_foreign',
      object: 'charge',
      metadata: {},
    });

    const { code, output } = await run('--days', '2');
    expect(code).toBe(1);
    expect(output.split('\n').slice(0, -2).toSorted()).toEqual(
      [
        `${charged.chargeId} (payment ${charged.paymentId}) took 9000 cents, and 10000 in the ledger.`,
        `${refunded.chargeId} (payment ${refunded.paymentId}) gave 10000 cents back, and 0 in the ledger.`,
        `${unknown?.id} (${missing.intentId}) took 90000 cents that the ledger does not know.`,
        `${unpaid.chargeId} (payment ${unpaid.paymentId}) is in the ledger, and not at the provider.`,
      ].toSorted(),
    );
    expect(output).toContain('4 differences.');
  });

  it.runIf(isLongRun)('exits with 2 and says so when Stripe cannot be reached', async () => {
    stripe.respondWith((response) => void response.writeHead(401).end('{"error":{"message":"Invalid API Key"}}'));
    const { code, complaint } = await run();
    stripe.respondWith(undefined);
    expect(code).toBe(2);
    expect(complaint).toContain('Invalid API Key');
  });
});

describe('The comparison', () => {
  const compare = (...args: string[]) => reconcile(db, provider, parseSince(args));

  it('counts a refund that failed as not refunded', async () => {
    const { intentId, chargeId } = await pay();
    await stripe.refund(intentId, 2_500);
    await returnFromPayment(owner, intentId);
    const [refund] = await stripe.findObjects('refund', intentId);
    await stripe.updateObject(refund?.id as string, { status: 'failed' });
    await stripe.updateObject(chargeId, { amount_refunded: 0, refunded: false });
    await returnFromPayment(owner, intentId);
    expect(await compare()).toEqual({ charges: 1, chargedCents: 10_000, refundedCents: 0, differences: [] });
  });

  it('is limited to the last days, by default 30', async () => {
    await pay();
    const { chargeId } = await pay();
    await stripe.updateObject(chargeId, { amount: 9_000 });
    await backdate('3 days');
    expect(await compare('--days', '2')).toMatchObject({ charges: 0, differences: [] });
    expect(await compare('--days', '4')).toMatchObject({ charges: 2, differences: [expect.any(String)] });
    expect(await compare()).toMatchObject({ charges: 2 });
    await backdate('28 days');
    expect(await compare()).toMatchObject({ charges: 0, differences: [] });
  });

  it.each(['0', '-1', 'many', '4000'])('refuses %s days', (days) => {
    expect(() => parseSince([`--days=${days}`])).toThrow('--days must be a number of days, at most 3650.');
  });
});

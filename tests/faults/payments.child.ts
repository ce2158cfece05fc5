import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { FIRST_PRICES_CENTS, PAID_PLANS } from '#contract/plans/plans.ts';
import { chargeDueRenewals } from '#server/payments/auto-renewals/charges.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { createApp } from '#server/site/app.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { endPaidTimeIn, remindOfRenewal } from '#tests/fixtures/renewal-factories.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { openPaymentDeps } from '#tests/support/reconcile-payments.ts';
import { createRandom, killAfterSteps, print, stopKilling } from './kill-after-steps.ts';
import { checkPayments } from './payments-check.ts';

// A process of the site that reconciles the payments of the processes killed before it and checks the invariants. Then it
// pays, renews, upgrades, uses credits and refunds at random until it kills itself, before its n-th statement to the database
// or request to Stripe: it awaits nothing else. Arguments: the seed, and n.
const [seed = 1, steps = 1] = process.argv.slice(2).map(Number);
const FLOWS = 8;

const random = createRandom(seed);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

const env = readEnv();
const { db, close } = await openDatabase(env);
for (const one of (await checkPayments(db, process.env as Record<string, string>)).broken) print(`broken ${one}`);
const app = await createApp({ env, db, mailer: { send: async () => {}, close: async () => {} } });
await sql`delete from limits`.execute(db);
const jobs = await openJobs({ db, mailer: { send: async () => {}, close: async () => {} }, log: app.http.log });
const payments = await openPaymentDeps(db, process.env as Record<string, string>, jobs);
// What a killed process had begun.
await chargeDueRenewals(payments);
killAfterSteps(steps);
for (let flow = 0; flow < FLOWS; flow++)
  await pick([postAndPay, renew, renewAutomatically, upgrade, payForSeveral, useCredit, refund, cancelWhilePaying])(
    app.http,
  );
stopKilling();
await jobs.close();
await app.http.close();
await close();

type Http = Awaited<ReturnType<typeof createApp>>['http'];

async function postAndPay(http: Http) {
  const owner = await createOwner(http);
  const intent = await owner('POST', '/api/create-payment-intent', {
    amount: 100,
    adData: listingForm({ premium: true, title: `Listing ${Math.floor(random() * 1e9)}` }),
  });
  await payAndReturn(http, owner, intent);
}

async function renew(http: Http) {
  const listing = await findOrCreateListing(http);
  const plan = pick(PAID_PLANS).id;
  await payAndReturn(
    http,
    listing.owner,
    await listing.owner('POST', '/api/create-payment-intent', { plan, listingId: listing.id }),
  );
}

async function renewAutomatically(http: Http) {
  const { id, owner } = await createListing(http);
  const order = { plan: 'monthly', listingId: id, renewalCents: FIRST_PRICES_CENTS.monthly };
  await payAndReturn(http, owner, await owner('POST', '/api/create-payment-intent', order));
  await endPaidTimeIn(db, id, 48);
  await remindOfRenewal(db, id, 20);
  await Promise.all([chargeDueRenewals(payments), chargeDueRenewals(payments)]);
}

async function upgrade(http: Http) {
  const { id, owner } = await createListing(http);
  for (const plan of ['enhanced', 'annual']) {
    await payAndReturn(http, owner, await owner('POST', '/api/create-payment-intent', { plan, listingId: id }));
  }
}

async function payForSeveral(http: Http) {
  const { id: ownerId } = await makeAccount(db);
  const listingIds: number[] = [];
  for (let count = 0; count < 3; count++) listingIds.push((await makeListing(db, { owner_id: ownerId })).id);
  const owner = await createVisitor(http, ownerId);
  await payAndReturn(http, owner, await owner('POST', '/api/create-payment-intent', { plan: 'quarterly', listingIds }));
}

async function useCredit(http: Http) {
  const owner = await createOwner(http);
  await payAndReturn(http, owner, await owner('POST', '/api/create-payment-intent', { plan: 'quarterly' }));
  const form = listingForm({ premium: true });
  await Promise.all([owner('POST', '/api/ads', form), owner('POST', '/api/ads', form)]);
}

async function refund(http: Http) {
  const { rows } = await sql<{ id: number; parts: number[] }>`
    select id, array(select part.id from payments part where part.part_of = payments.id and part.returned_at is null) as parts
    from payments where status = 'paid' and part_of is null order by random() limit 1`.execute(db);
  const [payment] = rows;
  if (!payment) return postAndPay(http);
  const administrator = await createVisitor(http, 1);
  const part = pick([undefined, 100, 2_000]);
  const partIds = payment.parts.slice(0, 1);
  await administrator('POST', `/api/admin/payments/${payment.id}/refunds`, {
    reason: 'By chance',
    endsLevel: pick([true, false]),
    ...(part && { amountCents: part }),
    ...(partIds.length > 0 && pick([true, false]) && { partIds }),
  });
}

async function cancelWhilePaying(http: Http) {
  const owner = await createOwner(http);
  const intent = await owner('POST', '/api/create-payment-intent', { plan: 'annual' });
  if (intent.statusCode !== 201) return;
  const { paymentId } = (await owner('GET', `/api/user/payment-intents/${intent.json().intentId}`)).json();
  await Promise.all([pay(intent), owner('POST', `/api/user/payments/${paymentId}/cancel`)]);
}

/** Pays by card; then the browser returns, or the webhook arrives, or both at once, or neither. */
async function payAndReturn(http: Http, owner: Send, intent: LightMyRequestResponse) {
  if (intent.statusCode !== 201) return;
  await pay(intent);
  const { intentId } = intent.json();
  const form = toFormData({ paymentIntent: intentId, isPremium: 'true' });
  const returnFromPayment = () => owner('POST', '/api/ads', form);
  const webhook = () => sendWebhook(http, intentId);
  await pick([
    returnFromPayment,
    webhook,
    () => Promise.all([returnFromPayment(), webhook(), returnFromPayment()]),
    async () => {},
  ])();
}

/** Does what Stripe's script on a page does, which is not part of the program. */
async function pay(intent: LightMyRequestResponse) {
  const { intentId, clientSecret } = intent.json();
  await fetch(`${env.STRIPE_API_BASE}/test/pay`, { method: 'POST', body: JSON.stringify({ intentId, clientSecret }) });
}

async function sendWebhook(http: Http, intentId: string) {
  const payload = JSON.stringify({
    id: `evt_${Math.floor(random() * 1e15)}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent' } },
  });
  const secret = env.STRIPE_WEBHOOK_SECRET as string;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await http.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
}

type Send = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<LightMyRequestResponse>;

async function createVisitor(http: Http, accountId: number): Promise<Send> {
  const { token } = await makeSession(db, accountId);
  const headers = { 'sec-fetch-site': 'same-origin' };
  return (method, url, payload) => http.inject({ method, url, payload, headers, cookies: { session: token } });
}

async function createOwner(http: Http): Promise<Send> {
  return createVisitor(http, (await makeAccount(db)).id);
}

async function createListing(http: Http) {
  const listing = await makeListing(db);
  return { id: listing.id, owner: await createVisitor(http, listing.owner_id as number) };
}

async function findOrCreateListing(http: Http) {
  const { rows } = await sql<{ id: number; owner_id: number }>`
    select id, owner_id from listings where status = 'active' order by random() limit 1`.execute(db);
  const [listing] = rows;
  return listing ? { id: listing.id, owner: await createVisitor(http, listing.owner_id) } : createListing(http);
}

function toFormData(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

// Prints, as JSON, the files under server/ in which a function runs while each request is answered. Node runs this file and the
// server as they are: Vitest's transform would add a function for every import.

import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { InjectOptions } from 'fastify';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { createApp } from '#server/site/app.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { TEST_CARDS, toCardDetails } from '#tests/support/payments.ts';

const ROOT = join(import.meta.dirname, '..');
const SERVER_URL = pathToFileURL(join(ROOT, 'server/')).href;
// After a transaction the queues look for new jobs for 1.5 s.
const QUEUES_IDLE_MS = 2000;

const env = readEnv();
const { db, close } = await openDatabase(env);
const mailer = { send: async () => {}, close: async () => {} };
// A city with listings.
await makeListing(db);
const { http } = await createApp({ env, db, mailer, web: await loadBuild(join(ROOT, 'dist')) });
const inject = http.inject.bind(http) as (options: InjectOptions) => Promise<{ statusCode: number; body: string }>;

const { token } = await makeSession(db, (await makeAccount(db)).id);
const headers = { 'sec-fetch-site': 'same-origin', cookie: `session=${token}` };
const get = (url: string) => inject({ url });
const post = (url: string, payload: object) => inject({ method: 'POST', url, headers, payload });

const paths = {
  // An invalidation by the listing may come between the two requests of one of them.
  page: intersection([await tracePage('irvine'), await tracePage('tustin'), await tracePage('orange')]),
  // On a busy machine the queue of emails may start on one of them before its response is complete.
  post: intersection([
    await trace(() => post('/api/ads', listingForm())),
    await trace(() => post('/api/ads', listingForm({ title: 'Another listing' }))),
    await trace(() => post('/api/ads', listingForm({ title: 'A third listing' }))),
    await trace(() => post('/api/ads', listingForm({ title: 'A fourth listing' }))),
    await trace(() => post('/api/ads', listingForm({ title: 'A fifth listing' }))),
  ]),
  webhook: intersection([
    await trace(await createWebhookRequest('A paid listing')),
    await trace(await createWebhookRequest('Another paid listing')),
    await trace(await createWebhookRequest('A third paid listing')),
  ]),
};
process.stdout.write(JSON.stringify(paths));
await http.close();
await close();

/** The page of a city, without the numbers beside its filters: they are a search, whose answer is cached by itself. */
async function tracePage(city: string) {
  await get(`/api/search/filters?place=${city}`);
  return trace(() => get(`/city/${city}`));
}

function intersection([first = [], ...others]: string[][]): string[] {
  return first.filter((file) => others.every((files) => files.includes(file)));
}

/** The files in which a function runs until the response is complete. */
async function trace(request: () => Promise<{ statusCode: number }>): Promise<string[]> {
  await delay(QUEUES_IDLE_MS);
  const profiler = new Session();
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true });
  const { statusCode } = await request();
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  profiler.disconnect();
  if (statusCode >= 300) throw new Error(`The request was answered with ${statusCode}`);
  return result
    .filter(({ url, functions }) => url.startsWith(SERVER_URL) && functions.some(({ ranges }) => ranges[0]?.count))
    .map(({ url }) => url.slice(SERVER_URL.length))
    .toSorted();
}

/** Pays for a draft. The event of the simulator that publishes it is not delivered: that is the request. */
async function createWebhookRequest(title: string): Promise<() => Promise<{ statusCode: number }>> {
  const draft = await post('/api/drafts', listingForm({ title }));
  const { ad } = JSON.parse(draft.body);
  const order = { plan: 'monthly', listingId: ad.id };
  const { intentId, clientSecret } = JSON.parse((await post('/api/create-payment-intent', order)).body);
  const { promise, resolve } = Promise.withResolvers<InjectOptions>();
  const deliver = async (event: InjectOptions) => {
    if (String(event.body).includes('payment_intent.succeeded')) resolve(event);
  };
  Object.assign(http, { inject: deliver });
  const card = toCardDetails(TEST_CARDS.success);
  await post(`/simulated-stripe/payment_intents/${intentId}/confirm`, { clientSecret, card });
  const event = await promise;
  return () => inject(event);
}

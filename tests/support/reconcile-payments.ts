import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { createPaymentDeps } from '#server/payments/payment-queue.ts';
import { reconcilePending } from '#server/payments/reconcile-pending.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { type Jobs, openJobs } from '#server/platform/jobs/jobs.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';

const log = { warn() {}, error() {} } as unknown as FastifyBaseLogger;
const imageCopies = { queue: async () => {}, replace: async () => {} };
const site = {
  name: 'SoCal Local',
  origin: 'http://localhost:3000',
  operator: 'SoCal Local Broadband',
  postalAddress: '',
  supportEmail: 'support@socal-local.example',
};

/** Reconciles all pending payments of a database, as the program does at its start and every five minutes. */
export async function reconcilePendingPayments(db: Kysely<DB>, env: Record<string, string>): Promise<void> {
  const jobs = await openJobs({ db, mailer: { send: async () => {}, close: async () => {} }, log });
  await reconcilePending(await openPaymentDeps(db, env, jobs));
  await jobs.close();
}

/** What the scheduled tasks of payments need, with the provider of an environment. */
export async function openPaymentDeps(db: Kysely<DB>, env: Record<string, string>, jobs: Jobs): Promise<PaymentDeps> {
  const { provider: cards } = openPaymentProvider(readEnv(env), db, async () => 200);
  const settings = { licenseRequired: false, listingsPerHour: 60 };
  return createPaymentDeps({ db, gazetteer: await openGazetteer(db), cards, imageCopies, jobs, site, log, settings });
}

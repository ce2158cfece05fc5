import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { readEnv } from '#server/env.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { openPaymentParts } from '#server/payments/later.ts';
import { sweep } from '#server/payments/sweep.ts';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { openPayments } from '#server/stripe/open.ts';

const log = { warn() {}, error() {} } as unknown as FastifyBaseLogger;
const site = { name: 'SoCal Local', origin: 'http://localhost:3000', supportEmail: 'support@socal-local.example' };

/** Sweeps the payments of a database as the program does at its start and every five minutes, to the end. */
export async function sweepPayments(db: Kysely<DB>, env: Record<string, string>): Promise<void> {
  const { payments: cards } = openPayments(readEnv(env), db, async () => {});
  const jobs = await openJobs({ db, mail: { send: async () => {}, close: async () => {} }, log });
  await sweep(await openPaymentParts({ db, gazetteer: await openGazetteer(db), cards, jobs, site, log }));
  await jobs.close();
}

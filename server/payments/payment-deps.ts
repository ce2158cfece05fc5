import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { SiteInfo } from '../accounts/emails.ts';
import type { DB } from '../db/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { PostingDeps } from '../listings/write/posting.ts';
import type { PaymentProvider } from '../stripe/payment-provider.ts';
import type { PaymentQueue } from './payment-queue.ts';

/** The dependencies of payments. */
export interface PaymentDeps extends PostingDeps {
  db: Kysely<DB>;
  cards: PaymentProvider;
  jobs: Jobs;
  queue: PaymentQueue;
  site: SiteInfo;
  log: FastifyBaseLogger;
}

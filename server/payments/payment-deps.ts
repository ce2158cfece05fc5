import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Site } from '#contract/site.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { PaymentProvider } from '#server/platform/stripe/payment-provider.ts';

/** The dependencies of payments. */
export interface PaymentDeps extends PostingDeps {
  db: Kysely<DB>;
  cards: PaymentProvider;
  jobs: Jobs;
  queue: PaymentQueue;
  site: SiteInfo & Pick<Site, 'operator' | 'postalAddress'>;
  log: FastifyBaseLogger;
}

/** Work that payments defer until after the response. It is queued in the transaction that causes it. */
export interface PaymentQueue {
  /** Settles a payment and submits its open refunds. */
  settle(trx: Transaction<DB>, intentId: string): Promise<void>;
  /** Invalidates the pages of a listing when its paid level ends, because its place in lists changes then. */
  invalidateAt(trx: Transaction<DB>, listingId: number, at: Date): Promise<void>;
}

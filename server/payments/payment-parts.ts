import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { LetterSite } from '../accounts/letters.ts';
import type { DB } from '../db/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { PostingParts } from '../listings/write/posting.ts';
import type { CardPayments } from '../stripe/card-payments.ts';
import type { Later } from './later.ts';

/** What payments work with. */
export interface PaymentParts extends PostingParts {
  db: Kysely<DB>;
  cards: CardPayments;
  jobs: Jobs;
  later: Later;
  site: LetterSite;
  log: FastifyBaseLogger;
}

import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import { change } from '../listings/write/write-and-invalidate.ts';
import type { PaymentParts } from './payment-parts.ts';
import { makeRefunds } from './refunds.ts';
import { settle } from './settlement.ts';

/** What payments leave for after the answer, in the transaction that makes it necessary. */
export interface Later {
  /** Settles a payment, and gives back what it is to give back. */
  settle(trx: Transaction<DB>, intentId: string): Promise<void>;
  /** Once a paid level has ended, lists that did not show the listing have to. */
  renewAt(trx: Transaction<DB>, listingId: number, at: Date): Promise<void>;
}

const DAY_SECONDS = 24 * 60 * 60;

const SETTLE_QUEUE = {
  name: 'settle',
  // 5 s, 10 s … 5 min: what is given up after half a day is the sweep's.
  retryLimit: 150,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 60,
  deleteAfterSeconds: DAY_SECONDS,
};
const RENEW_QUEUE = {
  name: 'renew-listing',
  retryLimit: 10,
  retryDelay: 5,
  // A year is the longest term, and terms follow one another.
  retentionSeconds: 3 * 365 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
};

/** Puts the parts of payments together, with the queues that they are worked by. */
export async function openPaymentParts(parts: Omit<PaymentParts, 'later'>): Promise<PaymentParts> {
  const { jobs, db } = parts;
  const settling = jobs.queue<{ intentId: string }>({
    queue: SETTLE_QUEUE,
    atOnce: 4,
    work: async ({ intentId }) => {
      const { payment } = await settle(whole, intentId);
      await makeRefunds(whole, payment.id);
    },
    // The provider tells of all that is paid to its account, which need not be ours.
    isHopeless: (error) => error instanceof NotFound,
    failed: 'a payment was not settled',
    logged: ({ intentId }) => ({ intent: intentId }),
  });
  const renewing = jobs.queue<{ listingId: number }>({
    queue: RENEW_QUEUE,
    atOnce: 20,
    work: ({ listingId }) => renewListing(db, listingId),
    failed: 'a listing whose paid level ended was not renewed',
    logged: ({ listingId }) => ({ listing: listingId }),
  });
  const whole: PaymentParts = {
    ...parts,
    later: {
      settle: async (trx, intentId) => (await settling).add(trx, [{ intentId }]),
      renewAt: async (trx, listingId, at) => (await renewing).add(trx, [{ listingId }], { at }),
    },
  };
  await Promise.all([settling, renewing]);
  return whole;
}

function renewListing(db: Kysely<DB>, id: number) {
  return db.transaction().execute((trx) => change(trx, sql`select * from listings where id = ${id}`));
}

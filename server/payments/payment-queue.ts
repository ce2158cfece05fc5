import { type Kysely, sql } from 'kysely';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import { submitRefunds } from '#server/payments/refunds/submit-refunds.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { updateLevel } from './redemption.ts';
import { settle } from './settlement.ts';

const DAY_SECONDS = 24 * 60 * 60;

const SETTLE_QUEUE = {
  name: 'settle',
  // Retries after 5 s, 10 s … 5 min for half a day; `reconcilePending` handles what is given up then.
  retryLimit: 150,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 60,
  deleteAfterSeconds: DAY_SECONDS,
};
const INVALIDATE_QUEUE = {
  name: 'invalidate-listing',
  retryLimit: 10,
  retryDelay: 5,
  // Longer than the longest term of a year, because terms can be bought ahead.
  retentionSeconds: 3 * 365 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
};

/** Completes the dependencies of payments with the queues, starts their workers, and applies the running mode to the listings. */
export async function createPaymentDeps(deps: Omit<PaymentDeps, 'queue'>): Promise<PaymentDeps> {
  const { jobs, db } = deps;
  const settleQueue = jobs.openQueue<{ intentId: string }>({
    queue: SETTLE_QUEUE,
    concurrency: 4,
    work: async ({ intentId }) => {
      const { payment } = await settle(paymentDeps, intentId);
      await submitRefunds(paymentDeps, payment.id);
    },
    // The provider also sends events of payments that other sites make to the same account.
    isPermanentFailure: (error) => error instanceof NotFound,
    failureMessage: 'a payment was not settled',
    toLogFields: ({ intentId }) => ({ intent: intentId }),
  });
  const invalidateQueue = jobs.openQueue<{ listingId: number }>({
    queue: INVALIDATE_QUEUE,
    formerName: 'renew-listing',
    concurrency: 20,
    runsInCopies: true,
    work: ({ listingId }) => invalidateListing(db, listingId),
    failureMessage: 'a listing whose paid level ended was not invalidated',
    toLogFields: ({ listingId }) => ({ listing: listingId }),
  });
  const paymentDeps: PaymentDeps = {
    ...deps,
    queue: {
      settle: async (trx, intentId) => (await settleQueue).add(trx, [{ intentId }]),
      invalidateAt: async (trx, listingId, at) => (await invalidateQueue).add(trx, [{ listingId }], { at }),
    },
  };
  await Promise.all([settleQueue, invalidateQueue]);
  await applyRunningMode(paymentDeps);
  return paymentDeps;
}

function invalidateListing(db: Kysely<DB>, id: number) {
  return db.transaction().execute((trx) => writeAndInvalidate(trx, sql`select * from listings where id = ${id}`));
}

const MODE_KEY = 'payment-mode';

/**
 * Gives every listing the level of its terms of the running mode, if the last start was in the other mode. Terms do not change, so
 * that a start in the former mode restores the levels. See docs/decisions/0051-payments-have-a-mode.md.
 */
function applyRunningMode(deps: Pick<PaymentDeps, 'db' | 'cards' | 'queue'>): Promise<void> {
  const { mode } = deps.cards;
  return deps.db.transaction().execute(async (trx) => {
    const { rows: changed } = await sql`
      insert into settings (key, value) values (${MODE_KEY}, to_jsonb(${mode}::text))
      on conflict (key) do update set value = excluded.value where settings.value <> excluded.value
      returning key`.execute(trx);
    if (changed.length === 0) return;
    const { rows: listings } = await sql<{ id: number }>`
      select distinct listing_id as id from terms where ended_at is null and ends_at > now() order by 1`.execute(trx);
    for (const { id } of listings) await updateLevel(trx, deps, id, mode);
  });
}

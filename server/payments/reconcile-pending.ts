import { sql } from 'kysely';
import { NotFound, Unavailable } from '../http/errors.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { submitRefunds } from './refunds.ts';
import { settle } from './settlement.ts';

// An intent that nobody paid for a day is called off: the page with its card form is long closed.
const ABANDONED_HOURS = 24;
const BATCH_SIZE = 500;
const EVENT_RETENTION_DAYS = 35;

/**
 * Goes on with whatever was cut off: asks the provider of the payments that are open, those first that it was not asked of
 * for longest, and for the refunds that were written down and not made. Done at the start and every five minutes, so that
 * nothing stays paid and unlisted, whatever broke on the way. One that fails is logged and left for the next time; while the
 * provider cannot be reached, so are all.
 * @param signal ends it early
 */
export async function reconcilePending(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  // Its intent was never written down, so nobody was given the secret that it is paid with.
  await sql`
    update payments set status = 'canceled'
    where status = 'open' and intent_id is null and created_at < now() - interval '1 hour'`.execute(db);
  const { rows: open } = await openPaymentsQuery.execute(db);
  const { rows: refunded } = await sql<{ id: number }>`
    select distinct payment_id as id from refunds where status = 'open' order by 1 limit ${BATCH_SIZE}`.execute(db);
  const all = [
    ...refunded.map(({ id }) => ({ id, work: () => submitRefunds(deps, id) })),
    ...open.map((payment) => ({ id: payment.id, work: () => settleOpenPayment(deps, payment) })),
  ];
  for (const { id, work } of all) {
    if (signal?.aborted) return;
    const error = await work().catch((failure) => failure);
    if (!(error instanceof Error)) continue;
    deps.log.error({ err: error.cause ?? error, payment: id }, 'a payment was not settled');
    if (error instanceof Unavailable) return;
  }
  await sql`delete from stripe_events where received_at < now() - make_interval(days => ${EVENT_RETENTION_DAYS})`.execute(
    db,
  );
}

interface OpenPayment {
  id: number;
  intentId: string;
  isAbandoned: boolean;
}

/** The payments to be asked of, which are noted as asked. Exported for the test that looks at its plan. */
export const openPaymentsQuery = sql<OpenPayment>`
  update payments set asked_at = now()
  where id in (
    select id from payments where status = 'open' and intent_id is not null
    order by asked_at limit ${sql.lit(BATCH_SIZE)} for update skip locked
  )
  returning id, intent_id as "intentId",
    created_at < now() - make_interval(hours => ${sql.lit(ABANDONED_HOURS)}) as "isAbandoned"`;

async function settleOpenPayment(deps: PaymentDeps, { id, intentId, isAbandoned }: OpenPayment): Promise<void> {
  try {
    const { payment } = await settle(deps, intentId);
    if (!isAbandoned || payment.status !== 'open') return;
    await deps.cards.cancelIntent(intentId);
    await settle(deps, intentId);
  } catch (error) {
    // The provider was another then, or has forgotten it.
    if (!(error instanceof NotFound && isAbandoned)) throw error;
    await sql`update payments set status = 'canceled' where id = ${id} and status = 'open'`.execute(deps.db);
  }
}

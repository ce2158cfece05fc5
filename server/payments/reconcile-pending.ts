import { sql } from 'kysely';
import { submitRefunds } from '#server/payments/refunds/submit-refunds.ts';
import { NotFound, Unavailable } from '#server/platform/http/errors.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { settle } from './settlement.ts';

// An intent that is unpaid for a day is canceled: the page with its card form is closed by then.
const ABANDONED_HOURS = 24;
const BATCH_SIZE = 500;
const EVENT_RETENTION_DAYS = 35;

/**
 * Completes what was interrupted in the running mode: settles open payments, the longest unchecked first, and submits recorded
 * refunds that were not made. It runs at the start and every five minutes, so that no payment stays without its listing. A
 * failure is logged and left for the next run; if the provider cannot be reached, so are all others.
 * @param signal stops it early
 */
export async function reconcilePending(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  // Without a stored intent nobody received the client secret that is needed to pay.
  await sql`
    update payments set status = 'canceled'
    where status = 'open' and intent_id is null and part_of is null and created_at < now() - interval '1 hour'`.execute(
    db,
  );
  const { rows: open } = await openPaymentsQuery(deps.cards.mode).execute(db);
  const { rows: refunded } = await sql<{ id: number }>`
    select distinct payment_id as id from refunds join payments on payments.id = payment_id
    where refunds.status = 'open' and mode = ${deps.cards.mode} order by 1 limit ${BATCH_SIZE}`.execute(db);
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

/** Selects the payments to check and updates the time of their check. Exported for the test of its query plan. */
export const openPaymentsQuery = (mode: PaymentMode) => sql<OpenPayment>`
  update payments set asked_at = now()
  where id in (
    select id from payments where status = 'open' and intent_id is not null and mode = ${mode}
    order by asked_at limit ${sql.lit(BATCH_SIZE)} for update skip locked
  )
  returning id, intent_id as "intentId",
    created_at < now() - make_interval(hours => ${sql.lit(ABANDONED_HOURS)})
      -- The card of a renewal is tried on several days, and its owner can pay by hand until the paid time ends.
      and not exists (select from auto_renewal_charges c where c.payment_id = payments.id and c.ends_at > now())
      as "isAbandoned"`;

async function settleOpenPayment(deps: PaymentDeps, { id, intentId, isAbandoned }: OpenPayment): Promise<void> {
  try {
    const { payment } = await settle(deps, intentId);
    if (!isAbandoned || payment.status !== 'open') return;
    await deps.cards.cancelIntent(intentId);
    await settle(deps, intentId);
  } catch (error) {
    // The intent belongs to another provider, or was deleted there.
    if (!(error instanceof NotFound && isAbandoned)) throw error;
    await sql`update payments set status = 'canceled' where id = ${id} and status = 'open'`.execute(deps.db);
  }
}

import { type Kysely, sql } from 'kysely';
import { reconcile } from '#server/payments/reconciliation.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { openPaymentProvider } from '#server/platform/stripe/open.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { reconcilePendingPayments } from '#tests/support/reconcile-payments.ts';

/**
 * Reconciles the payments of processes that were killed, as the program does, and finds violated invariants and differences from the
 * provider's state.
 * @param variables the environment of the processes
 */
export async function checkPayments(db: Kysely<DB>, variables: Record<string, string>) {
  await reconcilePendingPayments(db, variables);
  const { provider } = openPaymentProvider(readEnv(variables), db, async () => 200);
  const { differences, charges } = await reconcile(db, provider, new Date(0));
  // Nothing is hidden or deleted here, so every payment for a listing must have a term.
  const { rows: unlisted } = await sql<{ id: number }>`
    select p.id from payments p join listings l on l.id = p.listing_id
    where p.status = 'paid' and p.redeemed_at is null and p.returned_at is null`.execute(db);
  const broken = [
    ...(await findViolatedInvariants(db)),
    ...differences,
    ...unlisted.map(({ id }) => `payment ${id} is not listed`),
  ];
  return { broken, charges };
}

import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentRow } from './redemption.ts';

/** The payments that wait with a listing, the oldest first, locked in the order of settlements: accounts, then payments. */
export async function lockWaitingPayments(
  trx: Transaction<DB>,
  listing: { id: number; mode: PaymentMode },
): Promise<PaymentRow[]> {
  await sql`
    select from accounts where id = (select owner_id from listings where id = ${listing.id}) for key share`.execute(
    trx,
  );
  return waitingPaymentsQuery(trx, listing).forUpdate().execute();
}

/** Finds the payments of a listing that waits, without locks. */
export const findWaitingPayments = (trx: Transaction<DB>, listing: { id: number; mode: PaymentMode }) =>
  waitingPaymentsQuery(trx, listing).execute();

const waitingPaymentsQuery = (trx: Transaction<DB>, { id, mode }: { id: number; mode: PaymentMode }) =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('listing_id', '=', id)
    .where('mode', '=', mode)
    .where('status', '=', 'paid')
    .where('redeemed_at', 'is', null)
    .where('returned_at', 'is', null)
    .where('disputed_at', 'is', null)
    .orderBy('id');

/** Whether an unused payment waits with its listing, so that it is no credit. For queries with a table of payments. */
export const waitsWithListing = (payments: string) =>
  sql<boolean>`exists (select from listings l where l.id = ${sql.ref(`${payments}.listing_id`)} and l.status = 'waiting')`;

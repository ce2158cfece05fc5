import type { Transaction } from 'kysely';
import type { DB, Ledger } from '../db/schema.ts';

/** Money that came or went. `amountCents` is how much, whichever way. */
interface LedgerEntry {
  payment: { id: number };
  kind: Ledger['kind'];
  amountCents: number;
  /** US dollars, unless told. */
  currency?: string;
  /** The charge, refund or dispute at the provider: it is entered once. */
  providerId: string;
}

const INCOMING_KINDS: Ledger['kind'][] = ['charge', 'refund-failed', 'dispute-won'];

/**
 * Enters what the provider took or gave back. Rows are never changed; the same one again is left out.
 * @returns whether it was new
 */
export async function addLedgerEntry(
  trx: Transaction<DB>,
  { payment, kind, amountCents, currency, providerId }: LedgerEntry,
): Promise<boolean> {
  const row = await trx
    .insertInto('ledger')
    .values({
      payment_id: payment.id,
      kind,
      amount_cents: INCOMING_KINDS.includes(kind) ? amountCents : -amountCents,
      currency,
      provider_id: providerId,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

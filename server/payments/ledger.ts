import type { Transaction } from 'kysely';
import type { DB, Ledger } from '#server/platform/db/schema.ts';

/** Money received or returned. `amountCents` is positive in both directions. */
interface LedgerEntry {
  payment: { id: number };
  kind: Ledger['kind'];
  amountCents: number;
  /** `usd` by default. */
  currency?: string;
  /** The id of the charge, refund or dispute at the provider, unique for each kind. */
  providerId: string;
}

const INCOMING_KINDS: Ledger['kind'][] = ['charge', 'refund-failed', 'dispute-won'];

/**
 * Adds an entry to the ledger. Entries are never changed; a repeated one is ignored.
 * @returns whether the entry is new
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

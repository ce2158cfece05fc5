import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { AutoRenewals, DB, Payments } from '#server/platform/db/schema.ts';

type EndReason = NonNullable<AutoRenewals['end_reason']>;

/** A renewal with what its emails and charges need. */
export interface RenewalRow {
  id: number;
  payment_id: number;
  account_id: number;
  listing_id: number;
}

/** Ends renewals. What was charged stays as it is. @returns those that were running */
export async function endAutoRenewals(
  trx: Kysely<DB>,
  where: RawBuilder<unknown>,
  reason: EndReason,
): Promise<RenewalRow[]> {
  const { rows } = await sql<RenewalRow>`
    update auto_renewals set ended_at = now(), end_reason = ${reason} where ended_at is null and (${where})
    returning id, payment_id, account_id, listing_id`.execute(trx);
  return rows;
}

/** Ends the renewals of Enhanced of a listing that is Premium now: its owner agreed to pay for another plan. */
export async function endLowerRenewals(
  trx: Kysely<DB>,
  listingId: number,
  { level, mode }: Pick<Selectable<Payments>, 'level' | 'mode'>,
): Promise<void> {
  if (level !== 'premium') return;
  const isEnhanced = sql`payment_id in (select payment_id from auto_renewal_consents where plan = 'enhanced')`;
  await endAutoRenewals(trx, sql`listing_id = ${listingId} and mode = ${mode} and ${isEnhanced}`, 'replaced');
}

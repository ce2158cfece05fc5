import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { LicenseRules } from '#server/licenses/required-license.ts';
import { endAutoRenewals } from '#server/payments/auto-renewals/end.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { type PaymentRow, redeem, revokeTerm } from '#server/payments/redemption.ts';
import type { DB } from '#server/platform/db/schema.ts';

// A payment for several listings has a part for each: a row of `payments` that is redeemed, waits, becomes a credit and is returned as a
// payment for one listing is. The money, its receipt and its invoice are the payment's.
// See docs/decisions/0163-one-payment-for-several-listings.md.

/** What became of a listing when it was paid for; null for a credit. */
export type Redeemed = Awaited<ReturnType<typeof redeem>>;

/** Matches the rows that hold the terms of a payment: its parts, or itself without any. */
const holdsTerm = (paymentId: number) => sql<boolean>`(part_of = ${paymentId} or (id = ${paymentId} and quantity = 1))`;

/**
 * Gives every listing of a payment its term, as `redeem` does: one that cannot be paid for any more keeps none of the others from it.
 * @param payment locked by the caller
 * @returns the listings, in the order in which they are locked
 */
export async function redeemAll(
  trx: Transaction<DB>,
  deps: Pick<PaymentDeps, 'queue'> & LicenseRules,
  payment: PaymentRow,
): Promise<{ part: PaymentRow; listing: Redeemed }[]> {
  const parts =
    payment.quantity === 1
      ? [payment]
      : await trx
          .selectFrom('payments')
          .selectAll()
          .where('part_of', '=', payment.id)
          .orderBy('listing_id')
          .forUpdate()
          .execute();
  const redeemed: { part: PaymentRow; listing: Redeemed }[] = [];
  for (const part of parts) redeemed.push({ part, listing: await redeem(trx, deps, part) });
  return redeemed;
}

/**
 * Records that the money of a payment goes back, or that of some of its parts: what is a credit is none any more.
 * @param paymentId locked by the caller
 * @param partIds null for the whole payment
 */
export async function markReturned(
  trx: Transaction<DB>,
  paymentId: number,
  partIds: number[] | null,
): Promise<Pick<PaymentRow, 'id' | 'listing_id' | 'mode'>[]> {
  const { rows } = await sql<Pick<PaymentRow, 'id' | 'listing_id' | 'mode'>>`
    with returned as (
      update payments set returned_at = coalesce(returned_at, now())
      where ${holdsTerm(paymentId)} and (${partIds}::bigint[] is null or id = any(${partIds}::bigint[]))
      returning id, listing_id, mode
    )
    select * from returned order by listing_id`.execute(trx);
  await followParts(trx, paymentId);
  return rows;
}

/** Ends the terms of a payment whose money was returned, or of some of its parts. */
export async function reverse(
  trx: Transaction<DB>,
  deps: Pick<PaymentDeps, 'queue'>,
  paymentId: number,
  partIds: number[] | null,
): Promise<void> {
  for (const part of await markReturned(trx, paymentId, partIds)) {
    await revokeTerm(trx, deps, part);
    // Who got the money back is not charged again.
    await endAutoRenewals(
      trx,
      sql`payment_id = ${part.id} or id in (select auto_renewal_id from auto_renewal_charges where payment_id = ${part.id})`,
      'refunded',
    );
  }
}

/** What was returned counts again once no refund and no dispute revokes it. */
export async function countAgain(trx: Transaction<DB>, paymentId: number): Promise<void> {
  const isRevokedBy = (status: RawBuilder<unknown>) => sql`exists (select from refunds r
    where r.payment_id = ${paymentId} and r.ends_level and r.status ${status} and (r.part_ids is null or payments.id = any(r.part_ids)))`;
  await sql`
    update payments set returned_at = null where ${holdsTerm(paymentId)} and disputed_at is null
      and ${isRevokedBy(sql`= 'failed'`)} and not ${isRevokedBy(sql`<> 'failed'`)}`.execute(trx);
  await followParts(trx, paymentId);
}

/** A payment with parts is returned when all of them are. */
const followParts = (trx: Transaction<DB>, paymentId: number) =>
  sql`
    update payments p set returned_at = (
      select case when count(*) = count(returned_at) then max(returned_at) end from payments part where part.part_of = p.id)
    where p.id = ${paymentId} and p.quantity > 1`.execute(trx);

/** The listings that a payment is for; null where one is deleted, or a credit. */
export async function findListings(
  db: Kysely<DB>,
  { id, quantity, listing_id }: Pick<PaymentRow, 'id' | 'quantity' | 'listing_id'>,
): Promise<(number | null)[]> {
  if (quantity === 1) return [listing_id];
  const parts = await db.selectFrom('payments').select('listing_id').where('part_of', '=', id).execute();
  return parts.map((part) => part.listing_id);
}

/** The parts of a payment that were not returned, with their amounts. */
export const findLeftParts = (db: Kysely<DB>, paymentId: number, partIds: number[]) =>
  db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'listing_id'])
    .where('part_of', '=', paymentId)
    .where('id', 'in', partIds)
    .where('returned_at', 'is', null)
    .execute();

/** An amount in equal parts of whole cents: the first ones have what is left over. */
export function splitCents(cents: number, count: number): number[] {
  const least = Math.floor(cents / count);
  return Array.from({ length: count }, (_, index) => least + (index < cents % count ? 1 : 0));
}

import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { isHeld, isTaken } from './taken-uses.ts';
import type { UsableCoupon } from './usable-coupon.ts';

/** Reserves a use for a new payment, in the transaction that has the coupon from `findUsableCoupon`. */
export async function reserveCoupon(
  trx: Transaction<DB>,
  { id, isReserved, isFull }: UsableCoupon,
  payment: { payment_id: number; account_id: number; mode: PaymentMode },
): Promise<void> {
  if (isReserved)
    throw new Conflict(t('You’re already paying with this code somewhere else. Please try again in a moment.'));
  if (isFull) throw new Conflict(t('Somebody is still paying with this code. Please try again in a moment.'));
  await trx
    .insertInto('coupon_uses')
    .values({ coupon_id: id, ...payment, reserved_at: sql`now()` })
    .execute();
}

/**
 * Reserves the use of an open payment anew if it is not held any more, in the transaction that has the coupon from `findUsableCoupon`.
 * One that is held is not held longer, so that nobody keeps it without paying.
 */
export async function renewReservation(trx: Transaction<DB>, paymentId: number): Promise<void> {
  await sql`update coupon_uses u set reserved_at = now() where u.payment_id = ${paymentId} and not ${isHeld}`.execute(
    trx,
  );
}

/**
 * Takes the use back that a payment gave up when it was canceled, because it was paid all the same.
 * @param payment locked by the caller
 * @returns false when others have them all
 */
export async function reclaimCoupon(trx: Transaction<DB>, payment: { id: number; account_id: number | null }) {
  const use = await trx
    .selectFrom('coupon_uses')
    .innerJoin('coupons', 'coupons.id', 'coupon_id')
    .select(['coupon_id', 'max_uses', 'mode'])
    .where('payment_id', '=', payment.id)
    .where('released_at', 'is not', null)
    .forNoKeyUpdate('coupons')
    .executeTakeFirst();
  if (!use) return true;
  const { numUpdatedRows } = await trx
    .updateTable('coupon_uses')
    .set({ released_at: null })
    .where('payment_id', '=', payment.id)
    .where(
      sql<boolean>`${use.max_uses} > (select count(*) from coupon_uses u join payments p on p.id = u.payment_id
        where u.coupon_id = ${use.coupon_id} and u.mode = ${use.mode} and u.released_at is null and ${isTaken})`,
    )
    .where(
      sql<boolean>`not exists (select from coupon_uses u where u.coupon_id = ${use.coupon_id} and u.mode = ${use.mode}
        and u.account_id = ${payment.account_id} and u.released_at is null)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

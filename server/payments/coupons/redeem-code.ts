import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { UNKNOWN_CODE } from '#contract/plans/coupons.ts';
import type { DB } from '../../db/schema.ts';
import { Conflict, Invalid } from '../../http/errors.ts';
import { consumeRateLimit, refundRateLimit } from '../../http/rate-limit.ts';
import type { PaymentMode } from '../../stripe/payment-provider.ts';
import type { UsableCoupon } from './usable-coupon.ts';

// Of unknown codes only: whoever has a code may compare plans.
const ACCOUNT_RATE_LIMIT = { limit: 10, windowSeconds: 60 * 60 };
const ADDRESS_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };

/** Who types a code. */
interface CodeEntry {
  accountId: number;
  /** As rate limits count it. */
  address: string;
  code: string;
}

/**
 * The id of the coupon with a code. Unknown codes are limited, so that no code is found by trying.
 * @throws {Invalid} for an unknown code
 * @throws {TooManyRequests} after 10 unknown codes of an account in an hour, or 30 from an address
 */
export async function findCouponId(db: Kysely<DB>, { accountId, address, code }: CodeEntry): Promise<number> {
  const keys = [`coupon:${accountId}`, `coupon-address:${address}`] as const;
  // Counted first, so that simultaneous requests do not pass the limit together.
  await consumeRateLimit(db, keys[0], ACCOUNT_RATE_LIMIT);
  await consumeRateLimit(db, keys[1], ADDRESS_RATE_LIMIT);
  const coupon = await db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst();
  if (!coupon) throw new Invalid(UNKNOWN_CODE, [{ path: 'code', message: UNKNOWN_CODE }]);
  for (const key of keys) await refundRateLimit(db, key);
  return coupon.id;
}

/** Reserves a use for a new payment, in the transaction that has the coupon from `findUsableCoupon`. */
export async function reserveCoupon(
  trx: Transaction<DB>,
  { id, isReserved }: UsableCoupon,
  payment: { payment_id: number; account_id: number; mode: PaymentMode },
): Promise<void> {
  if (isReserved)
    throw new Conflict(t('You’re already paying with this code somewhere else. Please try again in a moment.'));
  await trx
    .insertInto('coupon_uses')
    .values({ coupon_id: id, ...payment })
    .execute();
}

/**
 * Takes the use back that a payment gave up when it was canceled, because it was paid all the same.
 * @param payment locked by the caller
 * @returns false when another payment has it
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
      sql<boolean>`${use.max_uses} > (select count(*) from coupon_uses u where u.coupon_id = ${use.coupon_id}
        and u.mode = ${use.mode} and u.released_at is null)`,
    )
    .where(
      sql<boolean>`not exists (select from coupon_uses u where u.coupon_id = ${use.coupon_id} and u.mode = ${use.mode}
        and u.account_id = ${payment.account_id} and u.released_at is null)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

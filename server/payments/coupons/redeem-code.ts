import type { Kysely } from 'kysely';
import { UNKNOWN_CODE } from '#contract/plans/coupons.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { consumeRateLimit, refundRateLimit } from '#server/platform/http/rate-limit.ts';

// Of unknown codes only: whoever has a code may compare plans.
const ACCOUNT_RATE_LIMIT = { limit: 10, windowSeconds: 60 * 60 };
const ADDRESS_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };

interface CodeEntry {
  accountId: number;
  /** The network address, as rate limits count it. */
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

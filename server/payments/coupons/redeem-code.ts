import { type Kysely, sql, type Transaction } from 'kysely';
import { toLocale } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { MIN_CHARGE_CENTS, UNKNOWN_CODE } from '#contract/plans/coupons.ts';
import { formatDollarsAndCents, type PaidPlanId, PLANS } from '#contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import { Conflict, Invalid } from '../../http/errors.ts';
import { consumeRateLimit, refundRateLimit } from '../../http/rate-limit.ts';
import { getLanguage } from '../../http/request-language.ts';
import type { PaymentMode } from '../../stripe/payment-provider.ts';
import { type DiscountTerms, toDiscountCents } from './discount.ts';

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

/** A coupon that an order can use. */
export interface UsableCoupon {
  id: number;
  code: string;
  discountCents: number;
  /** Whether the account has an open payment with it, which is this order's or must be canceled first. */
  isReserved: boolean;
}

/**
 * A coupon for an order. Inside a transaction it stays locked, so that two payments do not take its last use.
 * @throws {Conflict} with the reason why it cannot be used
 */
export async function findUsableCoupon(
  db: Kysely<DB> | Transaction<DB>,
  mode: PaymentMode,
  {
    couponId,
    accountId,
    plan,
    priceCents,
  }: { couponId: number; accountId: number; plan: PaidPlanId; priceCents: number },
): Promise<UsableCoupon> {
  const { rows: found } = await sql<CouponRow>`
    select id, code, percent_off, amount_off_cents, plans, max_uses, first_day > today as "isComing",
      ended_at is not null or last_day < today as "isEnded", first_day::text as "firstDay"
    from coupons, (select (now() at time zone 'America/Los_Angeles')::date as today) as clock
    where id = ${couponId} for no key update of coupons`.execute(db);
  const coupon = found[0] as CouponRow;
  const { rows: counted } = await sql<UseCounts>`
    select count(*) filter (where u.account_id = ${accountId} and p.status = 'paid')::int as "ownPaid",
      count(*) filter (where u.account_id = ${accountId} and p.status <> 'paid')::int as "ownOpen",
      count(*) filter (where u.account_id is distinct from ${accountId})::int as others
    from coupon_uses u join payments p on p.id = u.payment_id
    where u.coupon_id = ${couponId} and u.mode = ${mode} and u.released_at is null`.execute(db);
  const { ownPaid, ownOpen, others } = counted[0] as UseCounts;
  const discountCents = toDiscountCents(priceCents, coupon);
  const refusal = findRefusal();
  if (refusal !== null) throw new Conflict(refusal, [{ path: 'code', message: refusal }]);
  return { id: coupon.id, code: coupon.code, discountCents, isReserved: ownOpen > 0 };

  function findRefusal(): string | null {
    if (coupon.isComing) return t('This code starts on {day}.', { day: formatDay(coupon.firstDay) });
    if (coupon.isEnded) return t('This code has ended.');
    if (ownPaid > 0) return t('You’ve already used this code.');
    if (others >= coupon.max_uses) return t('This code has been used up.');
    const name = translateDefined(PLANS[plan].name);
    if (!coupon.plans.includes(plan)) return t('This code isn’t for {plan}.', { plan: name });
    if (priceCents - discountCents < MIN_CHARGE_CENTS)
      return t('This code takes too much off {plan}: less than {amount} would be left to pay.', {
        plan: name,
        amount: formatDollarsAndCents(MIN_CHARGE_CENTS),
      });
    return null;
  }
}

/** 'March 8, 2026' for '2026-03-08'. */
const formatDay = (day: string) =>
  new Date(day).toLocaleDateString(toLocale(getLanguage()), { dateStyle: 'long', timeZone: 'UTC' });

interface CouponRow extends DiscountTerms {
  id: number;
  code: string;
  plans: string[];
  max_uses: number;
  isComing: boolean;
  isEnded: boolean;
  firstDay: string;
}

interface UseCounts {
  ownPaid: number;
  ownOpen: number;
  others: number;
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

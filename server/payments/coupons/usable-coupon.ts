import { type Kysely, sql, type Transaction } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { MIN_CHARGE_CENTS } from '#contract/plans/coupons.ts';
import { formatDollarsAndCents, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { roleOfAccount } from '#server/platform/http/staff-role.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { type DiscountTerms, toDiscountCents } from './discount.ts';
import { isTaken } from './taken-uses.ts';

/** A coupon that an order can use. */
export interface UsableCoupon {
  id: number;
  code: string;
  discountCents: number;
  /** Whether the account has an open payment with it, which is this order's or must be canceled first. */
  isReserved: boolean;
  /** Whether others could use it up: with payments whose reservation has lapsed, and that must be canceled first. */
  isFull: boolean;
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
      -- The same person with another account.
      count(*) filter (where u.account_id in (
        select other.id from accounts own join accounts other on other.mailbox = own.mailbox and other.id <> own.id
        where own.id = ${accountId}))::int as siblings,
      count(*) filter (where u.account_id is distinct from ${accountId} and ${isTaken})::int as others,
      count(*) filter (where u.account_id is distinct from ${accountId})::int as "withLapsed",
      (select email_confirmed_at is not null from accounts where id = ${accountId}) as "isConfirmed",
      ${roleOfAccount(accountId)} as role
    from coupon_uses u join payments p on p.id = u.payment_id
    where u.coupon_id = ${couponId} and u.mode = ${mode} and u.released_at is null`.execute(db);
  const { ownPaid, ownOpen, siblings, others, withLapsed, isConfirmed, role } = counted[0] as UseCounts;
  const discountCents = toDiscountCents(priceCents, coupon);
  const refusal = findRefusal();
  if (refusal !== null) throw new Conflict(refusal, [{ path: 'code', message: refusal }]);
  return {
    id: coupon.id,
    code: coupon.code,
    discountCents,
    isReserved: ownOpen > 0,
    isFull: withLapsed >= coupon.max_uses,
  };

  function findRefusal(): string | null {
    if (hasPermission(role, 'payments')) return t('Who can make codes can’t use them.');
    if (!isConfirmed) return t('Confirm your email address in your account first, then use this code.');
    if (coupon.isComing) return t('This code starts on {day}.', { day: formatDay(coupon.firstDay) });
    if (coupon.isEnded) return t('This code has ended.');
    if (ownPaid > 0 || siblings > 0) return t('You’ve already used this code.');
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
  role: Role | null;
  ownPaid: number;
  ownOpen: number;
  siblings: number;
  others: number;
  withLapsed: number;
  isConfirmed: boolean;
}

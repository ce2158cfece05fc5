import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { Coupon, CouponEdit, CouponForm } from '#contract/plans/coupons.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { type CouponTerms, checkTerms, toColumns } from './coupon-terms.ts';
import { findCoupon } from './list-coupons.ts';
import { recordCouponEvent } from './record-coupon.ts';

/**
 * Creates a coupon.
 * @param by the account of the staff
 * @returns its id
 * @throws {Invalid} for a last day that is over, or too little left to pay for a plan
 * @throws {Conflict} for a code that exists
 */
export function createCoupon(db: Kysely<DB>, { reason, ...terms }: CouponForm, by: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await checkTerms(trx, terms);
    const created = await trx
      .insertInto('coupons')
      .values(toColumns(terms))
      .onConflict((known) => known.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) throw codeTaken();
    await recordCouponEvent(trx, 'coupon-created', {
      id: created.id,
      code: terms.code,
      reason,
      by,
      after: toFacts(terms),
    });
    return created.id;
  });
}

/**
 * Changes a coupon with which nobody has started to pay yet.
 * @throws {NotFound} {Invalid} {Conflict} when it was changed since `version`, used or ended, or the code exists
 */
export function changeCoupon(
  db: Kysely<DB>,
  id: number,
  { reason, version, ...terms }: CouponEdit,
  by: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const former = await lockCoupon(trx, id, version);
    const isUsed = await trx
      .selectFrom('coupon_uses')
      .select('payment_id')
      .where('coupon_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (isUsed) throw new Conflict(t('Somebody has used this coupon, so it can only be ended.'));
    await checkTerms(trx, terms);
    const taken = await trx
      .selectFrom('coupons')
      .select('id')
      .where('code', '=', terms.code)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (taken) throw codeTaken();
    await trx
      .updateTable('coupons')
      .set({ ...toColumns(terms), version: version + 1 })
      .where('id', '=', id)
      .execute();
    const facts = { before: toFacts(former), after: toFacts(terms) };
    await recordCouponEvent(trx, 'coupon-changed', { id, code: terms.code, reason, by, ...facts });
  });
}

/** Ends a coupon now. Payments that are open with it keep their price. @throws {NotFound} {Conflict} */
export function endCoupon(
  db: Kysely<DB>,
  id: number,
  { reason, version, by }: { reason: string; version: number; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { code } = await lockCoupon(trx, id, version);
    await trx
      .updateTable('coupons')
      .set({ ended_at: sql<Date>`now()`, version: version + 1 })
      .where('id', '=', id)
      .execute();
    const facts = { before: { status: 'open' }, after: { status: 'ended' } };
    await recordCouponEvent(trx, 'coupon-ended', { id, code, reason, by, ...facts });
  });
}

function codeTaken(): Conflict {
  const message = t('There is a coupon with this code already');
  return new Conflict(message, [{ path: 'code', message }]);
}

/** @throws {NotFound} {Conflict} when it was changed since `version`, or has ended */
async function lockCoupon(trx: Transaction<DB>, id: number, version: number): Promise<Coupon> {
  await trx.selectFrom('coupons').select('id').where('id', '=', id).forUpdate().execute();
  const coupon = await findCoupon(trx, 'live', id);
  if (!coupon) throw new NotFound(t('Coupon not found.'));
  if (coupon.endedAt !== null) throw new Conflict(t('This coupon has ended.'));
  if (coupon.version !== version)
    throw new Conflict(t('Someone else changed this coupon while you had it open. Reload to see it.'));
  return coupon;
}

const toFacts = ({ percentOff, amountOffCents, plans, firstDay, lastDay, maxUses }: CouponTerms) => ({
  percentOff,
  amountOffCents,
  plans: plans.join(' '),
  firstDay,
  lastDay,
  maxUses,
});

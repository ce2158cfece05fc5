import { type Kysely, sql } from 'kysely';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import type { AdminPlan, AdminPlanPrice, PriceOrder } from '#contract/plans/plan-prices.ts';
import { PAID_PLANS, type PaidPlanId, PLANS } from '#contract/plans.ts';
import { recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB } from '../../db/schema.ts';
import { Conflict, Invalid, NotFound } from '../../http/errors.ts';
import { invalidate } from '../../page-cache/invalidate.ts';
import { PLANS_KEY } from './offers.ts';

const MAX_FORMER = 10;

/** Every plan with the price that holds, the coming ones and the last former ones. Withdrawn prices never held and are left out. */
export async function listPlanPrices(db: Kysely<DB>): Promise<AdminPlan[]> {
  const { rows } = await sql<PriceRow>`
    select id, plan, price_cents, holds_from, reason, holds_from > now() as "isComing" from plan_prices
    where withdrawn_at is null order by holds_from desc, id desc`.execute(db);
  return PAID_PLANS.map(({ id, name, months }) => {
    const prices = rows.filter(({ plan }) => plan === id);
    const [current = null, ...former] = prices.filter(({ isComing }) => !isComing).map(toPrice);
    const coming = prices.filter(({ isComing }) => isComing).map(toPrice);
    return {
      id,
      name: translateDefined(name),
      months,
      current,
      coming: coming.reverse(),
      former: former.slice(0, MAX_FORMER),
    };
  });
}

/**
 * Sets the price of a plan from the first moment of a day in Los Angeles, by default from now; without a price the plan is not sold from then on. What was bought
 * before keeps its price.
 * @param by the administrator's account
 * @throws {Invalid} for a day that has begun
 * @throws {Conflict} for a second change of the plan at the same time
 */
export function schedulePrice(
  db: Kysely<DB>,
  { plan, priceCents, holdsFrom, reason, by }: PriceOrder & { plan: PaidPlanId; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // One change of prices at a time, so that two administrators do not plan the same moment.
    await sql`select pg_advisory_xact_lock(hashtext('plan-prices'))`.execute(trx);
    const at =
      holdsFrom === undefined
        ? sql<Date>`now()`
        : sql<Date>`(${holdsFrom}::date::timestamp at time zone 'America/Los_Angeles')`;
    const { rows } = await sql<{ isPast: boolean; isTaken: boolean }>`
      select ${at} < now() as "isPast", exists (select from plan_prices
        where plan = ${plan} and holds_from = (${at})::timestamptz(3) and withdrawn_at is null) as "isTaken"`.execute(
      trx,
    );
    if (rows[0]?.isPast) throw new Invalid(PAST, [{ path: 'holdsFrom', message: PAST }]);
    if (rows[0]?.isTaken) throw new Conflict(t('This plan already has a price from that moment. Withdraw it first.'));
    await trx
      .insertInto('plan_prices')
      .values({ plan, price_cents: priceCents, months: PLANS[plan].months, holds_from: at, reason, created_by: by })
      .execute();
    await recordPriceEvent(trx, 'price-scheduled', { by, reason: `${toLabel(plan, priceCents)}: ${reason}` });
    await invalidate(trx, [PLANS_KEY]);
  });
}

/**
 * Withdraws a price that does not hold yet.
 * @throws {NotFound} for an unknown one
 * @throws {Conflict} for one that holds, or was withdrawn
 */
export function withdrawPrice(
  db: Kysely<DB>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<PriceRow>`
      update plan_prices set withdrawn_at = now(), withdrawn_by = ${by}
      where id = ${id} and holds_from > now() and withdrawn_at is null returning plan, price_cents`.execute(trx);
    const [price] = rows;
    if (!price) {
      const known = await trx.selectFrom('plan_prices').select('id').where('id', '=', id).executeTakeFirst();
      throw known
        ? new Conflict(t('Only a price that doesn’t hold yet can be withdrawn.'))
        : new NotFound(t('Price not found.'));
    }
    await recordPriceEvent(trx, 'price-withdrawn', {
      by,
      reason: `${toLabel(price.plan, price.price_cents)}: ${reason}`,
    });
    await invalidate(trx, [PLANS_KEY]);
  });
}

const PAST = defineMessage('Choose a day after today, or no day for a change right now');

const MAX_REASON_LENGTH = 1000;

const recordPriceEvent = (
  trx: Kysely<DB>,
  kind: 'price-scheduled' | 'price-withdrawn',
  { by, reason }: { by: number; reason: string },
) =>
  recordAuditEvent(trx, {
    kind,
    accountId: null,
    username: null,
    actorId: by,
    reason: reason.slice(0, MAX_REASON_LENGTH).toWellFormed(),
  });

const toLabel = (plan: PaidPlanId, priceCents: number | null) =>
  `${PLANS[plan].name} ${priceCents === null ? 'off sale' : `$${(priceCents / 100).toFixed(2)}`}`;

interface PriceRow {
  id: number;
  plan: PaidPlanId;
  price_cents: number | null;
  holds_from: Date;
  reason: string;
  isComing: boolean;
}

const toPrice = ({ id, price_cents, holds_from, reason }: PriceRow): AdminPlanPrice => ({
  id,
  priceCents: price_cents,
  holdsFrom: holds_from.toISOString(),
  reason,
});

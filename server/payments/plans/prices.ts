import { type Kysely, type RawBuilder, sql } from 'kysely';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import type { AdminPlan, AdminPlanPrice, PriceOrder } from '#contract/plans/plan-prices.ts';
import { PAID_PLANS, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
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
    const former = await findPriceAt(trx, plan, at);
    if (rows[0]?.isTaken) throw new Conflict(t('This plan already has a price from that moment. Withdraw it first.'));
    const { holds_from } = await trx
      .insertInto('plan_prices')
      .values({ plan, price_cents: priceCents, months: PLANS[plan].months, holds_from: at, reason, created_by: by })
      .returning('holds_from')
      .executeTakeFirstOrThrow();
    const after = { plan, priceCents, holdsFrom: holds_from.toISOString() };
    await recordPriceEvent(trx, 'price-scheduled', { by, reason, before: { plan, priceCents: former }, after });
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
      where id = ${id} and holds_from > now() and withdrawn_at is null returning plan, price_cents, holds_from`.execute(
      trx,
    );
    const [price] = rows;
    if (!price) {
      const known = await trx.selectFrom('plan_prices').select('id').where('id', '=', id).executeTakeFirst();
      throw known
        ? new Conflict(t('Only a price that doesn’t hold yet can be withdrawn.'))
        : new NotFound(t('Price not found.'));
    }
    const { plan, price_cents, holds_from } = price;
    const holdsFrom = holds_from.toISOString();
    await recordPriceEvent(trx, 'price-withdrawn', {
      by,
      reason,
      before: { plan, priceCents: price_cents, holdsFrom },
      after: { plan, priceCents: await findPriceAt(trx, plan, sql`${holds_from}`), holdsFrom },
    });
    await invalidate(trx, [PLANS_KEY]);
  });
}

const PAST = defineMessage('Choose a day after today, or no day for a change right now');

/** The price that holds at a time; null while the plan is not sold. */
async function findPriceAt(trx: Kysely<DB>, plan: PaidPlanId, at: RawBuilder<Date>): Promise<number | null> {
  const { rows } = await sql<{ price_cents: number | null }>`
    select price_cents from plan_prices where plan = ${plan} and holds_from <= ${at} and withdrawn_at is null
    order by holds_from desc, id desc limit 1`.execute(trx);
  return rows[0]?.price_cents ?? null;
}

const recordPriceEvent = (
  trx: Kysely<DB>,
  kind: 'price-scheduled' | 'price-withdrawn',
  { by, ...event }: { by: number } & Required<Pick<AuditEvent, 'reason' | 'before' | 'after'>>,
) => recordAuditEvent(trx, { kind, accountId: null, username: null, actorId: by, ...event });

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

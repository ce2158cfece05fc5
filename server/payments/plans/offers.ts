import { type Kysely, sql } from 'kysely';
import { translateDefined } from '#contract/i18n/t.ts';
import { PAID_PLANS, type PaidPlanId, type PlanOffer } from '#contract/plans/plans.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The surrogate key of everything that shows a price. */
export const PLANS_KEY = 'plans';

/**
 * The plans that are on sale, with the prices that hold at the start of the transaction or statement.
 * See docs/decisions/0106-prices-are-data.md.
 */
export async function listOffers(db: Kysely<DB>): Promise<PlanOffer[]> {
  const { rows } = await sql<{ plan: PaidPlanId; priceCents: number | null; months: number }>`
    select distinct on (plan) plan, price_cents as "priceCents", months from plan_prices
    where holds_from <= now() and withdrawn_at is null
    order by plan, holds_from desc, id desc`.execute(db);
  const prices = new Map(rows.map((row) => [row.plan, row]));
  const offers = PAID_PLANS.flatMap(({ id, name, level }) => {
    const price = prices.get(id);
    return price && price.priceCents !== null
      ? [{ id, name: translateDefined(name), level, months: price.months, priceCents: price.priceCents }]
      : [];
  });
  return offers.map((offer) => ({ ...offer, discountPercent: toDiscountPercent(offer, offers) }));
}

/** A plan with its price now, and what its months would cost one by one; undefined while it is not sold. */
export async function findOffer(
  db: Kysely<DB>,
  plan: PaidPlanId,
): Promise<(PlanOffer & { listCents: number | null }) | undefined> {
  const offers = await listOffers(db);
  const offer = offers.find(({ id }) => id === plan);
  return offer && { ...offer, listCents: toListCents(offer, findMonth(offer, offers)?.priceCents) };
}

/** What the months of a term cost one by one; null if the term costs no less, or single months are not sold. */
export const toListCents = (
  { months, priceCents }: Pick<Price, 'months' | 'priceCents'>,
  monthCents: number | null = null,
): number | null => (monthCents !== null && monthCents * months > priceCents ? monthCents * months : null);

/** The price of a single month of the level of the payment `p`, for all its listings, when it was begun. For queries of payments. */
export const monthCentsOfPayment = sql`(
  select m.price_cents * p.quantity from plan_prices m
  where m.plan = case p.level when 'premium' then 'monthly' else 'enhanced' end and m.holds_from <= p.created_at
    and m.withdrawn_at is null
  order by m.holds_from desc, m.id desc limit 1)`;

/** When a price changed last: the first ones began in April 2025. */
export async function findLastChange(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select max(holds_from) as at from plan_prices where holds_from <= now() and withdrawn_at is null`.execute(db);
  return (rows[0] as { at: Date }).at;
}

/** When a price changes next; null while no change is planned. */
export async function findNextChange(db: Kysely<DB>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(holds_from) as at from plan_prices where holds_from > now() and withdrawn_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

type Price = Pick<PlanOffer, 'level' | 'months' | 'priceCents'>;

/** What a longer term saves against single months of the same level, in whole percent; 0 if it saves nothing or there are none. */
function toDiscountPercent(offer: Price, offers: Price[]): number {
  const listCents = toListCents(offer, findMonth(offer, offers)?.priceCents);
  return listCents === null ? 0 : Math.round(100 - (100 * offer.priceCents) / listCents);
}

const findMonth = ({ level }: Price, offers: Price[]) =>
  offers.find((offer) => offer.level === level && offer.months === 1);

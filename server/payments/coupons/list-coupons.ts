import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { Coupon } from '#contract/plans/coupons.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { isTaken } from './taken-uses.ts';

/** The coupons, newest first, with their uses in a mode. */
export async function listCoupons(
  db: Kysely<DB>,
  mode: PaymentMode,
  query: ListQuery,
): Promise<{ coupons: Coupon[]; cursor: string | null }> {
  const { rows } = await couponsQuery(mode, sql`true`, query).execute(db);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { coupons: page.map(toCoupon), cursor };
}

/** One coupon with its uses in a mode; undefined if there is none. */
export async function findCoupon(db: Kysely<DB>, mode: PaymentMode, id: number): Promise<Coupon | undefined> {
  const { rows } = await couponsQuery(mode, sql`c.id = ${id}`).execute(db);
  return rows.map(toCoupon)[0];
}

interface CouponRow {
  id: number;
  code: string;
  percent_off: number | null;
  amount_off_cents: number | null;
  plans: Coupon['plans'];
  first_day: string;
  last_day: string;
  max_uses: number;
  ended_at: Date | null;
  version: number;
  isComing: boolean;
  isOver: boolean;
  isChangeable: boolean;
  uses: number;
  reserved: number;
  discount_cents: number;
  reason: string | null;
}

/** One page of coupons plus one row. Exported for the test of its query plan. */
export const couponsQuery = (
  mode: PaymentMode,
  where: RawBuilder<unknown>,
  { limit, cursor }: { limit: number; cursor?: string } = { limit: 1 },
) => sql<CouponRow>`
  select c.id, c.code, c.percent_off, c.amount_off_cents, c.plans, c.first_day::text, c.last_day::text, c.max_uses, c.ended_at,
    c.version, c.first_day > today as "isComing", c.ended_at is not null or c.last_day < today as "isOver",
    c.ended_at is null and (select u.payment_id from coupon_uses u where u.coupon_id = c.id limit 1) is null as "isChangeable",
    counted.uses, counted.reserved, counted.discount_cents,
    -- Without the code before it, as \`recordCouponEvent\` writes it.
    (select regexp_replace(a.reason, '^[^:]*: ', '') from audit a
      where a.kind = 'coupon-created' and (a.after ->> 'coupon')::bigint = c.id limit 1) as reason
  from (
    select * from coupons c where ${where} ${cursor === undefined ? sql`` : sql`and c.id < ${parseCursor(cursor, idPosition).id}`}
    order by c.id desc limit ${limit + 1}
  ) as c
  cross join (select (now() at time zone 'America/Los_Angeles')::date as today) as clock
  cross join lateral (
    select count(*) filter (where p.status = 'paid')::int as uses, count(*) filter (where p.status = 'open' and ${isTaken})::int as reserved,
      coalesce(sum(p.discount_cents) filter (where p.status = 'paid'), 0)::float8 as discount_cents
    from coupon_uses u join payments p on p.id = u.payment_id
    where u.coupon_id = c.id and u.mode = ${mode} and u.released_at is null
  ) as counted
  order by c.id desc`;

const toCoupon = (row: CouponRow): Coupon => ({
  id: row.id,
  code: row.code,
  percentOff: row.percent_off,
  amountOffCents: row.amount_off_cents,
  plans: row.plans,
  firstDay: row.first_day,
  lastDay: row.last_day,
  maxUses: row.max_uses,
  state: row.isOver ? 'ended' : row.uses >= row.max_uses ? 'used-up' : row.isComing ? 'coming' : 'live',
  uses: row.uses,
  reserved: row.reserved,
  discountCents: row.discount_cents,
  isChangeable: row.isChangeable,
  version: row.version,
  reason: row.reason,
  endedAt: row.ended_at?.toISOString() ?? null,
});

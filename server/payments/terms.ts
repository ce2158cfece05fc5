import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { PLANS } from '#contract/payments.ts';
import type { DB, Listings, Payments, Terms } from '../db/schema.ts';
import { change } from '../listings/change.ts';
import { FREE_DAYS } from '../listings/states.ts';

/** A paid level that a listing has for a while. */
export type Term = Selectable<Terms>;

/**
 * Gives a listing what a payment bought. Months are those of the calendar in Los Angeles, clamped to the end of short
 * ones. At the level that the listing has already, the term begins where that ends. Another level's begins now, and what
 * is left of the old one is worth whole days of the better of both, rounded up, at their monthly prices
 * (docs/decisions).
 * @param listing locked by the caller
 * @returns the columns that the listing has from now on, and when the term ends
 */
export async function begin(
  trx: Transaction<DB>,
  listing: Selectable<Listings>,
  payment: Pick<Selectable<Payments>, 'id' | 'level' | 'months'>,
) {
  const { rows } = await sql<Term>`
    insert into terms (payment_id, listing_id, level, starts_at, anchor_at, anchor_months, anchor_days, ends_at)
    select ${payment.id}, ${listing.id}, level, starts_at, anchor_at, anchor_months, anchor_days,
      ${monthsAfter(sql`anchor_at`, sql`anchor_months`, sql`anchor_days`)}
    from (${await startOf(trx, listing, payment)}) as start
    returning *`.execute(trx);
  const term = rows[0] as Term;
  return { ends_at: term.ends_at, level: term.level, paid_until: term.ends_at, expires_at: freeAfter(term.ends_at) };
}

/** Where a term begins, and what its end is reckoned from. */
async function startOf(
  trx: Transaction<DB>,
  listing: Selectable<Listings>,
  { level, months }: Pick<Selectable<Payments>, 'level' | 'months'>,
): Promise<RawBuilder<unknown>> {
  const running = await runningTerm(trx, listing);
  if (!running) {
    return sql`select ${level}::text as level, now() as starts_at, now() as anchor_at, ${months}::int as anchor_months,
      0 as anchor_days`;
  }
  if (running.level === level) {
    return sql`select ${level}::text as level, ${running.ends_at}::timestamptz as starts_at,
      ${running.anchor_at}::timestamptz as anchor_at, ${running.anchor_months + months}::int as anchor_months,
      ${running.anchor_days}::int as anchor_days`;
  }
  if (level === 'premium') {
    return sql`select 'premium' as level, now() as starts_at, now() as anchor_at, ${months}::int as anchor_months,
      ${daysWorth(sql`${running.ends_at}::timestamptz - now()`)} as anchor_days`;
  }
  // Enhanced months for a listing that is premium: they make that last longer.
  const until = monthsAfter(sql`now()`, sql`${months}::int`, sql`0`);
  return sql`select 'premium' as level, ${running.ends_at}::timestamptz as starts_at,
    ${running.anchor_at}::timestamptz as anchor_at, ${running.anchor_months}::int as anchor_months,
    ${running.anchor_days}::int + ${daysWorth(sql`${until} - now()`)} as anchor_days`;
}

/** The term that ends last of those that the listing is still to have. */
async function runningTerm(trx: Transaction<DB>, { id }: { id: number }): Promise<Term | undefined> {
  const { rows } = await sql<Term>`
    select * from terms where listing_id = ${id} and ended_at is null and ends_at > now()
    order by ends_at desc, id desc limit 1`.execute(trx);
  return rows[0];
}

/**
 * Ends what a payment bought, now. Terms that were to follow it move up; with none of them left the listing goes on as a
 * free one.
 */
export async function end(trx: Transaction<DB>, paymentId: number): Promise<void> {
  const { rows } = await sql<Term>`
    update terms set ended_at = now() where payment_id = ${paymentId} and ended_at is null returning *`.execute(trx);
  const term = rows[0];
  if (!term || term.listing_id === null) return;
  await sql`
    update terms t set starts_at = t.starts_at - gone.time, ends_at = t.ends_at - gone.time,
      anchor_at = t.ends_at - gone.time, anchor_months = 0, anchor_days = 0
    from (select ${term.ends_at}::timestamptz - greatest(${term.starts_at}::timestamptz, now()) as time) as gone
    where t.listing_id = ${term.listing_id} and t.ended_at is null and t.starts_at >= ${term.ends_at}
      and gone.time > interval '0'`.execute(trx);
  const left = await runningTerm(trx, { id: term.listing_id });
  await change(
    trx,
    trx
      .updateTable('listings')
      .set(
        left
          ? { level: left.level, paid_until: left.ends_at, expires_at: freeAfter(left.ends_at) }
          : { level: 'free', paid_until: null, expires_at: freeAfter(new Date()) },
      )
      .where('id', '=', term.listing_id)
      .where('level', '<>', 'free')
      .returningAll(),
  );
}

/** A paid listing goes on as a free one for as long as free ones are shown. */
const freeAfter = (moment: Date) => sql<Date>`${moment}::timestamptz + make_interval(days => ${sql.lit(FREE_DAYS)})`;

const LOCAL = sql.lit('America/Los_Angeles');

/** So many months and days later, at the same time of the clock in Los Angeles. */
const monthsAfter = (moment: RawBuilder<unknown>, months: RawBuilder<unknown>, days: RawBuilder<unknown>) =>
  sql`((${moment} at time zone ${LOCAL} + make_interval(months => ${months}) + make_interval(days => ${days}))
    at time zone ${LOCAL})`;

const SECONDS_A_DAY = 24 * 60 * 60;

/** The days of premium that a time of enhanced is worth, rounded up. */
const daysWorth = (time: RawBuilder<unknown>) =>
  sql`ceil(extract(epoch from ${time}) * ${sql.lit(
    PLANS.enhanced.priceCents,
  )} / ${sql.lit(PLANS.monthly.priceCents * SECONDS_A_DAY)})::int`;

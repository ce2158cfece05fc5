import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { FIRST_PRICES_CENTS } from '#contract/plans/plans.ts';
import type { DB, Payments, Terms } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';

/** A paid level of a listing for a period. */
export type Term = Selectable<Terms>;

/**
 * Starts the term of a payment, among those of its mode. At the same level it begins where the last term ends. Premium for an
 * enhanced listing begins now, and the remaining enhanced time follows as whole days of premium, half as many
 * and rounded up. Enhanced for a premium listing extends premium by days converted in the same way. See
 * docs/decisions/0032-paid-terms.md.
 * @param listing locked by the caller
 */
export async function startTerm(
  trx: Transaction<DB>,
  listing: { id: number },
  { id, level, months, mode }: Pick<Selectable<Payments>, 'id' | 'level' | 'months' | 'mode'>,
): Promise<void> {
  const running = await findLastTerm(trx, listing.id, mode);
  const bought = { paymentId: id, mode, listingId: listing.id, level, months: sql`${months}::int`, days: sql`0` };
  if (!running) return insertTerm(trx, bought, NOW);
  const after = {
    at: sql`${running.anchor_at}::timestamptz`,
    months: sql`${running.anchor_months}::int`,
    days: sql`${running.anchor_days}::int`,
  };
  if (running.level === level) return insertTerm(trx, bought, after);
  if (level === 'enhanced') {
    const days = toPremiumDays(sql`${addCalendarTime(NOW.at, bought.months, sql`0`)} - now()`);
    return insertTerm(trx, { ...bought, level: 'premium', months: sql`0`, days }, after);
  }
  await insertTerm(trx, bought, NOW);
  await convertEnhancedTerms(trx, listing.id, { months, mode });
}

/**
 * Ends the term of a payment unless it is over. Later terms move up.
 * @param payment whose listing is locked by the caller
 * @returns whether there was a term to end
 */
export async function endTerm(trx: Transaction<DB>, payment: { id: number }): Promise<boolean> {
  const { rows } = await sql<Term & { hasBegun: boolean }>`
    update terms set ended_at = now() where payment_id = ${payment.id} and ended_at is null and ends_at > now()
    returning *, starts_at <= now() as "hasBegun"`.execute(trx);
  const [ended] = rows;
  if (!ended) return false;
  const removed = ended.hasBegun
    ? { months: ended.anchor_months, days: ended.anchor_days }
    : { months: ended.months, days: ended.days };
  // All later terms are computed from one anchor: now if the running term ends, else the anchor that they have.
  const anchor = {
    at: ended.hasBegun ? sql`now()` : sql`anchor_at`,
    months: sql`anchor_months - ${removed.months}::int`,
    days: sql`anchor_days - ${removed.days}::int`,
  };
  await sql`
    update terms set anchor_at = ${anchor.at}, anchor_months = ${anchor.months}, anchor_days = ${anchor.days},
      starts_at = ${addCalendarTime(anchor.at, sql`${anchor.months} - months`, sql`${anchor.days} - days`)},
      ends_at = ${addCalendarTime(anchor.at, anchor.months, anchor.days)}
    where listing_id = ${ended.listing_id} and mode = ${ended.mode} and ended_at is null and starts_at >= ${ended.ends_at}`.execute(
    trx,
  );
  return true;
}

/** The last current or future term of a listing in a mode, whose level the listing has until its end. */
export async function findLastTerm(
  trx: Transaction<DB>,
  listingId: number,
  mode: PaymentMode,
): Promise<Term | undefined> {
  const { rows } = await sql<Term>`
    select * from terms where listing_id = ${listingId} and mode = ${mode} and ended_at is null and ends_at > now()
    order by ends_at desc limit 1`.execute(trx);
  return rows[0];
}

/** The base of a term: a time, and the months and days of all terms since. */
interface Anchor {
  at: RawBuilder<unknown>;
  months: RawBuilder<unknown>;
  days: RawBuilder<unknown>;
}

const NOW: Anchor = { at: sql`now()`, months: sql`0`, days: sql`0` };

interface NewTerm {
  paymentId: number;
  mode: PaymentMode;
  listingId: number;
  level: Term['level'];
  months: RawBuilder<unknown>;
  days: RawBuilder<unknown>;
}

async function insertTerm(
  trx: Transaction<DB>,
  { paymentId, mode, listingId, level, months, days }: NewTerm,
  after: Anchor,
) {
  await sql`
    insert into terms (payment_id, mode, listing_id, level, months, days, anchor_at, anchor_months, anchor_days,
      starts_at, ends_at)
    select ${paymentId}, ${mode}, ${listingId}, ${level}, months, days, at, after_months + months, after_days + days,
      ${addCalendarTime(sql`at`, sql`after_months`, sql`after_days`)},
      ${addCalendarTime(sql`at`, sql`after_months + months`, sql`after_days + days`)}
    from (select ${months} as months, ${days} as days, ${after.at} as at, ${after.months} as after_months,
      ${after.days} as after_days) as bought`.execute(trx);
}

/** Converts the remaining enhanced terms into premium days after the premium term that begins now. */
async function convertEnhancedTerms(
  trx: Transaction<DB>,
  listingId: number,
  { months, mode }: { months: number; mode: PaymentMode },
) {
  await sql`
    update terms set level = 'premium', months = 0, days = converted.days,
      anchor_at = now(), anchor_months = ${months}, anchor_days = converted.end_day,
      starts_at = ${addCalendarTime(sql`now()`, sql`${months}::int`, sql`converted.end_day - converted.days`)},
      ends_at = ${addCalendarTime(sql`now()`, sql`${months}::int`, sql`converted.end_day`)}
    from (
      select id, days, (sum(days) over (order by starts_at))::int as end_day
      from (
        select id, starts_at, ${toPremiumDays(sql`ends_at - greatest(starts_at, now())`)} as days from terms
        where listing_id = ${listingId} and mode = ${mode} and level = 'enhanced' and ended_at is null and ends_at > now()
      ) as enhanced
    ) as converted
    where terms.id = converted.id`.execute(trx);
}

const LOS_ANGELES = sql.lit('America/Los_Angeles');

/** A time plus calendar months and days, at the same local time in Los Angeles; the day is clamped to the end of short months. */
const addCalendarTime = (at: RawBuilder<unknown>, months: RawBuilder<unknown>, days: RawBuilder<unknown>) =>
  // Adding nothing must not change the time, even in the hour that occurs twice in autumn.
  sql`(case when ${months} = 0 and ${days} = 0 then ${at} else
    (${at} at time zone ${LOS_ANGELES} + make_interval(months => ${months}) + make_interval(days => ${days}))
      at time zone ${LOS_ANGELES} end)`;

const SECONDS_PER_DAY = 24 * 60 * 60;

/**
 * The premium days that an interval of enhanced is worth, rounded up: half as many, by the first prices, because what was bought
 * does not change with a later price.
 */
const toPremiumDays = (time: RawBuilder<unknown>) =>
  sql`ceil(extract(epoch from ${time}) * ${sql.lit(FIRST_PRICES_CENTS.enhanced)}
    / ${sql.lit(FIRST_PRICES_CENTS.monthly * SECONDS_PER_DAY)})::int`;

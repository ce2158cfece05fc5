import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
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
  const { bought, after, convertsEnhanced } = placeTerm(running, { level, months });
  await insertTerm(trx, { ...bought, paymentId: id, mode, listingId: listing.id }, after);
  if (convertsEnhanced) await convertEnhancedTerms(trx, listing.id, { months, mode });
}

/** When a term would run that began now, and what would follow it. */
export interface TermPreview {
  starts_at: Date;
  ends_at: Date;
  /** The end of all paid time of the listing. */
  paid_until: Date;
  /** What is left of enhanced, in days rounded up, and the days of premium that it becomes; 0 if nothing is converted. */
  enhanced_days: number;
  premium_days: number;
}

/** What `startTerm` would do now. It writes nothing. */
export async function previewTerm(
  db: Kysely<DB>,
  listingId: number,
  purchase: Pick<Selectable<Payments>, 'level' | 'months' | 'mode'>,
): Promise<TermPreview> {
  return (await previewTerms(db, [listingId], purchase)).get(listingId) as TermPreview;
}

/** The same for several listings, by their ids. */
export async function previewTerms(
  db: Kysely<DB>,
  listingIds: number[],
  purchase: Pick<Selectable<Payments>, 'level' | 'months' | 'mode'>,
): Promise<Map<number, TermPreview>> {
  if (listingIds.length === 0) return new Map();
  const running = await findLastTerms(db, listingIds, purchase.mode);
  const placed = listingIds.map((id) => {
    const { bought, after, convertsEnhanced } = placeTerm(running.get(id), purchase);
    return sql`select ${id}::bigint as id, ${bought.months} as months, ${bought.days} as days, ${after.at} as at,
      ${after.months} as after_months, ${after.days} as after_days, ${convertsEnhanced}::boolean as converts`;
  });
  const { rows } = await sql<TermPreview & { id: number }>`
    select id, ${addCalendarTime(sql`at`, sql`after_months`, sql`after_days`)} as starts_at,
      ${addCalendarTime(sql`at`, sql`after_months + months`, sql`after_days + days`)} as ends_at,
      ${addCalendarTime(sql`at`, sql`after_months + months`, sql`after_days + days + premium_days`)} as paid_until,
      enhanced_days, premium_days
    from (${sql.join(placed, sql` union all `)}) as bought
    cross join lateral (
      select coalesce(sum(${toPremiumDays(enhancedTimeLeft)}), 0)::int as premium_days,
        coalesce(ceil(extract(epoch from sum(${enhancedTimeLeft})) / ${sql.lit(SECONDS_PER_DAY)}), 0)::int as enhanced_days
      from terms where ${isEnhancedLeft(sql.ref('bought.id'), purchase.mode)} and bought.converts
    ) as enhanced`.execute(db);
  return new Map(rows.map(({ id, ...preview }) => [id, preview]));
}

/** Where a term that begins now stands after the last one of its listing, and whether it converts the enhanced ones. */
function placeTerm(
  running: Term | undefined,
  { level, months }: Pick<Selectable<Payments>, 'level' | 'months'>,
): { bought: Pick<NewTerm, 'level' | 'months' | 'days'>; after: Anchor; convertsEnhanced: boolean } {
  const bought = { level, months: sql`${months}::int`, days: sql`0` };
  if (!running) return { bought, after: NOW, convertsEnhanced: false };
  const after = {
    at: sql`${running.anchor_at}::timestamptz`,
    months: sql`${running.anchor_months}::int`,
    days: sql`${running.anchor_days}::int`,
  };
  if (running.level === level) return { bought, after, convertsEnhanced: false };
  if (level === 'premium') return { bought, after: NOW, convertsEnhanced: true };
  const days = toPremiumDays(sql`${addCalendarTime(NOW.at, bought.months, sql`0`)} - now()`);
  return { bought: { level: 'premium', months: sql`0`, days }, after, convertsEnhanced: false };
}

/**
 * Ends the term of a payment unless it is over. Later terms move up.
 * @param payment whose listing is locked by the caller
 * @returns whether there was a term to end
 */
export async function endTerm(trx: Transaction<DB>, payment: { id: number }): Promise<boolean> {
  const { rows } = await sql<Term>`
    update terms set ended_at = now() where payment_id = ${payment.id} and ended_at is null and ends_at > now()
    returning *`.execute(trx);
  const [ended] = rows;
  if (!ended) return false;
  const { at, months, days } = ANCHOR_WITHOUT;
  await sql`
    update terms t set anchor_at = ${at}, anchor_months = ${months}, anchor_days = ${days},
      starts_at = ${addCalendarTime(at, sql`${months} - t.months`, sql`${days} - t.days`)},
      ends_at = ${addCalendarTime(at, months, days)}
    from terms e
    where e.id = ${ended.id} and t.listing_id = e.listing_id and t.mode = e.mode and t.ended_at is null
      and t.starts_at >= e.ends_at`.execute(trx);
  return true;
}

/** Whether the term of a payment is not over. @param payments the name of the table of payments in the statement */
export const hasTermLeft = (payments: string) =>
  sql<boolean>`exists (select from terms t where t.payment_id = ${sql.ref(`${payments}.id`)} and t.ended_at is null and t.ends_at > now())`;

/**
 * The paid time that the listing of the payment `p` keeps when the payment's term ends now, as JSON of its level and end; null where none
 * is left. For queries of payments.
 */
export const paidTimeWithout = (toText: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => {
  const { at, months, days } = ANCHOR_WITHOUT;
  const endsAt = sql`case when t.starts_at >= e.ends_at then ${addCalendarTime(at, months, days)} else t.ends_at end`;
  return sql`(
    select json_build_object('level', t.level, 'until', ${toText(endsAt)})
    from terms e join terms t on t.listing_id = e.listing_id and t.mode = e.mode and t.id <> e.id
    where e.payment_id = p.id and e.ended_at is null and e.ends_at > now() and t.ended_at is null and t.ends_at > now()
    order by ${endsAt} desc limit 1)`;
};

/** The last current or future term of a listing in a mode, whose level the listing has until its end. */
export async function findLastTerm(db: Kysely<DB>, listingId: number, mode: PaymentMode): Promise<Term | undefined> {
  return (await findLastTerms(db, [listingId], mode)).get(listingId);
}

async function findLastTerms(db: Kysely<DB>, listingIds: number[], mode: PaymentMode): Promise<Map<number, Term>> {
  const { rows } = await sql<Term>`
    select distinct on (listing_id) * from terms
    where listing_id = any(${listingIds}::bigint[]) and mode = ${mode} and ended_at is null and ends_at > now()
    order by listing_id, ends_at desc`.execute(db);
  return new Map(rows.map((term) => [term.listing_id, term]));
}

/** The base of a term: a time, and the months and days of all terms since. */
interface Anchor {
  at: RawBuilder<unknown>;
  months: RawBuilder<unknown>;
  days: RawBuilder<unknown>;
}

const NOW: Anchor = { at: sql`now()`, months: sql`0`, days: sql`0` };

/**
 * The anchor of a later term `t` once the term `e` has ended now. All later terms are computed from one anchor: now if `e` has begun, else
 * the anchor that they have.
 */
const ANCHOR_WITHOUT: Anchor = {
  at: sql`(case when e.starts_at <= now() then now() else t.anchor_at end)`,
  months: sql`(t.anchor_months - case when e.starts_at <= now() then e.anchor_months else e.months end)`,
  days: sql`(t.anchor_days - case when e.starts_at <= now() then e.anchor_days else e.days end)`,
};

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
        select id, starts_at, ${toPremiumDays(enhancedTimeLeft)} as days from terms where ${isEnhancedLeft(listingId, mode)}
      ) as enhanced
    ) as converted
    where terms.id = converted.id`.execute(trx);
}

const enhancedTimeLeft = sql`ends_at - greatest(starts_at, now())`;
const isEnhancedLeft = (listingId: number | RawBuilder<unknown>, mode: PaymentMode) =>
  sql`listing_id = ${listingId} and mode = ${mode} and level = 'enhanced' and ended_at is null and ends_at > now()`;

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

import { type Kysely, sql } from 'kysely';
import { CHARGE_DAYS_BEFORE_END, getReminderDays } from '#contract/plans/auto-renewal.ts';
import { PAID_PLANS, type PaidPlanId } from '#contract/plans/plans.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { listOffers } from '#server/payments/plans/offers.ts';
import { findTaxRate } from '#server/payments/taxes/tax.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toRenewalCents } from './consents.ts';
import { autoRenewalPriceEmail, autoRenewalReminderEmail } from './emails.ts';
import { endAutoRenewals, type RenewalRow } from './end.ts';
import { sendRenewalEmail } from './send-emails.ts';

const BATCH = 200;

/** How many days before the charge of the plan of `c` its owner is reminded. */
const reminderDays = byPlan((months) => getReminderDays(months).sent);

/** Whether the owner of the renewal `r`, whose consent is `c`, was reminded early enough of the end of the paid time of `l`. */
export const isReminded = sql`(r.reminded_for = l.paid_until
  and r.reminded_at <= now() - make_interval(days => ${byPlan((months) => getReminderDays(months).least)}))`;

function byPlan(toDays: (months: number) => number) {
  const cases = PAID_PLANS.map(({ id, months }) => sql`when c.plan = ${sql.lit(id)} then ${sql.lit(toDays(months))}`);
  return sql`(case ${sql.join(cases, sql` `)} end)`;
}

/**
 * Emails the owners whose plans renew soon, once for each end: when and what they are charged, and how to stop it. Where the price is
 * another one than the agreed one, the plan does not renew, and the email says so. Renewals whose listing is gone or whose paid time is
 * over end.
 */
export async function sendRenewalReminders(deps: PaymentDeps): Promise<void> {
  const { db, cards } = deps;
  await endAutoRenewals(
    db,
    sql`mode = ${cards.mode} and not exists (select from listings l
      where l.id = auto_renewals.listing_id and l.owner_id = auto_renewals.account_id and l.status <> 'deleted')`,
    'listing-gone',
  );
  await endAutoRenewals(
    db,
    sql`mode = ${cards.mode} and exists (select from listings l
      where l.id = auto_renewals.listing_id and l.paid_until < now())`,
    'lapsed',
  );
  let marked: number;
  do {
    marked = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<RenewalRow & { plan: PaidPlanId; amount_cents: number }>`
        with due as materialized (
          select r.id, l.paid_until, c.plan, c.amount_cents
          from auto_renewals r join auto_renewal_consents c on c.payment_id = r.payment_id join listings l on l.id = r.listing_id
          where r.ended_at is null and r.mode = ${cards.mode} and r.reminded_for is distinct from l.paid_until
            and l.paid_until > now()
            and l.paid_until <= now() + make_interval(days => ${sql.lit(CHARGE_DAYS_BEFORE_END)} + ${reminderDays})
          order by r.id limit ${sql.lit(BATCH)} for update of r skip locked
        )
        update auto_renewals r set reminded_for = due.paid_until, reminded_at = now() from due where due.id = r.id
        returning r.id, r.payment_id, r.account_id, r.listing_id, due.plan, due.amount_cents`.execute(trx);
      const prices = await findRenewalPrices(trx);
      for (const { plan, amount_cents, ...renewal } of rows) {
        if (prices.get(plan) === amount_cents) {
          await sendRenewalEmail(trx, deps, renewal, (...about) => autoRenewalReminderEmail(deps.site, ...about));
          continue;
        }
        await endAutoRenewals(trx, sql`id = ${renewal.id}`, 'price-changed');
        await sendRenewalEmail(trx, deps, renewal, (...about) => autoRenewalPriceEmail(deps.site, about[0], about[1]));
      }
      return rows.length;
    });
  } while (marked === BATCH);
}

/** What renewals cost now, by their plans; a plan that is not sold has none. */
async function findRenewalPrices(db: Kysely<DB>): Promise<Map<PaidPlanId, number>> {
  const rate = await findTaxRate(db);
  const tax = rate && { ...rate, cents: 0 };
  return new Map((await listOffers(db)).map(({ id, priceCents }) => [id, toRenewalCents({ priceCents, tax })]));
}

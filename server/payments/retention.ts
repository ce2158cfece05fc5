import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';

// See docs/decisions/0019-personal-data-per-noun.md.
const TAX_RECORD_YEARS = 7;

// Instead of the username. Shorter than any that an account can have.
const FORGOTTEN = '—';
const ERASED_TEXT = defineMessage('Deleted with the account.');

/**
 * Takes the payments of an account away from it, and erases what was typed about them. The username, the card and the invoices remain
 * with the amounts as long as a tax record must, until `forgetPayers`.
 */
export async function detachPayments(trx: Transaction<DB>, accountId: number): Promise<void> {
  await eraseTexts(trx, sql`update payments set account_id = null where account_id = ${accountId} returning id`);
}

/**
 * Erases the username, the card, reasons and who is named on invoices of payments without an account: of those that moved money after
 * seven years, of all others at once. What remains is the amount, the date and the numbers of receipt and ledger, which name nobody. Runs
 * hourly.
 */
export async function forgetPayers(db: Kysely<DB>): Promise<void> {
  await eraseTexts(
    db,
    sql`update payments set username = ${FORGOTTEN}, card_brand = null, card_last4 = null, cardholder = null
      where account_id is null and username <> ${sql.lit(FORGOTTEN)}
        and (status = 'canceled' or is_gift or created_at <= now() - make_interval(years => ${sql.lit(TAX_RECORD_YEARS)}))
      returning id`,
    sql`invoiced as (
      update invoices set facts = facts || '{"buyer": null, "listing": null}' where payment_id in (select id from changed)
    ),
    reissued as (
      update invoice_versions v set facts = v.facts || '{"buyer": null, "listing": null}' from invoices i
      where i.id = v.invoice_id and i.payment_id in (select id from changed)
    ),`,
  );
}

/**
 * @param payments a statement that returns the ids of payments
 * @param alsoErased further common table expressions
 */
async function eraseTexts(db: Kysely<DB>, payments: RawBuilder<unknown>, alsoErased = sql``) {
  await sql`
    with changed as (${payments}),
      ${alsoErased}
      requests as (
        update refund_requests set reason = ${ERASED_TEXT}, answer = null where payment_id in (select id from changed)
      ),
      gifts as (
        update gift_credits set reason = ${ERASED_TEXT}, take_back_reason = case when taken_back_at is not null then ${ERASED_TEXT} end
        where payment_id in (select id from changed)
      )
    update refunds set reason = ${ERASED_TEXT} where payment_id in (select id from changed)`.execute(db);
}

import { sql } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { formatReceiptNumber } from '#server/payments/receipts/receipts.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import type { BalanceMovement } from '#server/platform/stripe/payment-provider.ts';
import { type BooksEntry, toBooksCsv } from './books-csv.ts';

const MAX_MOVEMENTS = 20_000;

type BooksDeps = Pick<PaymentDeps, 'db' | 'cards'>;

/**
 * The books of a month in Los Angeles as CSV: a line for each movement of the provider's balance, oldest first, and their sums. All
 * is read from the provider before anything is returned, so that an export is whole. See docs/decisions/0097-books-come-from-stripe.md.
 * @param month such as `2026-03`
 * @throws {Unavailable} when the provider cannot be reached
 * @throws {Invalid} when the month has more than 20,000 movements
 */
export async function exportBooks(deps: BooksDeps, month: string): Promise<string> {
  const movements: BalanceMovement[] = [];
  for await (const movement of deps.cards.listBalanceMovements(await toRange(deps, month))) {
    if (movements.length === MAX_MOVEMENTS) throw new Invalid(TOO_MANY);
    movements.push(movement);
  }
  const entries = await findEntries(deps, movements);
  return toBooksCsv(movements.reverse(), { month, mode: deps.cards.mode, entries });
}

const TOO_MANY = defineMessage(
  'This month has more than 20,000 movements. Please download the balance report in the dashboard of Stripe instead.',
);

/** The first moment of a month in Los Angeles, and that of the next one. */
async function toRange({ db }: BooksDeps, month: string): Promise<{ from: Date; to: Date }> {
  const first = sql`${`${month}-01`}::timestamp`;
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${first} at time zone 'America/Los_Angeles' as from,
      (${first} + interval '1 month') at time zone 'America/Los_Angeles' as to`.execute(db);
  return (rows as [{ from: Date; to: Date }])[0];
}

/** What the ledger knows, by the id of the charge, refund or dispute. */
async function findEntries({ db, cards }: BooksDeps, movements: BalanceMovement[]): Promise<Map<string, BooksEntry>> {
  const ids = movements.flatMap(({ sourceId }) => sourceId ?? []);
  const { rows } = await sql<EntryRow>`
    select distinct provider_id as "providerId", receipt_number as "receiptNumber",
      case when kind = 'charge' then discount_cents else 0 end as "discountCents",
      case kind when 'charge' then tax_cents when 'refund' then -coalesce((select (facts -> 'tax' ->> 'cents')::int from invoices i
        join refunds r on r.id = i.refund_id where r.refund_id = provider_id), 0)
        else -coalesce((select (facts -> 'tax' ->> 'cents')::int from invoices i where i.dispute_id = provider_id), 0) end as "taxCents",
      case when kind = 'charge' then (select code from coupon_uses u join coupons c on c.id = u.coupon_id
        where u.payment_id = payments.id) end as coupon,
      payments.username, business_name as business, plan,
      coalesce((select title from listings l where l.id = payments.listing_id),
        (select string_agg(l.title, '; ' order by part.id) from payments part join listings l on l.id = part.listing_id
          where part.part_of = payments.id)) as listing
    from ledger join payments on payments.id = payment_id left join accounts on accounts.id = payments.account_id
    where kind in ('charge', 'refund', 'dispute') and provider_id = any(${ids}) and mode = ${cards.mode}`.execute(db);
  return new Map(
    rows.map(({ providerId, receiptNumber, ...entry }) => [
      providerId,
      { ...entry, receipt: receiptNumber === null ? null : formatReceiptNumber(receiptNumber) },
    ]),
  );
}

interface EntryRow extends Omit<BooksEntry, 'receipt'> {
  providerId: string;
  receiptNumber: number | null;
}

import { sql } from 'kysely';
import { Invalid } from '../../http/errors.ts';
import type { BalanceMovement } from '../../stripe/payment-provider.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { formatReceiptNumber } from '../receipts.ts';
import { toBooksCsv } from './books-csv.ts';

const MAX_MOVEMENTS = 20_000;

/** What the export reads. */
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
  const receipts = await findReceipts(deps, movements);
  return toBooksCsv(movements.reverse(), { month, mode: deps.cards.mode, receipts });
}

const TOO_MANY =
  'This month has more than 20,000 movements. Please download the balance report in the dashboard of Stripe instead.';

/** The first moment of a month in Los Angeles, and that of the next one. */
async function toRange({ db }: BooksDeps, month: string): Promise<{ from: Date; to: Date }> {
  const first = sql`${`${month}-01`}::timestamp`;
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${first} at time zone 'America/Los_Angeles' as from,
      (${first} + interval '1 month') at time zone 'America/Los_Angeles' as to`.execute(db);
  return (rows as [{ from: Date; to: Date }])[0];
}

/** The numbers of the receipts of what the ledger knows, by the id of its charge, refund or dispute. */
async function findReceipts({ db, cards }: BooksDeps, movements: BalanceMovement[]): Promise<Map<string, string>> {
  const ids = movements.flatMap(({ sourceId }) => sourceId ?? []);
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['provider_id', 'receipt_number'])
    .distinct()
    .where('kind', 'in', ['charge', 'refund', 'dispute'])
    .where('provider_id', '=', sql<string>`any(${ids})`)
    .where('mode', '=', cards.mode)
    .execute();
  return new Map(
    rows.flatMap(({ provider_id, receipt_number }) =>
      receipt_number === null ? [] : [[provider_id, formatReceiptNumber(receipt_number)] as const],
    ),
  );
}

import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { Payment } from '#contract/payments.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { detachPayments } from '#server/payments/retention.ts';
import { paymentNotFound } from '#server/payments/settlement.ts';
import { waitsWithListing } from '#server/payments/waiting-payments.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, paginate } from '#server/platform/http/cursor.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentReadDeps } from './all-payments.ts';
import { selectPaymentDetails } from './payment-details.ts';
import { toPayment } from './presenter.ts';

const MAX_CREDITS = 100;
const MAX_EXPORTED = 10_000;

/** What an account has paid, newest first: an order that was looked at and not paid is not in it. */
export async function listAccountPayments(
  { db, cards }: PaymentReadDeps,
  accountId: number,
  query: ListQuery,
): Promise<{ payments: Payment[]; cursor: string | null }> {
  const { rows } = await accountPaymentsQuery(cards.mode, accountId, query).execute(db);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { payments: page.map(toPayment), cursor };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export const accountPaymentsQuery = (mode: PaymentMode, accountId: number, query: ListQuery) =>
  selectPaymentDetails(
    mode,
    sql`p.account_id = ${accountId} and p.status in ('paid', 'refused') and not p.is_gift and p.part_of is null`,
    query,
  );

/**
 * One payment of an account.
 * @throws {NotFound} for a payment of another account
 */
export async function findAccountPayment(
  db: Kysely<DB>,
  { cards }: Pick<PaymentDeps, 'cards'>,
  accountId: number,
  id: number,
): Promise<Payment> {
  const where = sql`p.account_id = ${accountId} and p.id = ${id} and not p.is_gift and p.part_of is null`;
  const { rows } = await selectPaymentDetails(cards.mode, where).execute(db);
  const [row] = rows;
  if (!row) throw paymentNotFound();
  return toPayment(row);
}

/** The unused credits of an account, the oldest first; 100 at most. */
export async function listCredits({ db, cards }: PaymentReadDeps, accountId: number): Promise<Payment[]> {
  const { rows } = await creditsQuery(cards.mode, accountId).execute(db);
  return rows.map(toPayment).reverse();
}

/** Exported for the test of its query plan. */
export const creditsQuery = (mode: PaymentMode, accountId: number) =>
  selectPaymentDetails(
    mode,
    sql`p.account_id = ${accountId} and p.status = 'paid' and p.redeemed_at is null and p.returned_at is null
      and p.disputed_at is null and not ${waitsWithListing('p')}`,
    { limit: MAX_CREDITS },
  );

/**
 * The payments of an account, for its export and its deletion: those of the running mode are exported, all of them are detached. What
 * tax records need remains; see `server/payments/retention.ts`.
 */
export const createPaymentsPersonalData = (mode: PaymentMode) => ({
  name: 'payments',
  async export(db: Kysely<DB>, accountId: number) {
    const where = sql`p.account_id = ${accountId} and p.part_of is null`;
    const { rows } = await selectPaymentDetails(mode, where, { limit: MAX_EXPORTED }).execute(db);
    return rows.map(toPayment);
  },
  /** Runs before the listings are erased, in the lock order of `settle`. Later payments are refunded. */
  erase: detachPayments,
});

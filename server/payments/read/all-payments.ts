import { type RawBuilder, sql } from 'kysely';
import type { AdminPayment } from '#contract/admin/payments.ts';
import type { ListQuery } from '#contract/api.ts';
import type { Payment } from '#contract/payments.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { paymentNotFound } from '#server/payments/settlement.ts';
import { byId, paginate } from '#server/platform/http/cursor.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { selectPaymentDetails } from './payment-details.ts';
import { toDays, toSearchCondition } from './payment-search.ts';
import { toAdminPayment } from './presenter.ts';

/** What reads payments: those of the running mode. */
export type PaymentReadDeps = Pick<PaymentDeps, 'db' | 'cards'>;

/** The filter of the administrator: all payments, those of a status, or those with an open refund request. */
type PaymentListQuery = ListQuery & {
  status?: Payment['status'];
  refundRequested?: boolean;
  /** What is looked for, as `toSearchCondition` says it. */
  found?: RawBuilder<unknown>;
  from?: string;
  to?: string;
};

/** Payments of all accounts, newest first. */
export async function listAllPayments(
  { db, cards }: PaymentReadDeps,
  { find, ...query }: Omit<PaymentListQuery, 'found'> & { find?: string },
): Promise<{ payments: AdminPayment[]; cursor: string | null }> {
  const found = find ? { found: await toSearchCondition(db, cards.mode, find) } : {};
  const { rows } = await allPaymentsQuery(cards.mode, { ...query, ...found }).execute(db);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { payments: page.map(toAdminPayment), cursor };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function allPaymentsQuery(mode: PaymentMode, query: PaymentListQuery) {
  const isPayment = sql`not p.is_gift and p.part_of is null`;
  const conditions = [
    query.status ? sql`p.status = ${query.status} and ${isPayment}` : isPayment,
    ...(query.refundRequested ? [sql`p.id in (select payment_id from refund_requests where status = 'open')`] : []),
    ...(query.found ? [query.found] : []),
    ...(query.from || query.to ? [toDays(query.from, query.to)] : []),
  ];
  return selectPaymentDetails(mode, sql.join(conditions, sql` and `), query);
}

/** @throws {NotFound} 'Payment not found.' */
export async function findPayment({ db, cards }: PaymentReadDeps, id: number): Promise<AdminPayment> {
  const { rows } = await selectPaymentDetails(
    cards.mode,
    sql`p.id = ${id} and not p.is_gift and p.part_of is null`,
  ).execute(db);
  const [row] = rows;
  if (!row) throw paymentNotFound();
  return toAdminPayment(row);
}

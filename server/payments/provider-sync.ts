import { type Kysely, sql, type Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import { countAgain, reverse } from '#server/payments/parts/parts.ts';
import { sendRefundedEmail, sendRefundFailedEmail } from '#server/payments/refunds/send-emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Charge, Refund } from '#server/platform/stripe/payment-provider.ts';
import { addLedgerEntry } from './ledger.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Updates the refunds of a payment from the provider, including those made in its dashboard. A refund moves from open to made to
 * failed and never back, so that a response older than the last one undoes nothing.
 * @param paymentId locked by the caller
 */
export async function syncRefunds(
  trx: Transaction<DB>,
  deps: PaymentDeps,
  paymentId: number,
  charge: Charge,
): Promise<void> {
  for (const refund of charge.refunds) {
    const known = await findRefund(trx, paymentId, refund);
    if (known ? !hasAdvanced(known, refund) : refund.status !== 'made') continue;
    const row = known ?? (await insertExternalRefund(trx, paymentId, refund, isFullyRefunded(charge)));
    await updateRefund(trx, row.id, refund);
    if (refund.status === 'pending') continue;
    const { id: providerId, amountCents } = refund;
    const payment = { id: paymentId };
    if (refund.status === 'made') {
      await addLedgerEntry(trx, { payment, kind: 'refund', amountCents, providerId });
      if (row.ends_level) await reverse(trx, deps, paymentId, row.part_ids);
      await sendRefundedEmail(trx, deps, { paymentId, amountCents, endsLevel: row.ends_level, partIds: row.part_ids });
    } else {
      if (row.status === 'made') await addLedgerEntry(trx, { payment, kind: 'refund-failed', amountCents, providerId });
      await failRefund(trx, deps, { id: row.id, paymentId });
    }
  }
}

/** Updates the disputes of a payment from the provider. While the bank has the money, a credit cannot be used. */
export async function syncDisputes(
  trx: Transaction<DB>,
  deps: PaymentDeps,
  paymentId: number,
  { disputes }: Charge,
): Promise<void> {
  const payment = { id: paymentId };
  for (const { id: providerId, amountCents, status } of disputes) {
    await addLedgerEntry(trx, { payment, kind: 'dispute', amountCents, providerId });
    if (status === 'won') await addLedgerEntry(trx, { payment, kind: 'dispute-won', amountCents, providerId });
    if (status === 'lost') await reverse(trx, deps, paymentId, null);
  }
  if (disputes.length === 0) return;
  const { rows } = await sql<{ isOut: boolean }>`
    select sum(amount_cents) < 0 as "isOut" from ledger
    where payment_id = ${paymentId} and kind in ('dispute', 'dispute-won')`.execute(trx);
  const disputed_at = rows[0]?.isOut ? sql<Date>`coalesce(disputed_at, now())` : null;
  await trx.updateTable('payments').set({ disputed_at }).where('id', '=', paymentId).execute();
  // A refund may have failed while the bank had the money.
  await countAgain(trx, paymentId);
}

/**
 * Marks a refund as failed. The payment counts again unless another refund or a dispute revokes it; a term that was ended stays so.
 * @param paymentId locked by the caller
 */
export async function failRefund(
  trx: Transaction<DB>,
  deps: PaymentDeps,
  { id, paymentId }: { id: number; paymentId: number },
): Promise<void> {
  await trx.updateTable('refunds').set({ status: 'failed', made_at: null }).where('id', '=', id).execute();
  await countAgain(trx, paymentId);
  await sendRefundFailedEmail(trx, deps, paymentId);
}

interface KnownRefund {
  id: number;
  status: 'open' | 'made' | 'failed';
  ends_level: boolean;
  /** The parts that it ends; null for all. */
  part_ids: number[] | null;
}

async function findRefund(
  db: Kysely<DB>,
  paymentId: number,
  { id, reference }: Refund,
): Promise<KnownRefund | undefined> {
  return db
    .selectFrom('refunds')
    .select(['id', 'status', 'ends_level', 'part_ids'])
    .where('payment_id', '=', paymentId)
    .where((where) =>
      reference === null
        ? where('refund_id', '=', id)
        : where.or([where('refund_id', '=', id), where('reference', '=', reference)]),
    )
    .executeTakeFirst();
}

const STATUS_ORDER = { pending: 0, open: 0, made: 1, failed: 2 };

/** Whether the state at the provider is newer. For an open refund, being known to the provider is news as well. */
const hasAdvanced = (known: KnownRefund, { status }: Refund) =>
  STATUS_ORDER[status] > STATUS_ORDER[known.status] || (status === 'pending' && known.status === 'open');

const isFullyRefunded = ({ refunds, amountCents }: Charge) =>
  refunds.reduce((sum, refund) => sum + (refund.status === 'made' ? refund.amountCents : 0), 0) >= amountCents;

// A stored message, translated when it is read.
const REFUNDED = defineMessage('Refunded at the provider');

/** Records a refund that was made in the provider's dashboard. */
async function insertExternalRefund(
  trx: Transaction<DB>,
  payment_id: number,
  { amountCents }: Refund,
  endsLevel: boolean,
): Promise<KnownRefund> {
  const row = { payment_id, amount_cents: amountCents, reason: REFUNDED, ends_level: endsLevel };
  return trx
    .insertInto('refunds')
    .values(row)
    .returning(['id', 'status', 'ends_level', 'part_ids'])
    .executeTakeFirstOrThrow();
}

const updateRefund = (trx: Transaction<DB>, id: number, refund: Refund) =>
  trx
    .updateTable('refunds')
    .set({ refund_id: refund.id, ...(refund.status === 'made' && { status: 'made', made_at: sql`now()` }) })
    .where('id', '=', id)
    .execute();

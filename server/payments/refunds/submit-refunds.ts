import type { Kysely } from 'kysely';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { failRefund } from '#server/payments/provider-sync.ts';
import { settle } from '#server/payments/settlement.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { ProviderRefusal } from '#server/platform/stripe/payment-provider.ts';

/**
 * Requests the recorded refunds of a payment that were not made yet from the provider.
 * @returns why the provider refused one of them; null when it did not
 * @throws {Unavailable} when the provider cannot be reached
 */
export async function submitRefunds(deps: PaymentDeps, paymentId: number): Promise<string | null> {
  const { db, cards } = deps;
  const [open] = await findUnsubmittedRefunds(db, paymentId);
  if (!open) return null;
  // Read the refunds that exist at the provider first: it deletes idempotency keys after a day.
  await settle(deps, open.intentId);
  let refusal: string | null = null;
  for (const { id, reference, amountCents, intentId } of await findUnsubmittedRefunds(db, paymentId)) {
    try {
      await cards.refund({ reference, intentId, amountCents });
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      refusal = error.message;
      await abandonRefund(deps, { id, paymentId, refusal });
    }
  }
  await settle(deps, open.intentId);
  return refusal;
}

/** Open refunds without an id of the provider: they were not requested, or the response was lost. */
const findUnsubmittedRefunds = (db: Kysely<DB>, paymentId: number) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payment_id', '=', paymentId)
    .where('refunds.status', '=', 'open')
    .where('refund_id', 'is', null)
    .select(['refunds.id', 'refunds.reference', 'refunds.amount_cents as amountCents', 'intent_id as intentId'])
    .$narrowType<{ intentId: string }>()
    .orderBy('refunds.id')
    .execute();

/** Records that the provider refused a refund: the payment counts again, and the administrator is notified. */
async function abandonRefund(
  deps: PaymentDeps,
  { id, paymentId, refusal }: { id: number; paymentId: number; refusal: string },
) {
  deps.log.error({ refund: id, payment: paymentId }, `a refund was refused: ${refusal}`);
  await deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
    await failRefund(trx, deps, { id, paymentId });
  });
}

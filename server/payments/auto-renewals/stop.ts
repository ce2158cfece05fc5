import { type RawBuilder, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { cancelOpenPayment } from '#server/payments/cancellation.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { deleteUnneededCustomers } from './customers.ts';
import { autoRenewalStoppedEmail, type RenewedPlan } from './emails.ts';
import { endAutoRenewals } from './end.ts';
import { findRenewedPlan, sendRenewalEmail } from './send-emails.ts';

/**
 * Stops renewals of the owner's, cancels what is being charged for them, and confirms it by email.
 * @param where which ones
 * @throws {NotFound} when there are none
 * @throws {Unavailable} when an open charge cannot be canceled at the provider: it is stopped all the same
 */
export async function stopAutoRenewals(
  deps: PaymentDeps,
  where: RawBuilder<unknown>,
  reason: 'stopped' | 'card-removed' = 'stopped',
): Promise<RenewedPlan[]> {
  const stopped = await deps.db.transaction().execute(async (trx) => {
    const ended = await endAutoRenewals(trx, sql`mode = ${deps.cards.mode} and (${where})`, reason);
    const plans: RenewedPlan[] = [];
    for (const renewal of ended) {
      await sendRenewalEmail(trx, deps, renewal, (owner, plan) => autoRenewalStoppedEmail(deps.site, owner, plan));
      const plan = await findRenewedPlan(trx, renewal);
      if (plan) plans.push(plan);
    }
    return { ended, plans };
  });
  if (stopped.ended.length === 0) throw new NotFound(t('This plan doesn’t renew automatically.'));
  for (const { id } of stopped.ended) {
    const { rows } = await sql<{ id: number; intent_id: string | null }>`
      select p.id, p.intent_id from auto_renewal_charges c join payments p on p.id = c.payment_id
      where c.auto_renewal_id = ${id} and p.status = 'open'`.execute(deps.db);
    for (const payment of rows) await cancelOpenPayment(deps, payment);
  }
  return stopped.plans;
}

/**
 * Removes the saved card of an account: nothing renews any more, and the card is deleted at the provider.
 * @throws {NotFound} without one
 * @throws {Unavailable} when the provider cannot be reached: nothing renews all the same, and the card is deleted later
 */
export async function removeSavedCard(deps: PaymentDeps, accountId: number): Promise<void> {
  await stopAutoRenewals(deps, sql`account_id = ${accountId}`, 'card-removed');
  await deleteUnneededCustomers(deps, accountId);
}

import { sql, type Transaction } from 'kysely';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { formatDollars, PLANS } from '#contract/plans/plans.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { findPayer } from '#server/payments/receipts/receipts.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { joinParagraphs, toButton, toPageUrl, writeEmail } from '#server/platform/mail/write-email.ts';
import type { PaymentIntent } from '#server/platform/stripe/payment-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type PaymentRow, updatePayment } from './redemption.ts';

/**
 * Notes that a bank processes an unpaid payment, as for a bank debit, and tells the owner once if the bank then refuses it: days
 * later, when nobody waits for the answer in a browser.
 */
export async function followDebit(
  trx: Transaction<DB>,
  { jobs, site }: Pick<PaymentDeps, 'jobs' | 'site'>,
  payment: PaymentRow,
  { status }: PaymentIntent,
): Promise<void> {
  if (status === 'processing' && !payment.processing_at)
    await updatePayment(trx, payment, { processing_at: sql<Date>`now()` });
  if (status !== 'open' || !payment.processing_at) return;
  await updatePayment(trx, payment, { processing_at: null });
  const owner = await findPayer(trx, payment);
  if (!owner) return;
  const facts = { plan: PLANS[payment.plan].name, amountCents: payment.amount_cents };
  await jobs.enqueueEmail(
    trx,
    writeEmail(owner.language, () => debitFailedEmail(site, owner.email, facts)),
  );
}

/** To the owner: the bank refused a payment that it had begun to process. */
export const debitFailedEmail = (
  site: SiteInfo,
  to: string,
  { plan, amountCents }: { plan: string; amountCents: number },
): Email => ({
  to,
  purpose: 'payment',
  subject: t('Your payment to {name} didn’t go through', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Your bank didn’t make the payment of {amount} for {plan}, so the plan hasn’t started. Nothing was charged.', {
      amount: formatDollars(amountCents),
      plan: translateDefined(plan),
    }),
    t('Your listing is saved. Pay another way:'),
    toButton(t('Open your account'), toPageUrl(site, '/account')),
    t('Questions? Contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

import { type Kysely, sql, type Transaction } from 'kysely';
import { PLANS } from '#contract/plans/plans.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { RenewedPlan } from './emails.ts';
import type { RenewalRow } from './end.ts';

interface PlanRow {
  title: string;
  paid_until: Date | null;
  plan: RenewedPlan['plan'];
  amount_cents: number;
  card_last4: string | null;
}

/** The plan of a renewal as its emails say it; undefined without its listing. */
export async function findRenewedPlan(
  db: Kysely<DB>,
  { id, listing_id }: Pick<RenewalRow, 'id' | 'listing_id'>,
): Promise<RenewedPlan | undefined> {
  const { rows } = await sql<PlanRow>`
    select l.title, l.paid_until, c.plan, c.amount_cents, r.card_last4
    from auto_renewals r join auto_renewal_consents c on c.payment_id = r.payment_id join listings l on l.id = r.listing_id
    where r.id = ${id}`.execute(db);
  const [row] = rows;
  return (
    row && {
      listingId: listing_id,
      title: row.title,
      plan: row.plan,
      months: PLANS[row.plan].months,
      amountCents: row.amount_cents,
      cardLast4: row.card_last4,
      paidUntil: row.paid_until,
    }
  );
}

/** Queues an email about a renewal to its owner, with a link that stops it where the email has one. */
export async function sendRenewalEmail(
  trx: Transaction<DB>,
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  renewal: RenewalRow,
  toEmail: (owner: { email: string; email_confirmed_at: Date | null }, plan: RenewedPlan, stopToken: string) => Email,
): Promise<void> {
  const plan = await findRenewedPlan(trx, renewal);
  const owner = await trx
    .selectFrom('accounts')
    .select(['email', 'email_confirmed_at', 'language'])
    .where('id', '=', renewal.account_id)
    .executeTakeFirst();
  if (!plan || !owner || owner.email === null) return;
  const { email, email_confirmed_at, language } = owner;
  const stop = deferToken('stop-renewal', renewal.id);
  const written = writeEmail(language, () => toEmail({ email, email_confirmed_at }, plan, stop.placeholder));
  await jobs.enqueueEmail(trx, { ...written, deferred: written.text.includes(stop.placeholder) ? [stop] : [] });
}

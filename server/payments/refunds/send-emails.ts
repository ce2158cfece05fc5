import { sql, type Transaction } from 'kysely';
import { PLANS } from '#contract/plans/plans.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { formatReceiptNumber } from '#server/payments/receipts/receipts.ts';
import { findLastTerm } from '#server/payments/terms.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  type Recipient,
  toRecipient,
  type WrittenEmail,
  writeEmail,
  writeToOperator,
} from '#server/platform/mail/write-email.ts';
import {
  type EndedByRefund,
  type PaymentOwner,
  type RefundedPayment,
  refundDeclinedEmail,
  refundedEmail,
  refundFailedEmail,
  refundRequestedEmail,
  refundWithdrawnEmail,
} from './emails.ts';

type EmailDeps = Pick<PaymentDeps, 'jobs' | 'site'>;

/** Emails the owner about a refund. */
export async function sendRefundedEmail(
  trx: Transaction<DB>,
  deps: EmailDeps,
  {
    paymentId,
    amountCents,
    endsLevel,
    partIds,
  }: { paymentId: number; amountCents: number; endsLevel: boolean; partIds: number[] | null },
): Promise<void> {
  const ended = endsLevel ? await findEnded(trx, paymentId, partIds) : ({ kind: 'nothing' } as const);
  await sendEmail(
    trx,
    deps,
    paymentId,
    ({ payment, recipient }) =>
      recipient &&
      writeEmail(recipient.language, () => refundedEmail(deps.site, recipient.email, { payment, amountCents, ended })),
  );
}

/** What the refund of a payment ended, after it did. A term that was over anyway has no early end. */
async function findEnded(trx: Transaction<DB>, paymentId: number, partIds: number[] | null): Promise<EndedByRefund> {
  const { rows: parts } = await sql<{ title: string | null }>`
    select l.title from payments p left join listings l on l.id = p.listing_id
    where p.part_of = ${paymentId} and (${partIds}::bigint[] is null or p.id = any(${partIds}::bigint[]))
    order by p.id`.execute(trx);
  if (parts.length > 0) return { kind: 'parts', titles: parts.flatMap(({ title }) => title ?? []) };
  const term = await trx
    .selectFrom('terms')
    .select(['listing_id', 'mode', 'ended_at'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  if (!term) return { kind: 'credit' };
  if (term.ended_at === null) return { kind: 'nothing' };
  const last = await findLastTerm(trx, term.listing_id, term.mode);
  return { kind: 'term', left: last ? { level: last.level, until: last.ends_at } : null };
}

/** Emails the owner why a refund request was declined. */
export const sendRefundDeclinedEmail = (
  trx: Transaction<DB>,
  deps: EmailDeps,
  { paymentId, answer, partIds }: { paymentId: number; answer: string; partIds: number[] | null },
): Promise<void> =>
  sendEmail(
    trx,
    deps,
    paymentId,
    ({ payment, recipient }) =>
      recipient &&
      writeEmail(recipient.language, () => refundDeclinedEmail(deps.site, recipient.email, { payment, answer })),
    partIds,
  );

/** Emails the administrator about a refund request. */
export const sendRefundRequestedEmail = (
  trx: Transaction<DB>,
  deps: EmailDeps,
  { paymentId, reason, partIds }: { paymentId: number; reason: string; partIds: number[] | null },
): Promise<void> =>
  sendEmail(
    trx,
    deps,
    paymentId,
    (about) => writeToOperator(() => refundRequestedEmail(deps.site, { ...about, reason })),
    partIds,
  );

/** Emails the administrator that a refund request was withdrawn. */
export const sendRefundWithdrawnEmail = (
  trx: Transaction<DB>,
  deps: EmailDeps,
  { paymentId, partIds }: { paymentId: number; partIds: number[] | null },
): Promise<void> =>
  sendEmail(trx, deps, paymentId, (about) => writeToOperator(() => refundWithdrawnEmail(deps.site, about)), partIds);

/** Emails the administrator about a refund that the provider could not make. */
export const sendRefundFailedEmail = (trx: Transaction<DB>, deps: EmailDeps, paymentId: number): Promise<void> =>
  sendEmail(trx, deps, paymentId, (about) => writeToOperator(() => refundFailedEmail(deps.site, about)));

interface RefundEmailContext {
  payment: RefundedPayment;
  owner: PaymentOwner;
  /** The account; null if it is deleted or has no address. */
  recipient: Recipient | null;
}

async function sendEmail(
  trx: Transaction<DB>,
  { jobs }: EmailDeps,
  paymentId: number,
  render: (about: RefundEmailContext) => WrittenEmail | null,
  partIds: number[] | null = null,
): Promise<void> {
  const { id, plan, receipt_number, account, username, email, language, email_confirmed_at } = await trx
    .selectFrom('payments')
    .leftJoin('accounts', 'accounts.id', 'payments.account_id')
    .select([
      'payments.id',
      'plan',
      'receipt_number',
      'payments.username',
      'accounts.id as account',
      'email',
      'email_confirmed_at',
      'payments.language',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const receipt = receipt_number === null ? null : formatReceiptNumber(receipt_number);
  const owner = { id: account, username, isConfirmed: email_confirmed_at !== null };
  const recipient = language === null ? null : toRecipient({ email, language });
  const parts = partIds === null ? [] : await findParts(trx, partIds);
  const message = render({ payment: { id, plan: PLANS[plan].name, receipt, parts }, owner, recipient });
  if (message) await jobs.enqueueEmail(trx, message);
}

async function findParts(trx: Transaction<DB>, partIds: number[]) {
  const { rows } = await sql<{ title: string | null; amountCents: number }>`
    select l.title, p.amount_cents as "amountCents" from payments p left join listings l on l.id = p.listing_id
    where p.id = any(${partIds}::bigint[]) order by p.id`.execute(trx);
  return rows;
}

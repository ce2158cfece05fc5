import type { Transaction } from 'kysely';
import { PLANS } from '#contract/plans.ts';
import type { DB } from '../db/schema.ts';
import type { Letter } from '../mail/mail.ts';
import {
  declinedLetter,
  type RefundedPayment,
  refundAskedLetter,
  refundedLetter,
  refundFailedLetter,
} from './letters.ts';
import type { PaymentParts } from './payment-parts.ts';
import { receiptName } from './receipts.ts';

type Parts = Pick<PaymentParts, 'jobs' | 'site'>;

/** Writes to the owner that money was given back. */
export const mailRefunded = (
  trx: Transaction<DB>,
  parts: Parts,
  { paymentId, ...refund }: { paymentId: number; amountCents: number; endsLevel: boolean },
): Promise<void> =>
  mail(
    trx,
    parts,
    paymentId,
    ({ payment, email }) => email && refundedLetter(parts.site, email, { payment, ...refund }),
  );

/** Writes to the owner why money that was asked back is not given back. */
export const mailDeclined = (
  trx: Transaction<DB>,
  parts: Parts,
  { paymentId, answer }: { paymentId: number; answer: string },
): Promise<void> =>
  mail(trx, parts, paymentId, ({ payment, email }) => email && declinedLetter(parts.site, email, { payment, answer }));

/** Writes to the administrator that money is asked back. */
export const mailRefundAsked = (
  trx: Transaction<DB>,
  parts: Parts,
  { paymentId, reason }: { paymentId: number; reason: string },
): Promise<void> => mail(trx, parts, paymentId, (about) => refundAskedLetter(parts.site, { ...about, reason }));

/** Writes to the administrator that the provider could not give money back. */
export const mailRefundFailed = (trx: Transaction<DB>, parts: Parts, paymentId: number): Promise<void> =>
  mail(trx, parts, paymentId, (about) => refundFailedLetter(parts.site, about));

interface About {
  payment: RefundedPayment;
  username: string;
  /** Null when the account is gone, or has none. */
  email: string | null;
}

async function mail(
  trx: Transaction<DB>,
  { jobs }: Parts,
  paymentId: number,
  write: (about: About) => Letter | '' | null,
): Promise<void> {
  const { id, plan, receipt_number, username, email } = await trx
    .selectFrom('payments')
    .leftJoin('accounts', 'accounts.id', 'payments.account_id')
    .select(['payments.id', 'plan', 'receipt_number', 'payments.username', 'email'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const receipt = receipt_number === null ? null : receiptName(receipt_number);
  const letter = write({ payment: { id, plan: PLANS[plan].name, receipt }, username, email });
  if (letter) await jobs.mail(trx, letter);
}

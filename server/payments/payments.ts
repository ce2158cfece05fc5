import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import type { AdminPayment, Payment } from '#contract/payments.ts';
import { PLANS } from '#contract/plans.ts';
import type { DB } from '../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../http/cursor.ts';
import type { PaymentMode } from '../stripe/payment-provider.ts';
import { type DocumentNumber, formatDocumentNumber } from './invoices/numbers.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { formatReceiptNumber } from './receipts.ts';
import { isCredit, waitsWithListing } from './redemption.ts';
import { detachPayments } from './retention.ts';
import { paymentNotFound } from './settlement.ts';
import { toPercent } from './taxes/tax.ts';

/** Days after paying within which an owner can request a refund (docs/product.md, Payments). */
export const REFUND_DAYS = 7;

/** What reads payments: those of the running mode. */
type PaymentReadDeps = Pick<PaymentDeps, 'db' | 'cards'>;

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
    sql`p.account_id = ${accountId} and p.status in ('paid', 'refused') and not p.is_gift`,
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
  const where = sql`p.account_id = ${accountId} and p.id = ${id} and not p.is_gift`;
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
    const where = sql`p.account_id = ${accountId}`;
    const { rows } = await selectPaymentDetails(mode, where, { limit: MAX_EXPORTED }).execute(db);
    return rows.map(toPayment);
  },
  /** Runs before the listings are erased, in the lock order of `settle`. Later payments are refunded. */
  erase: detachPayments,
});

/** The filter of the administrator: all payments, those of a status, or those with an open refund request. */
type PaymentListQuery = ListQuery & { status?: Payment['status']; refundRequested?: boolean };

/** Payments of all accounts, newest first. */
export async function listAllPayments(
  { db, cards }: PaymentReadDeps,
  query: PaymentListQuery,
): Promise<{ payments: AdminPayment[]; cursor: string | null }> {
  const { rows } = await allPaymentsQuery(cards.mode, query).execute(db);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { payments: page.map(toAdminPayment), cursor };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function allPaymentsQuery(mode: PaymentMode, query: PaymentListQuery) {
  const status = query.status ? sql`p.status = ${query.status} and not p.is_gift` : sql`not p.is_gift`;
  const refundRequested = sql`p.id in (select payment_id from refund_requests where status = 'open')`;
  return selectPaymentDetails(mode, query.refundRequested ? sql`${status} and ${refundRequested}` : status, query);
}

/** @throws {NotFound} 'Payment not found.' */
export async function findPayment({ db, cards }: PaymentReadDeps, id: number): Promise<AdminPayment> {
  const { rows } = await selectPaymentDetails(cards.mode, sql`p.id = ${id} and not p.is_gift`).execute(db);
  const [row] = rows;
  if (!row) throw paymentNotFound();
  return toAdminPayment(row);
}

interface PaymentDetailsRow {
  id: number;
  account_id: number | null;
  username: string;
  plan: Payment['plan'];
  level: Payment['level'];
  months: number;
  amount_cents: number;
  discount_cents: number;
  coupon_code: string | null;
  tax_cents: number;
  tax_name: string | null;
  tax_rate: number | null;
  status: Payment['status'];
  refusal: string | null;
  intent_id: string | null;
  card_brand: string | null;
  card_last4: string | null;
  receipt_number: number | null;
  created_at: Date;
  paid_at: Date | null;
  /** Whether a refund can still be requested, by the time alone. */
  is_recent: boolean | null;
  redeemed_at: Date | null;
  returned_at: Date | null;
  disputed_at: Date | null;
  is_gift: boolean;
  /** Whether it waits with its listing for approval. */
  is_waiting: boolean;
  invoice: DocumentNumber | null;
  listing: { id: number; title: string } | null;
  term: { startsAt: string; endsAt: string; endedAt: string | null } | null;
  refunds: { amountCents: number; at: string; reason: string; creditNote: DocumentNumber | null }[];
  chargebacks: { amountCents: number; at: string; creditNote: DocumentNumber }[];
  request: { status: 'open' | 'granted' | 'declined'; reason: string; answer: string | null } | null;
}

/** Payments of a mode with all public columns, the newest first: one page plus one row. */
const selectPaymentDetails = (
  mode: PaymentMode,
  where: RawBuilder<unknown>,
  { limit, cursor }: { limit: number; cursor?: string } = { limit: 1 },
) =>
  sql<PaymentDetailsRow>`
    select p.id, p.account_id, p.username, p.plan, p.level, p.months, p.amount_cents, p.discount_cents, p.tax_cents, p.tax_name,
      p.tax_rate, (select c.code from coupon_uses u join coupons c on c.id = u.coupon_id where u.payment_id = p.id) as coupon_code,
      p.status, p.refusal, p.intent_id,
      p.card_brand, p.card_last4, p.receipt_number, p.created_at, p.paid_at,
      p.paid_at > now() - make_interval(days => ${sql.lit(REFUND_DAYS)}) as is_recent, p.redeemed_at, p.returned_at, p.disputed_at,
      p.is_gift,
      p.redeemed_at is null and ${waitsWithListing('p')} as is_waiting,
      (select ${toDocumentNumber} from invoices i where i.payment_id = p.id and i.kind = 'invoice') as invoice,
      (select json_build_object('id', l.id, 'title', l.title) from listings l where l.id = p.listing_id) as listing,
      (select json_build_object('startsAt', ${toIsoString(sql`t.starts_at`)}, 'endsAt', ${toIsoString(sql`t.ends_at`)},
        'endedAt', ${toIsoString(sql`t.ended_at`)}) from terms t where t.payment_id = p.id) as term,
      (select coalesce(json_agg(json_build_object('amountCents', r.amount_cents, 'at', ${toIsoString(sql`r.made_at`)},
        'reason', r.reason, 'creditNote', (select ${toDocumentNumber} from invoices i where i.refund_id = r.id))
        order by r.id), '[]') from refunds r where r.payment_id = p.id and r.status = 'made') as refunds,
      (select coalesce(json_agg(json_build_object('amountCents', (i.facts ->> 'amountCents')::int, 'at', i.facts ->> 'refundedAt',
        'creditNote', ${toDocumentNumber}) order by i.id), '[]') from invoices i
        where i.payment_id = p.id and i.dispute_id is not null) as chargebacks,
      (select json_build_object('status', q.status, 'reason', q.reason, 'answer', q.answer) from refund_requests q
        where q.payment_id = p.id order by q.id desc limit 1) as request
    from payments p
    where p.mode = ${mode} and ${where} ${cursor === undefined ? sql`` : sql`and p.id < ${parseCursor(cursor, idPosition).id}`}
    order by p.id desc limit ${limit + 1}`;

const toDocumentNumber = sql`json_build_object('kind', i.kind, 'year', i.year, 'number', i.number)`;

/** A timestamp in the format of JavaScript's `toISOString`. */
const toIsoString = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const DAY_MS = 24 * 60 * 60 * 1000;

function toPayment(row: PaymentDetailsRow): Payment {
  const refundedCents = row.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const until = row.paid_at && row.returned_at === null ? new Date(row.paid_at.getTime() + REFUND_DAYS * DAY_MS) : null;
  return {
    id: row.id,
    plan: row.plan,
    planName: translateDefined(PLANS[row.plan].name),
    level: row.level,
    months: row.months,
    ...toBreakdown(row),
    refundedCents,
    status: row.status,
    isCredit: isCredit(row) && !row.is_waiting,
    isGift: row.is_gift,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    receiptNumber: row.receipt_number === null ? null : formatReceiptNumber(row.receipt_number),
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? 'card', last4: row.card_last4 },
    listing: row.listing,
    term: row.term,
    refunds: row.refunds.map(({ creditNote, ...refund }) => ({
      ...refund,
      reason: translateDefined(refund.reason),
      creditNote: creditNote && formatDocumentNumber(creditNote),
    })),
    chargebacks: row.chargebacks.map(({ creditNote, ...chargeback }) => ({
      ...chargeback,
      creditNote: formatDocumentNumber(creditNote),
    })),
    invoiceNumber: row.invoice && formatDocumentNumber(row.invoice),
    refundableUntil: until && row.is_recent && refundedCents < row.amount_cents ? until.toISOString() : null,
    refundRequest: row.request && { ...row.request, reason: translateDefined(row.request.reason) },
  };
}

const toBreakdown = ({
  amount_cents,
  discount_cents,
  coupon_code,
  tax_cents,
  tax_name,
  tax_rate,
}: PaymentDetailsRow) => ({
  priceCents: amount_cents + discount_cents - tax_cents,
  discount: coupon_code === null ? null : { code: coupon_code, cents: discount_cents },
  tax:
    tax_name === null || tax_rate === null ? null : { name: tax_name, percent: toPercent(tax_rate), cents: tax_cents },
  amountCents: amount_cents,
});

const toAdminPayment = (row: PaymentDetailsRow): AdminPayment => ({
  ...toPayment(row),
  account: { id: row.account_id, username: row.username },
  intentId: row.intent_id,
  disputed: row.disputed_at !== null,
  refusal: row.refusal === null ? null : translateDefined(row.refusal),
});

import { sql, type Transaction } from 'kysely';
import { toListCents } from '#server/payments/plans/offers.ts';
import { formatReceiptNumber } from '#server/payments/receipts/receipts.ts';
import type { DB, Invoices } from '#server/platform/db/schema.ts';
import type { Charge } from '#server/platform/stripe/payment-provider.ts';
import { type BilledPayment, findBilledPayment, type InvoiceDeps, toDocumentFacts, toTax } from './billed-payment.ts';
import type { CreditNoteFacts, InvoiceFacts } from './facts.ts';
import { type DocumentNumber, formatDocumentNumber, nextNumber } from './numbers.ts';

/**
 * Issues what a payment lacks: the invoice once it is paid, and a credit note for each refund that was made and each dispute that was
 * lost. A credit note whose refund failed afterwards is canceled. In the transaction that records the payment, the refund or the dispute,
 * as its last step: it locks the counters of numbers. See docs/decisions/0113-sales-tax-and-invoices.md.
 * @param paymentId locked by the caller
 * @param disputes those of the charge, as the provider has them
 */
export async function syncInvoices(
  trx: Transaction<DB>,
  deps: InvoiceDeps,
  paymentId: number,
  disputes: Charge['disputes'] = [],
): Promise<void> {
  const payment = await findBilledPayment(trx, paymentId);
  if (!payment) return;
  const invoice = (await findInvoice(trx, paymentId)) ?? (await issueInvoice(trx, deps, payment));
  const lost = disputes.flatMap(({ id, status }) => (status === 'lost' ? id : []));
  const { rows: returns } = await sql<Return>`
    select id as refund_id, null as dispute_id, amount_cents, made_at, part_ids from refunds r
    where payment_id = ${paymentId} and status = 'made' and not exists (select from invoices i where i.refund_id = r.id)
    union all
    select null, provider_id, -amount_cents, at, null from ledger l
    where payment_id = ${paymentId} and kind = 'dispute' and provider_id = any(${lost})
      and not exists (select from invoices i where i.dispute_id = l.provider_id)
    order by made_at, refund_id, dispute_id`.execute(trx);
  for (const returned of returns) await issueCreditNote(trx, deps, { payment, invoice, returned });
  await sql`
    update invoices set canceled_at = now() where payment_id = ${paymentId} and canceled_at is null
      and refund_id in (select id from refunds where payment_id = ${paymentId} and status = 'failed')`.execute(trx);
}

async function issueInvoice(trx: Transaction<DB>, deps: InvoiceDeps, payment: BilledPayment): Promise<IssuedInvoice> {
  const priceCents = payment.amount_cents + payment.discount_cents - payment.tax_cents;
  const facts: InvoiceFacts = {
    ...toDocumentFacts(deps, payment),
    months: payment.months,
    renews: payment.renews,
    priceCents,
    listCents: toListCents({ months: payment.months, priceCents }, payment.month_cents),
    discount: payment.code === null ? null : { code: payment.code, cents: payment.discount_cents },
    tax: toTax(payment, payment.tax_cents),
    amountCents: payment.amount_cents,
    term: payment.starts_at &&
      payment.ends_at && { startsAt: payment.starts_at.toISOString(), endsAt: payment.ends_at.toISOString() },
    paidAt: payment.paid_at.toISOString(),
    receipt: formatReceiptNumber(payment.receipt_number),
  };
  const number = await nextNumber(trx, payment.mode, 'invoice');
  await insertDocument(trx, { ...number, mode: payment.mode, payment_id: payment.id, facts });
  return number;
}

async function issueCreditNote(
  trx: Transaction<DB>,
  deps: InvoiceDeps,
  { payment, invoice, returned }: { payment: BilledPayment; invoice: IssuedInvoice; returned: Return },
): Promise<void> {
  const { rows } = await sql<{ amount: number; tax: number }>`
    select coalesce(sum((facts ->> 'amountCents')::int), 0)::int as amount,
      coalesce(sum((facts -> 'tax' ->> 'cents')::int), 0)::int as tax
    from invoices where payment_id = ${payment.id} and kind = 'credit-note' and canceled_at is null`.execute(trx);
  const before = rows[0] as { amount: number; tax: number };
  // Of all returns together, so that they add up to the tax when everything is returned. After a refund a bank may take the whole amount.
  const returnedCents = Math.min(before.amount + returned.amount_cents, payment.amount_cents);
  const taxCents = Math.round((payment.tax_cents * returnedCents) / payment.amount_cents) - before.tax;
  const facts: CreditNoteFacts = {
    ...toDocumentFacts(deps, payment, returned.part_ids),
    invoice: formatDocumentNumber(invoice),
    invoicedAt: invoice.issued_at.toISOString(),
    cause: returned.dispute_id === null ? 'refund' : 'dispute',
    refundedAt: returned.made_at.toISOString(),
    amountCents: returned.amount_cents,
    tax: toTax(payment, taxCents),
  };
  const number = await nextNumber(trx, payment.mode, 'credit-note');
  const { refund_id, dispute_id } = returned;
  await insertDocument(trx, { ...number, mode: payment.mode, payment_id: payment.id, refund_id, dispute_id, facts });
}

const insertDocument = (trx: Transaction<DB>, { facts, ...row }: IssuedDocument) =>
  trx
    .insertInto('invoices')
    .values({ ...row, facts: JSON.stringify(facts) })
    .execute();

interface IssuedDocument extends IssuedInvoice {
  mode: Invoices['mode'];
  payment_id: number;
  refund_id?: number | null;
  dispute_id?: string | null;
  facts: InvoiceFacts | CreditNoteFacts;
}

type IssuedInvoice = DocumentNumber & { issued_at: Date };

const findInvoice = (trx: Transaction<DB>, paymentId: number): Promise<IssuedInvoice | undefined> =>
  trx
    .selectFrom('invoices')
    .select(['kind', 'year', 'number', 'issued_at'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();

/** A refund, or a dispute that was lost; `dispute_id` is that of the provider. */
interface Return {
  refund_id: number | null;
  dispute_id: string | null;
  amount_cents: number;
  made_at: Date;
  part_ids: number[] | null;
}

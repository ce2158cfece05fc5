import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type Billing, MAX_INVOICE_VERSIONS } from '#contract/plans/billing.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { paymentNotFound } from '#server/payments/settlement.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { type InvoiceFacts, invoiceFactsSchema } from './facts.ts';
import { syncInvoices } from './issue.ts';

/**
 * Adds a version of the invoice of a payment with other details of the buyer. The earlier versions stay, and nothing else differs.
 * See docs/decisions/0159-reissued-invoices-keep-their-number.md.
 * @returns its number, from 2
 * @throws {NotFound} for a payment of another account, or one that was not paid
 * @throws {Conflict} when the last version says the same, or there are 20
 */
export function reissueInvoice(
  { db, cards, site }: Pick<PaymentDeps, 'db' | 'cards' | 'site'>,
  { accountId, paymentId, billing }: { accountId: number; paymentId: number; billing: Billing },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .select(['id', 'username'])
      .where('id', '=', paymentId)
      .where('account_id', '=', accountId)
      .where('mode', '=', cards.mode)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw paymentNotFound();
    // One that was paid before there were invoices gets its first version now.
    await syncInvoices(trx, { site }, paymentId);
    const first = await findFirstVersion(trx, paymentId);
    if (!first) throw paymentNotFound();
    const last = await findReissue(trx, first.id);
    const facts = invoiceFactsSchema.parse(last?.facts ?? first.facts);
    const buyer = toBuyer(facts, billing);
    if (JSON.stringify(buyer) === JSON.stringify(facts.buyer)) throw new Conflict(t('The invoice already says this.'));
    const version = (last?.version ?? 1) + 1;
    if (version > MAX_INVOICE_VERSIONS) {
      throw new Conflict(t('This invoice has been reissued too often. Please contact us.'));
    }
    await trx
      .insertInto('invoice_versions')
      .values({ invoice_id: first.id, version, facts: JSON.stringify({ ...facts, buyer }) })
      .execute();
    await recordAuditEvent(trx, {
      kind: 'invoice-reissued',
      accountId,
      username: payment.username,
      before: { payment: paymentId, version: version - 1 },
      after: { payment: paymentId, version },
    });
    return version;
  });
}

const toBuyer = ({ buyer }: InvoiceFacts, { companyName, address, taxId = '' }: Billing): InvoiceFacts['buyer'] => ({
  name: buyer?.name ?? '',
  company: companyName,
  address,
  taxId,
});

/** An invoice as it was reissued: a version, or the last one; undefined where there is none. */
export async function findReissue(
  db: Kysely<DB>,
  invoiceId: number,
  version?: number,
): Promise<{ version: number; issuedAt: Date; facts: unknown } | undefined> {
  const { rows } = await sql<{ version: number; issuedAt: Date; facts: unknown }>`
    select version, issued_at as "issuedAt", facts from invoice_versions
    where invoice_id = ${invoiceId} and version = coalesce(${version ?? null}::int, version)
    order by version desc limit 1`.execute(db);
  return rows[0];
}

const findFirstVersion = (trx: Transaction<DB>, paymentId: number) =>
  trx
    .selectFrom('invoices')
    .select(['id', 'facts'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();

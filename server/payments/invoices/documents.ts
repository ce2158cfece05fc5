import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { paymentNotFound } from '#server/payments/settlement.ts';
import type { DB, Invoices } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { toCreditNotePages } from './credit-note-pages.ts';
import { creditNoteFactsSchema, invoiceFactsSchema } from './facts.ts';
import { syncInvoices } from './issue.ts';
import { formatDocumentNumber } from './numbers.ts';
import { toInvoicePages } from './pages.ts';
import { findReissue } from './reissue.ts';
import { renderPdf } from './render-pdf.ts';

// Each PDF takes a thread.
const RATE_LIMIT = { limit: 100, windowSeconds: 60 * 60 };

type DocumentDeps = Pick<PaymentDeps, 'db' | 'cards' | 'site'>;

/** A PDF and its number. */
export interface PaymentDocument {
  number: string;
  pdf: Buffer;
}

/**
 * The invoice of a payment. One that was paid before there were invoices gets its own now.
 * @param accountId whose payment it must be; null for the staff
 * @param version the last one by default
 * @throws {NotFound} for a payment of another account, one that was not paid, or a version that there is not
 * @throws {TooManyRequests} after 100 documents of an owner in an hour
 */
export async function renderInvoice(
  deps: DocumentDeps,
  { accountId, paymentId, version }: { accountId: number | null; paymentId: number; version?: number },
): Promise<PaymentDocument> {
  await assertReadable(deps, { accountId, paymentId });
  const stored =
    (await findDocument(deps.db, paymentId, sql`kind = 'invoice'`)) ??
    (await issueLate(deps, paymentId)) ??
    (await findDocument(deps.db, paymentId, sql`kind = 'invoice'`));
  if (!stored) throw paymentNotFound();
  const head = toHead(stored);
  const reissue = version === 1 ? undefined : await findReissue(deps.db, stored.id, version);
  if (version !== undefined && version !== 1 && !reissue) throw new NotFound(t('This invoice has no such version.'));
  const facts = invoiceFactsSchema.parse(reissue?.facts ?? stored.facts);
  return {
    number: reissue ? `${head.number}-v${reissue.version}` : head.number,
    pdf: await renderPdf(toInvoicePages({ ...head, reissue }, facts)),
  };
}

/**
 * A credit note of a payment.
 * @param number 'CN-2026-000123'
 * @throws {NotFound} for a payment of another account, or a number that it does not have
 */
export async function renderCreditNote(
  deps: DocumentDeps,
  { accountId, paymentId, number }: { accountId: number | null; paymentId: number; number: string },
): Promise<PaymentDocument> {
  await assertReadable(deps, { accountId, paymentId });
  const [, year = '', counted = ''] = /^CN-(\d{4})-(\d{6,9})$/.exec(number) ?? [];
  const where = sql`kind = 'credit-note' and year = ${Number(year)} and number = ${Number(counted)}`;
  const stored = await findDocument(deps.db, paymentId, where);
  if (!stored) throw new NotFound(t('Credit note not found.'));
  const head = toHead(stored);
  return {
    number: head.number,
    pdf: await renderPdf(toCreditNotePages(head, creditNoteFactsSchema.parse(stored.facts))),
  };
}

async function assertReadable(
  { db, cards }: DocumentDeps,
  { accountId, paymentId }: { accountId: number | null; paymentId: number },
): Promise<void> {
  if (accountId !== null) await consumeRateLimit(db, `invoice:${accountId}`, RATE_LIMIT);
  const payment = await db
    .selectFrom('payments')
    .select('account_id')
    .where('id', '=', paymentId)
    .where('mode', '=', cards.mode)
    .where('part_of', 'is', null)
    .executeTakeFirst();
  if (!payment || (accountId !== null && payment.account_id !== accountId)) throw paymentNotFound();
}

/** Issues what a payment of an earlier release lacks. */
function issueLate(deps: DocumentDeps, paymentId: number): Promise<undefined> {
  return deps.db.transaction().execute(async (trx) => {
    await sql`
      select from payments join accounts on accounts.id = account_id where payments.id = ${paymentId}
      for key share of accounts`.execute(trx);
    await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
    await syncInvoices(trx, deps, paymentId);
    return undefined;
  });
}

interface StoredDocument {
  id: number;
  mode: Invoices['mode'];
  kind: Invoices['kind'];
  year: number;
  number: number;
  issued_at: Date;
  canceled_at: Date | null;
  facts: unknown;
}

async function findDocument(
  db: Kysely<DB>,
  paymentId: number,
  where: ReturnType<typeof sql>,
): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select id, mode, kind, year, number, issued_at, canceled_at, facts from invoices
    where payment_id = ${paymentId} and ${where}`.execute(db);
  return rows[0];
}

const toHead = ({ issued_at, canceled_at, mode, ...stored }: StoredDocument) => ({
  number: formatDocumentNumber(stored),
  issuedAt: issued_at,
  canceledAt: canceled_at,
  isTest: mode === 'simulated',
});

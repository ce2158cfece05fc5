import { sql, type Transaction } from 'kysely';
import type { DB, Invoices } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';

/** What identifies an invoice or a credit note within a mode. */
export interface DocumentNumber {
  kind: Invoices['kind'];
  year: number;
  number: number;
}

const PREFIXES: Record<Invoices['kind'], string> = { invoice: 'INV', 'credit-note': 'CN' };

/** 'INV-2026-000123' or 'CN-2026-000123'. */
export const formatDocumentNumber = ({ kind, year, number }: DocumentNumber): string =>
  `${PREFIXES[kind]}-${year}-${String(number).padStart(6, '0')}`;

/**
 * The next number of a kind, and the time at which it is taken. Numbers have no gaps and follow the time, because the row of the counter
 * is locked until the transaction ends and the clock is read after that; each year of Los Angeles begins with 1. Take it after all
 * other locks: other settlements wait for this one.
 */
export async function nextNumber(
  trx: Transaction<DB>,
  mode: PaymentMode,
  kind: Invoices['kind'],
): Promise<DocumentNumber & { issued_at: Date }> {
  await sql`
    insert into invoice_counters as counter (mode, kind, year, number, issued_at) values (${mode}, ${kind}, 0, 0, 'epoch')
    on conflict (mode, kind) do update set number = counter.number`.execute(trx);
  const { rows } = await sql<{ year: number; number: number; issued_at: Date }>`
    with clock as materialized (
      select at, extract(year from at at time zone 'America/Los_Angeles')::smallint as year
      from (select greatest(issued_at, clock_timestamp()) as at from invoice_counters
        where mode = ${mode} and kind = ${kind}) as later
    )
    update invoice_counters c set issued_at = clock.at, year = clock.year,
      number = case when c.year < clock.year then 1 else c.number + 1 end
    from clock where c.mode = ${mode} and c.kind = ${kind}
    returning c.year, c.number, c.issued_at`.execute(trx);
  return { kind, ...(rows[0] as (typeof rows)[number]) };
}

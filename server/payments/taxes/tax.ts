import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** A tax that is added to prices. */
export interface TaxRate {
  name: string;
  /** In thousandths of a percent: 7750 is 7.75 %. */
  rate: number;
}

/**
 * The tax that is added to a price now; null if none is.
 * See docs/decisions/0113-sales-tax-and-invoices.md.
 */
export async function findTaxRate(db: Kysely<DB>): Promise<TaxRate | null> {
  const { rows } = await sql<{ name: string | null; rate: number | null }>`
    select name, rate from tax_rates where holds_from <= now() and withdrawn_at is null
    order by holds_from desc, id desc limit 1`.execute(db);
  const [{ name, rate } = { name: null, rate: null }] = rows;
  return name === null || rate === null ? null : { name, rate };
}

const THOUSANDTHS = 100_000;

/** The tax on a net amount, in whole cents; half a cent is rounded up. */
export const toTaxCents = (netCents: number, { rate }: TaxRate): number =>
  Math.floor((netCents * rate + THOUSANDTHS / 2) / THOUSANDTHS);

/** 7.75 for 7750. */
export const toPercent = (rate: number): number => rate / 1000;

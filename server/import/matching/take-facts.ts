import { isDeepStrictEqual } from 'node:util';
import type { FactName } from '#contract/fact-sources.ts';
import type { ImportedListing } from '#server/import/listing.ts';
import type { SourceDates } from '#server/import/source-dates.ts';
import { FACT_COLUMNS, type FactOrigins, mergeFacts, type SourcedListing } from '#server/listings/facts.ts';
import { parseAddress } from './address.ts';

/** What a listing takes over from another description of its business. Its name, category, address and description are its own. */
export const TAKEN_FACTS = ['phone', 'email', 'website', 'hours', 'point', 'wic', 'ebt'] satisfies FactName[];

/** The columns that a listing took over, as they were and as they became: so that it can be undone. */
export type TakenFacts = Record<string, { from: unknown; to: unknown }>;

/**
 * The facts of `other` that `kept` lacks or that are newer: see `mergeFacts`. Changes `kept`.
 * @param names the facts to take over
 */
export function takeFacts(
  kept: Omit<SourcedListing, 'source_date'> & { source_date?: string | null },
  other: SourcedListing,
  dates: SourceDates,
  names: readonly FactName[] = TAKEN_FACTS,
): TakenFacts {
  const { source, source_date = null } = kept;
  const before: SourcedListing = {
    ...kept,
    source_date: source === null ? '' : dates.resolve({ source, source_date }),
  };
  const after = mergeFacts(
    before,
    // Two spellings of one address have one point. At another address the point stays, if there is one.
    names.includes('address') || (kept.lat !== null && areElsewhere(kept, other))
      ? other
      : { ...other, address: kept.address, zip: kept.zip },
    names,
  );
  const taken: TakenFacts = {};
  const columns: string[] = [...names.flatMap((name): string[] => FACT_COLUMNS[name]), 'facts'];
  for (const column of columns as (keyof SourcedListing)[]) {
    const [from, to] = [before[column] ?? null, after[column] ?? null];
    if (!isDeepStrictEqual(from, to)) taken[column] = { from, to };
  }
  Object.assign(kept, toColumns(taken));
  return taken;
}

/** Whether their house numbers or streets differ. */
function areElsewhere(kept: { address?: unknown }, other: { address?: unknown }): boolean {
  const a = parseAddress(kept.address as string | null);
  const b = parseAddress(other.address as string | null);
  if (a.number !== null && b.number !== null && a.number !== b.number) return true;
  return a.street.length > 0 && b.street.length > 0 && !a.street.some((word) => b.street.includes(word));
}

/** The new values of the columns. */
const toColumns = (taken: TakenFacts): { facts?: FactOrigins } =>
  Object.fromEntries(Object.entries(taken).map(([column, { to }]) => [column, to]));

/** A row as a description with a source and a date. */
export const toSourced = (row: ImportedListing, dates: SourceDates): SourcedListing => ({
  ...row,
  source_date: dates.ofRow(row),
  facts: row.facts ?? {},
});

import { isDeepStrictEqual } from 'node:util';
import { t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import type { ImportedListing } from '#server/import/listing.ts';
import type { TakenFacts } from '#server/import/matching/take-facts.ts';
import type { ImportWarning } from '#server/import/summary.ts';

/** A row that replaces what its listing says, for the report. */
export interface ReplacedFacts {
  /** The row by its source. */
  row: Pick<ImportedListing, 'source' | 'source_id'>;
  reason: string;
}

const NAMED = ['business_name', 'address', 'phone', 'email', 'website'] as const;

/** What of a listing a row replaces by something else; nothing where it only adds. */
export function findReplaced({
  draft,
  existing,
}: {
  draft: ImportedListing;
  existing: ImportedListing;
}): ReplacedFacts[] {
  const parts = NAMED.flatMap((column) => {
    const [before, after] = [existing[column], draft[column]];
    return before === null || before === after ? [] : [toReason(column, before, after)];
  });
  if (existing.hours !== null && !isDeepStrictEqual(existing.hours, draft.hours)) parts.push(t('other hours'));
  return parts.length > 0 ? [{ row: draft, reason: parts.join('; ') }] : [];
}

function toReason(column: (typeof NAMED)[number], before: string, after: string | null) {
  const former = truncate(before, 60);
  return after === null
    ? t(
        "{column, select, phone {phone} website {website} email {email} address {address} other {name}} ''{former}'' is gone",
        { column, former },
      )
    : t(
        "{column, select, phone {phone} website {website} email {email} address {address} other {name}} ''{former}'' is now ''{value}''",
        { column, former, value: truncate(after, 60) },
      );
}

/** What of a listing a row of another source replaces when it is merged. */
export function findOverruled(row: ReplacedFacts['row'], taken: TakenFacts): ReplacedFacts[] {
  const parts = (['phone', 'email', 'website'] as const).flatMap((column) => {
    const { from, to } = taken[column] ?? {};
    return typeof from === 'string' && typeof to === 'string' ? [toReason(column, from, to)] : [];
  });
  if (taken.hours?.from) parts.push(t('other hours'));
  return parts.length > 0 ? [{ row, reason: parts.join('; ') }] : [];
}

/** The lines of a report about rows that replace facts. */
export function toWarnings(
  replaced: ReplacedFacts[],
  findRow: (row: ReplacedFacts['row']) => { line: number; name: string } | undefined,
): ImportWarning[] {
  return replaced.flatMap(({ row, reason }) => {
    const found = findRow(row);
    return found ? [{ ...found, id: row.source_id, action: 'updated' as const, reason }] : [];
  });
}

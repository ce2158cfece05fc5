import { t } from '#contract/i18n/t.ts';
import type { AdminImport } from '#contract/imports/imports.ts';

/** Describes what an import did, in a line. */
export function describeResult({
  state,
  rows,
  added,
  updated,
  unchanged,
  merged,
  skipped,
  marked,
  undo,
}: AdminImport): string {
  if (state === 'running')
    return t('{count, plural, one {Not finished: # row so far} other {Not finished: # rows so far}}', { count: rows });
  if (state === 'undoing') return t('Being undone');
  if (state === 'undone') {
    const changes = undo ? listCounts(undo) : '';
    return changes ? t('Undone: {changes}', { changes }) : t('Undone: nothing changed');
  }
  return listCounts({ added, updated, unchanged, merged, skipped, marked }) || t('Nothing changed');
}

/** '120 added, 5 merged', without what is zero. */
const listCounts = (counts: { [Name in keyof typeof COUNTS]?: number }): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => COUNTS[name as keyof typeof COUNTS](count))
    .join(', ');

const COUNTS = {
  added: (count: number) => t('{count, plural, one {# added} other {# added}}', { count }),
  updated: (count: number) => t('{count, plural, one {# updated} other {# updated}}', { count }),
  unchanged: (count: number) => t('{count, plural, one {# unchanged} other {# unchanged}}', { count }),
  merged: (count: number) => t('{count, plural, one {# merged} other {# merged}}', { count }),
  skipped: (count: number) => t('{count, plural, one {# skipped} other {# skipped}}', { count }),
  marked: (count: number) => t('{count, plural, one {# may have closed} other {# may have closed}}', { count }),
  removed: (count: number) => t('{count, plural, one {# removed} other {# removed}}', { count }),
  restored: (count: number) => t('{count, plural, one {# restored} other {# restored}}', { count }),
  kept: (count: number) => t('{count, plural, one {# kept} other {# kept}}', { count }),
};

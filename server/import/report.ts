import { once } from 'node:events';
import { createWriteStream, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { ImportError } from '#server/source-files/rows.ts';
import type { ImportSummary, ImportWarning } from './summary.ts';

/** A report: a CSV file with a line for every row that was skipped, merged, doubtful or corrected, or replaced facts. */
export interface ImportReport {
  path: string;
  /** Begins the file anew, unless the import continues one that was cut off. */
  start(options: { append: boolean }): void;
  add(warning: ImportWarning, listing?: number): void;
  /** Closes the file, and removes it when the import failed. */
  close(options: { keep: boolean }): Promise<void>;
}

/** @throws {ImportError} when it cannot be written there */
export async function openReport(path: string): Promise<ImportReport> {
  const stream = createWriteStream(path, { flags: 'a' });
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new ImportError(`The report ${path} cannot be written: ${(error as Error).message}`);
  }
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  return {
    path,
    start({ append }) {
      if (append) return;
      truncateSync(path);
      stream.write('line,id,name,action,reason,match_id,match_name,match_address,listing\n');
    },
    add({ line, id, name, action, reason, match = { id: '', name: '', address: '' } }, listing) {
      const cells = [line, id, name, action, reason, match.id, match.name, match.address, listing ?? ''];
      stream.write(`${cells.map(csvCell).join(',')}\n`);
    },
    async close({ keep }) {
      await new Promise<void>((done) => stream.end(() => done()));
      if (!keep) await rm(path, { force: true });
      else if (failure) throw new ImportError(`The report ${path} is incomplete: ${failure.message}`);
    },
  };
}

/** Quoted, with an apostrophe before text that a spreadsheet would evaluate as a formula; an import takes it away (`readCell`). */
export function csvCell(value: string | number) {
  const text = String(value);
  return `"${(/^'*[=+@\t\r\n-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The summary as lines to print. */
export function formatSummary(summary: ImportSummary): string[] {
  const {
    read,
    added,
    updated,
    unchanged,
    claimed,
    merged,
    doubtful,
    mended,
    skipped,
    closures,
    refresh,
    swappedPoints,
  } = summary;
  const kinds = (counts: Record<string, number>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([kind, rows]) => `${kind} ${rows}`)
      .join(', ');
  const line = (label: string, rows: number, detail = '') =>
    `  ${label.padEnd(10)}${String(rows).padStart(7)}${detail && `   (${detail})`}`;
  return [
    line('read', read),
    line('added', added),
    line('updated', updated),
    line('unchanged', unchanged),
    ...(claimed > 0 ? [line('claimed', claimed, 'changed in the file, left to their owners')] : []),
    line('merged', merged, merged > 0 ? 'the business of another listing or row' : ''),
    ...(doubtful > 0 ? [line('doubtful', doubtful, 'listed; decide at /admin, Duplicates')] : []),
    line('mended', mended, kinds(summary.mends)),
    line('skipped', skipped, kinds(summary.skips)),
    ...(swappedPoints
      ? [
          `  ${swappedPoints.swapped} of ${swappedPoints.outside} ${swappedPoints.outside === 1 ? 'point' : 'points'} outside of the region would be inside with latitude and longitude swapped: --swap-points`,
        ]
      : []),
    ...(closures > 0 ? [line('closed', closures, 'listed, and closed in the file: may have closed')] : []),
    ...(refresh ? [line('marked', refresh.marked, 'may have closed; decide at /admin')] : []),
    ...(refresh?.partial ?? []).map(
      (source) =>
        `  Nothing of ${source} was marked: the file lacks more than half of its businesses. Is it the whole file?`,
    ),
  ];
}

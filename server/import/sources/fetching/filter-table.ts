import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import { t } from '#contract/i18n/t.ts';
import type { KeepRule, OpenDataSource } from '#server/import/sources/source-list.ts';
import { readColumns } from '#server/source-files/read-rows.ts';
import { ImportError } from '#server/source-files/rows.ts';

// A row of a list of businesses has some hundred characters.
const MAX_RECORD_LENGTH = 1_000_000;

/**
 * Compares the columns of a table with those that the list names.
 * @throws {ImportError} that names the difference
 */
export async function checkColumns(path: string, { title, mapping = {}, ...source }: OpenDataSource): Promise<void> {
  const head = await readColumns(path);
  const constants = Object.keys(source.constants);
  const used = Object.values(mapping)
    .flatMap((name) => name?.split('+') ?? [])
    .filter((name) => !constants.includes(name));
  const kept = source.keep.flatMap(({ column, differsFrom }) => [column, differsFrom ?? column]);
  const found = (head?.header ?? []).map((name) => name.trim());
  const known = new Set(found.map((name) => name.toLowerCase()));
  const missing = [...new Set([...used, ...kept, ...source.columns])].filter((name) => !known.has(name.toLowerCase()));
  if (missing.length === 0) return;
  throw new ImportError(
    t('{title}: the columns have changed. Missing: {missing}. The file has: {found}. Nothing was imported.', {
      title,
      missing: missing.join(', '),
      found: found.slice(0, 60).join(', ') || '–',
    }),
  );
}

/** Leaves only the rows of a CSV file that the list keeps, in its place, and adds the constant columns. Bytes that are no UTF-8 stay as they are. */
export async function filterTable(path: string, { keep, firstOf, constants, title }: OpenDataSource): Promise<void> {
  const added = Object.values(constants);
  if (keep.length === 0 && added.length === 0 && !firstOf) return;
  const parser = parse({
    encoding: 'latin1',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  await pipeline(
    createReadStream(path),
    parser,
    async function* (records: AsyncIterable<string[]>) {
      let read: ((record: string[]) => string[] | null) | undefined;
      for await (const record of records) {
        const kept = read ? read(record)?.concat(added) : [...record, ...Object.keys(constants)];
        read ??= createFilter(record, { keep, firstOf });
        if (kept) yield Buffer.from(`${kept.map(quote).join(',')}\n`, 'latin1');
      }
    },
    createWriteStream(`${path}.kept`, { mode: 0o600 }),
  ).catch((error: CsvError) => {
    if (!error.code?.startsWith('CSV_')) throw error;
    throw new ImportError(t('{title}: the file is damaged ({fault}).', { title, fault: error.message }));
  });
  await rename(`${path}.kept`, path);
}

function createFilter(header: string[], { keep, firstOf }: Pick<OpenDataSource, 'keep' | 'firstOf'>) {
  // A byte order mark, as Latin-1 reads it.
  const names = header.map((name) =>
    name
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trim()
      .toLowerCase(),
  );
  const at = (record: string[], column: string) => (record[names.indexOf(column.toLowerCase())] ?? '').trim();
  return (record: string[]): string[] | null => {
    if (!keep.every((rule) => isKept(rule, (column) => at(record, column).toLowerCase()))) return null;
    if (!firstOf) return record;
    const index = names.indexOf(firstOf.column.toLowerCase());
    return record.map((cell, number) => (number === index ? (cell.split(firstOf.separator)[0] ?? '').trim() : cell));
  };
}

function isKept({ column, filled, differsFrom, ...rule }: KeepRule, get: (column: string) => string): boolean {
  const value = get(column);
  if (filled && value === '') return false;
  if (differsFrom !== undefined && value === get(differsFrom)) return false;
  if (rule.notIn?.some((one) => one.toLowerCase() === value)) return false;
  return rule.in?.some((one) => one.toLowerCase() === value) ?? true;
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

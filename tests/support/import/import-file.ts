import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { importFile } from '#server/import/import.ts';
import type { ImportWarning } from '#server/import/summary.ts';
import { INVALIDATION_CHANNEL } from '#server/platform/db/invalidate.ts';
import type { TestDatabase } from '#tests/support/database.ts';

export const IMPORT_COLUMNS =
  'id,name,category_raw,category,address,city,state,zip,county,phone,website,lat,lng,source'.split(',');

const EXAMPLE_ROW: Record<string, string> = {
  id: 'ex:1',
  name: 'Golden Hour Plumbing',
  category_raw: '',
  category: 'plumbers',
  address: '100 Main St',
  city: 'Irvine',
  state: 'CA',
  zip: '92614',
  county: 'Orange',
  phone: '(949) 555-0100',
  website: 'https://golden-hour.example',
  lat: '33.6801',
  lng: '-117.8302',
  source: 'Examples',
};

const folder = mkdtempSync(join(tmpdir(), 'import-file-'));
let fileCount = 0;

/** Writes a file to import and returns its path. */
export function writeImportFile(content: string | Buffer): string {
  const path = join(folder, `${++fileCount}.csv`);
  writeFileSync(path, content);
  return path;
}

/** The path of a file as other programs and people write it, with invented businesses. */
export const fixtureFile = (name: string): string => join(import.meta.dirname, '../../fixtures/files', name);

/** The text of a CSV file. Missing columns have the values of a valid example, with a different id in each row. */
export function toCsv(rows: Record<string, string>[], columns = IMPORT_COLUMNS): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row, index) =>
    columns.map((column) => cell(row[column] ?? (column === 'id' ? `ex:${index + 1}` : (EXAMPLE_ROW[column] ?? '')))),
  );
  return [columns, ...lines].map((line) => `${line.join(',')}\n`).join('');
}

/** Imports rows (see `toCsv`) and returns the summary with the warnings. */
export async function importRows(
  { db }: TestDatabase,
  rows: Record<string, string>[],
  columns?: string[],
): Promise<Awaited<ReturnType<typeof importFile>> & { warnings: ImportWarning[] }> {
  const warnings: ImportWarning[] = [];
  const summary = await importFile(db, writeImportFile(toCsv(rows, columns)), {
    onWarning: (warning) => warnings.push(warning),
  });
  return { ...summary, warnings };
}

/** Records the invalidated surrogate keys. */
export async function recordInvalidations({ connection }: TestDatabase) {
  const client = new pg.Client(connection);
  // A failed test may leave the connection open when its database is dropped.
  client.on('error', () => {});
  const invalidations: string[][] = [];
  client.on('notification', ({ payload = '' }) => invalidations.push(payload.split(' ').sort()));
  await client.connect();
  await client.query(`listen ${INVALIDATION_CHANNEL}`);
  return {
    /** The keys invalidated since the last call, one list for each transaction. */
    async takeReceived() {
      // PostgreSQL delivers the notifications committed before this statement no later than its result.
      await client.query('select');
      return invalidations.splice(0);
    },
    close: () => client.end(),
  };
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Kysely } from 'kysely';
import { EXPORT_FORMATS, EXPORT_SUBJECTS, type ExportFormat, type ExportSubject } from '#contract/admin/exports.ts';
import { exportPageQuery, writeRows } from '#server/admin/exports/export.ts';
import { EXPORTED_TABLES } from '#server/admin/exports/tables.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { openZip } from './zip.ts';

/** A file of the zip, as its manifest says. */
interface ArchivedFile {
  name: string;
  table: string;
  rows: number;
  bytes: number;
  sha256: string;
}

// Sizes in the zip have 32 bits, so a longer file is continued in another one.
const MAX_FILE_BYTES = 2 ** 31;

/**
 * Writes a zip with each export in both formats, a manifest and a README to a new file. It takes the memory of a page of rows.
 * @param onRows called with the number of rows of each page
 * @throws {Error} when it is aborted, the disk is full, or the zip becomes larger than 4 GB
 */
export async function writeArchive(
  db: Kysely<DB>,
  path: string,
  { site, version, madeAt }: { site: string; version: string; madeAt: Date },
  { onRows, signal }: { onRows: (rows: number) => void; signal: AbortSignal },
): Promise<number> {
  const output = openZip(createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  try {
    const files: ArchivedFile[] = [];
    for (const format of EXPORT_FORMATS)
      for (const subject of Object.keys(EXPORT_SUBJECTS) as ExportSubject[])
        files.push(...(await addExport(output, db, { subject, format, onRows, signal })));
    const manifest = { site, version, madeAt: madeAt.toISOString(), files };
    await output.add('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
    await output.add('README.txt', [describeArchive(site, madeAt)]);
    return await output.end();
  } catch (error) {
    await output.destroy();
    throw error;
  }
}

/** Adds one export: as one file, unless that would be too long for a zip. */
async function addExport(
  output: ReturnType<typeof openZip>,
  db: Kysely<DB>,
  {
    subject,
    format,
    onRows,
    signal,
  }: { subject: ExportSubject; format: ExportFormat; onRows: (rows: number) => void; signal: AbortSignal },
): Promise<ArchivedFile[]> {
  const { table, columns } = EXPORTED_TABLES[subject];
  const files: ArchivedFile[] = [];
  let position = 0;
  let isWhole = false;
  while (!isWhole) {
    const part = files.length === 0 ? '' : `-${files.length + 1}`;
    const name = `${format}/${subject}${part}.${format}`;
    const hash = createHash('sha256');
    const file = { name, table, rows: 0, bytes: 0 };
    const readPage = async (afterId: number) => {
      signal.throwIfAborted();
      if (file.bytes > MAX_FILE_BYTES) return [];
      const { rows } = await exportPageQuery(subject, Math.max(afterId, position)).execute(db);
      position = rows.at(-1)?.id ?? position;
      isWhole = rows.length === 0;
      file.rows += rows.length;
      onRows(rows.length);
      return rows;
    };
    async function* measure(texts: AsyncIterable<string>) {
      for await (const text of texts) {
        hash.update(text);
        file.bytes += Buffer.byteLength(text);
        yield text;
      }
    }
    await output.add(name, measure(writeRows(readPage, columns, format)));
    // A page that is not full is the last one.
    isWhole ||= file.bytes <= MAX_FILE_BYTES;
    files.push({ ...file, sha256: hash.digest('hex') });
  }
  return files;
}

const describeArchive = (site: string, madeAt: Date) => `Everything that ${site} exports, made ${madeAt.toISOString()}.

csv/    for spreadsheets: UTF-8, a heading, a row a line. A cell that a spreadsheet would take for a formula begins with an apostrophe.
jsonl/  the same rows for programs: a JSON object on each line.

manifest.json names each file with its table, rows, bytes and SHA-256 (sha256sum csv/listings.csv).
The tables were read one after the other while the site was running, so a row of one can name a row of another that came later.
Times are in UTC, amounts in US cents. Passwords, sessions, keys and codes are not in here.

The files have personal data: keep them as you keep the database, and delete them when you are done.
A backup, from which the site can be restored with its pictures, is another thing: see docs/backup.md.
`;

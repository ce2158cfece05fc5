import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '#contract/i18n/t.ts';
import { COLUMNS, ImportError, type ImportRow, type RowNote } from '#server/source-files/rows.ts';

const BUFFER_BYTES = 16_000_000;

/**
 * Sorts the rows of a large file by the first four digits of their ZIP codes, through a temporary file: rows of one place are written to the
 * same pages of most indexes, each of which PostgreSQL otherwise logs as a whole again and again. Rows of one ZIP code stay in order.
 * See docs/decisions/0081-large-imports-are-sorted-by-zip-code.md.
 * @throws {ImportError} when there is not enough space
 * @param progress called with the number of rows that were taken, and of all rows
 * @param bufferBytes about what is held in memory
 */
export async function* sortByZip(
  rows: AsyncIterable<ImportRow>,
  progress: (taken: number, total: number) => void = () => {},
  bufferBytes = BUFFER_BYTES,
): AsyncGenerator<ImportRow> {
  const file = await openTemporaryFile();
  try {
    const { groups, total } = await writeGroups(rows, file, bufferBytes);
    let taken = 0;
    for (const key of [...groups.keys()].sort()) {
      for (const chunk of groups.get(key)?.chunks ?? []) {
        for (const line of await readLines(file, chunk)) {
          yield decode(line);
          if (++taken % 1000 === 0) progress(taken, total);
        }
      }
    }
    progress(taken, total);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new ImportError(
      t('There is not enough space in {folder} to sort the file. TMPDIR can name another folder.', {
        folder: tmpdir(),
      }),
    );
  } finally {
    await file.close();
  }
}

/** Its name is deleted at once, so that nothing is left however the program ends. */
async function openTemporaryFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'import-rows-'));
  try {
    return await open(join(folder, 'rows'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Chunk {
  position: number;
  length: number;
}

interface Group {
  chunks: Chunk[];
  lines: string[];
}

async function writeGroups(rows: AsyncIterable<ImportRow>, file: FileHandle, bufferBytes: number) {
  const groups = new Map<string, Group>();
  let [total, buffered, position] = [0, 0, 0];
  const flush = async () => {
    for (const group of groups.values()) {
      if (group.lines.length === 0) continue;
      const bytes = Buffer.from(group.lines.join('\n'));
      // Unlike `write`, `appendFile` writes all bytes.
      await file.appendFile(bytes);
      group.chunks.push({ position, length: bytes.length });
      group.lines = [];
      position += bytes.length;
    }
    buffered = 0;
  };
  for await (const row of rows) {
    const key = /^\d{4}/.exec(row.fields.zip)?.[0] ?? '';
    const group = groups.get(key) ?? { chunks: [], lines: [] };
    groups.set(key, group);
    const line = encode(row);
    group.lines.push(line);
    total++;
    buffered += line.length;
    if (buffered >= bufferBytes) await flush();
  }
  await flush();
  return { groups, total };
}

async function readLines(file: FileHandle, { position, length }: Chunk) {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, position);
  return bytes.toString().split('\n');
}

type EncodedRow = [line: number, rejection: RowNote | null, fallbackCategory: string, ...fields: string[]];

const encode = ({ line, rejection, fallbackCategory, fields }: ImportRow) =>
  JSON.stringify([
    ...[line, rejection, fallbackCategory],
    ...COLUMNS.map((column) => fields[column]),
  ] satisfies unknown[]);

function decode(text: string): ImportRow {
  const [line, rejection, fallbackCategory, ...values] = JSON.parse(text) as EncodedRow;
  const fields = Object.fromEntries(COLUMNS.map((column, index) => [column, values[index] ?? '']));
  return { line, rejection, fallbackCategory, fields: fields as ImportRow['fields'] };
}

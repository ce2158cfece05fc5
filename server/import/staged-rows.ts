import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '#contract/i18n/t.ts';
import { COLUMNS, ImportError, type ImportRow } from '#server/source-files/rows.ts';

const BUFFER_BYTES = 16_000_000;

/** How rows are staged. */
interface StagingOptions {
  /** Whether rows are sorted by the first four digits of their ZIP codes. */
  isSorted: boolean;
  /** Called with each row when it is read. */
  onRow?: (row: ImportRow) => void;
  /** Called with the number of rows that were taken, and of all rows. */
  progress?: (taken: number, total: number) => void;
  /** About what is held in memory. */
  bufferBytes?: number;
}

/**
 * Gives no row before the last one was read, so that a file which is refused has changed nothing. Many rows are in a temporary file meanwhile.
 * Sorted by ZIP code, rows of one place are written to the same pages of most indexes, each of which PostgreSQL otherwise logs as a whole again and
 * again; rows of one ZIP code stay in order. See docs/decisions/0081-large-imports-are-sorted-by-zip-code.md.
 * @throws {ImportError} when there is not enough space
 */
export async function* stageRows(
  rows: AsyncIterable<ImportRow>,
  { isSorted, onRow = () => {}, progress = () => {}, bufferBytes = BUFFER_BYTES }: StagingOptions,
): AsyncGenerator<ImportRow> {
  const file = createTemporaryFile();
  try {
    const { groups, total } = await writeGroups(rows, file, { isSorted, onRow, bufferBytes });
    let taken = 0;
    for (const key of [...groups.keys()].sort()) {
      for await (const line of readGroup(file, groups.get(key))) {
        yield decode(line);
        if (++taken % 1000 === 0) progress(taken, total);
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

/** A file that is opened when it is needed. */
function createTemporaryFile() {
  let opened: FileHandle | undefined;
  return {
    async open() {
      opened ??= await openTemporaryFile();
      return opened;
    },
    close: async () => opened?.close(),
  };
}

type TemporaryFile = ReturnType<typeof createTemporaryFile>;

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

async function writeGroups(
  rows: AsyncIterable<ImportRow>,
  file: TemporaryFile,
  { isSorted, onRow, bufferBytes }: { isSorted: boolean; onRow: (row: ImportRow) => void; bufferBytes: number },
) {
  const groups = new Map<string, Group>();
  let [total, buffered, position] = [0, 0, 0];
  const flush = async () => {
    for (const group of groups.values()) {
      if (group.lines.length === 0) continue;
      const bytes = Buffer.from(group.lines.join('\n'));
      // Unlike `write`, `appendFile` writes all bytes.
      await (await file.open()).appendFile(bytes);
      group.chunks.push({ position, length: bytes.length });
      group.lines = [];
      position += bytes.length;
    }
    buffered = 0;
  };
  for await (const row of rows) {
    onRow(row);
    const key = (isSorted && /^\d{4}/.exec(row.fields.zip)?.[0]) || '';
    const group = groups.get(key) ?? { chunks: [], lines: [] };
    groups.set(key, group);
    const line = encode(row);
    group.lines.push(line);
    total++;
    buffered += line.length;
    if (buffered >= bufferBytes) await flush();
  }
  return { groups, total };
}

/** What was written to the file, and what is still in memory. */
async function* readGroup(file: TemporaryFile, { chunks, lines }: Group = { chunks: [], lines: [] }) {
  for (const { position, length } of chunks) {
    const bytes = Buffer.alloc(length);
    await (await file.open()).read(bytes, 0, length, position);
    yield* bytes.toString().split('\n');
  }
  yield* lines;
}

type Rest = Omit<ImportRow, 'fields'>;

const encode = ({ fields, ...rest }: ImportRow) => JSON.stringify([rest, ...COLUMNS.map((column) => fields[column])]);

function decode(text: string): ImportRow {
  const [rest, ...values] = JSON.parse(text) as [Rest, ...string[]];
  const fields = Object.fromEntries(COLUMNS.map((column, index) => [column, values[index] ?? '']));
  return { ...rest, fields: fields as ImportRow['fields'] };
}

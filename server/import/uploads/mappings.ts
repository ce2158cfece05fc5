import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ImportOptionsForm } from '#contract/imports/uploads.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findColumns, findMissing } from '#server/source-files/column-mapping.ts';
import { readColumns } from '#server/source-files/read-rows.ts';
import type { ColumnMapping, ReadOptions } from '#server/source-files/rows.ts';

/**
 * What is remembered for files with the same columns. A column that the mapping lacks was never chosen, and is guessed; one that is blank is
 * in no such file.
 */
export type RememberedOptions = { mapping: ColumnMapping } & Partial<Pick<ImportOptionsForm, 'source' | 'category'>>;

/** Remembers the options of an import for the next file with these columns, in any order. */
export async function rememberOptions(db: Kysely<DB>, header: string[], options: RememberedOptions): Promise<void> {
  await db
    .insertInto('import_mappings')
    .values({ columns_hash: hashColumns(header), options: JSON.stringify(options) })
    .onConflict((conflict) =>
      conflict
        .column('columns_hash')
        .doUpdateSet({ options: sql`import_mappings.options || excluded.options`, used_at: sql`now()` }),
    )
    .execute();
}

/** The options of the last import of a file with these columns; null: there was none. */
export async function recallOptions(db: Kysely<DB>, header: string[]): Promise<RememberedOptions | null> {
  const row = await db
    .selectFrom('import_mappings')
    .select('options')
    .where('columns_hash', '=', hashColumns(header))
    .executeTakeFirst();
  return (row?.options as unknown as RememberedOptions | undefined) ?? null;
}

type FileOptions = Pick<ReadOptions, 'mapping' | 'source' | 'category'>;

/** Remembers the columns that the command has read with the mapping that it was given; what the page chose for the others stays. */
export async function rememberFile(db: Kysely<DB>, path: string, options: FileOptions): Promise<void> {
  const head = options.mapping ? await readColumns(path) : null;
  if (!head) return;
  const { source, category } = options;
  const former = await recallOptions(db, head.header);
  const mapping = { ...former?.mapping, ...toWholeMapping(head.header, path, options) };
  await rememberOptions(db, head.header, { mapping, ...(source && { source }), ...(category && { category }) });
}

/** What the mapping says, and the columns that have our names. */
const toWholeMapping = (header: string[], path: string, options: FileOptions): ColumnMapping =>
  Object.fromEntries(
    [...findColumns(header, path, options)].map(([column, indexes]) => [
      column,
      indexes.map((index) => header[index]).join('+'),
    ]),
  );

/** The options of the command; without a mapping, and where columns are unknown, with what is remembered for a file with these columns. */
export async function withRememberedOptions<Options extends FileOptions & { file: string }>(
  db: Kysely<DB>,
  asked: Options,
): Promise<Options> {
  const head = asked.mapping ? null : await readColumns(asked.file);
  const header = head?.header.map((name) => name.toLowerCase()) ?? [];
  if (!head || findMissing((column) => header.includes(column), asked).length === 0) return asked;
  const { mapping, source, category } = (await recallOptions(db, head.header)) ?? {};
  return { ...(source && { source }), ...(category && { category }), ...asked, ...(mapping && { mapping }) };
}

const hashColumns = (header: string[]) =>
  createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.trim().toLowerCase()).sort()))
    .digest();

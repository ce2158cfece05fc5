import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ImportOptionsForm } from '#contract/imports/uploads.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findMissing } from '#server/source-files/column-mapping.ts';
import { readColumns } from '#server/source-files/read-rows.ts';
import type { ColumnMapping, ReadOptions } from '#server/source-files/rows.ts';

/** What is remembered for files with the same columns. The command remembers only what it was told. */
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

/** Remembers a mapping that the command was given. */
export async function rememberFile(
  db: Kysely<DB>,
  path: string,
  { mapping, source, category }: FileOptions,
): Promise<void> {
  const head = mapping ? await readColumns(path) : null;
  if (!head || !mapping) return;
  await rememberOptions(db, head.header, { mapping, ...(source && { source }), ...(category && { category }) });
}

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

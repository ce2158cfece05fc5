import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';
import { listIncludes } from './sql-files.ts';

/** A file of functions, triggers and views, which is executed whole whenever it changed. */
export interface FunctionFile {
  name: string;
  text: string;
  checksum: string;
}

/**
 * The files that `schema/functions.sql` names, in its order, which this database has never executed as they are. Those that it had once are
 * the ones of the release before, which starts again beside this one: they must not replace newer ones.
 * @param folder with `schema/functions.sql`; without one there are none
 */
export async function findChangedFunctions(db: Kysely<DB>, folder: string): Promise<FunctionFile[]> {
  const list = join(folder, 'schema/functions.sql');
  if (!existsSync(list)) return [];
  const executed = await readExecuted(db);
  const files: FunctionFile[] = [];
  for (const path of listIncludes(list)) {
    const name = relative(join(folder, 'schema'), path);
    const text = readFileSync(path, 'utf8');
    const checksum = createHash('sha256')
      .update(text)
      .update(await readColumns(db, text))
      .digest('hex');
    if (!executed.has(`${name} ${checksum}`)) files.push({ name, text, checksum });
  }
  return files;
}

/** In the transaction that executes the files. */
export async function recordFunctions(db: Kysely<DB>, files: FunctionFile[]): Promise<void> {
  for (const { name, checksum } of files)
    await sql`insert into schema_functions (file, checksum) values (${name}, ${checksum})`.execute(db);
}

async function readExecuted(db: Kysely<DB>): Promise<Set<string>> {
  const table = await sql<{ exists: boolean }>`select to_regclass('schema_functions') is not null as exists`.execute(
    db,
  );
  if (!table.rows[0]?.exists) return new Set();
  const { rows } = await sql<{ key: string }>`select file || ' ' || checksum as key from schema_functions`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The columns of the table from which the file says that it derives something: a new column changes what it makes. */
async function readColumns(db: Kysely<DB>, text: string): Promise<string> {
  const [, table] = /^-- derived from the columns of (\w+)$/m.exec(text) ?? [];
  if (table === undefined) return '';
  const { rows } = await sql<{ columns: string }>`
    select coalesce(string_agg(attname, ',' order by attname), '') as columns from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(db);
  return rows[0]?.columns ?? '';
}

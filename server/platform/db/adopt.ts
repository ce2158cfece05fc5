import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { findDifferences, readTables } from './catalog.ts';
import type { DB } from './schema.ts';
import { BASELINE, readSql } from './sql-files.ts';
import { StartupError } from './startup-error.ts';

/** The last of the migrations that the baseline replaced, and their number. */
const LAST_FORMER = '0156_coupon_reservations';
const FORMER_COUNT = 138;

const SCRATCH = 'baseline_comparison';
const MAX_NAMED_DIFFERENCES = 10;

/** The names of the migrations that the baseline replaced, in a database that has them and not the baseline. */
export async function readFormerMigrations(db: Kysely<DB>): Promise<string[]> {
  const { rows: tables } = await sql<{ isFormer: boolean }>`
    select to_regclass('kysely_migration') is not null and to_regclass('schema_migrations') is null as "isFormer"`.execute(
    db,
  );
  if (!tables[0]?.isFormer) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * The migrations of a database or a backup as this release names them.
 * @throws {StartupError} when it stands at an earlier one than the last that the baseline replaced
 */
export function toMigrations(names: string[]): string[] {
  if (names.length === 0 || names.includes(BASELINE)) return names;
  if (names.length === FORMER_COUNT && names.includes(LAST_FORMER)) return [BASELINE];
  throw new StartupError(
    `The data are of a release that this one cannot migrate (at ${names.toSorted().at(-1)}, not at ${LAST_FORMER}). Start the last release ` +
      'that has this migration with them first, then this one. Nothing has been changed.',
  );
}

/**
 * Compares the tables of a database with those that the baseline makes, which it makes in a schema of its own and rolls back. The order of
 * columns is that in which they were added, and may differ: statements name columns.
 * @param folder with `migrations/`
 * @throws {StartupError} that names the differences
 */
export async function requireBaseline(db: Kysely<DB>, folder: string): Promise<void> {
  const baseline = readSql(join(folder, 'migrations', `${BASELINE}.sql`)).replaceAll(
    'stripe_simulator',
    `${SCRATCH}_stripe`,
  );
  const found = await readTables(db, { public: 'public', stripe: 'stripe_simulator' });
  await sql`begin`.execute(db);
  try {
    await sql.raw(`create schema ${SCRATCH}; set local search_path to ${SCRATCH}, public; ${baseline}`).execute(db);
    const differences = findDifferences(found, await readTables(db, { public: SCRATCH, stripe: `${SCRATCH}_stripe` }));
    if (differences.length === 0) return;
    const more = differences.length - MAX_NAMED_DIFFERENCES;
    throw new StartupError(
      `The tables of the database are not those of the release before: ${differences.slice(0, MAX_NAMED_DIFFERENCES).join('; ')}` +
        `${more > 0 ? `; and ${more} more` : ''}. Make them equal, and start again. Nothing has been changed.`,
    );
  } finally {
    await sql`rollback`.execute(db);
  }
}

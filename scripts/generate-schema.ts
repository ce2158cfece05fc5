import { type Kysely, sql } from 'kysely';
import { type DatabaseMetadata, generate, PostgresDialect } from 'kysely-codegen';
import type { DB } from '#server/platform/db/schema.ts';

/** Generates the text of `server/platform/db/schema.ts` from a newly migrated database. */
export const generateSchema = (db: Kysely<DB>): Promise<string> =>
  generate({
    db,
    dialect: new PostgresDialect(),
    typeMapping: { int8: 'number' },
    excludePattern: 'schema_*',
    postprocess: refineMetadata,
    outFile: null,
  });

/** Types text columns with a check constraint as unions, and columns of views as not null where those of their tables are. */
async function refineMetadata({ db, metadata }: { db: Kysely<unknown>; metadata: DatabaseMetadata }) {
  const checks = await sql<{ table: string; column: string; check: string }>`
    select conrelid::regclass::text as table, attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1`.execute(db);
  for (const { table, column, check } of checks.rows) {
    const words = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)(?: NOT VALID)?$/.exec(check)?.[1];
    const found = findColumn(metadata, table, column);
    if (words && found) found.enumValues = [...words.matchAll(/'([^']*)'::text/g)].map(([, word]) => word ?? '');
  }
  const shown = await sql<{ view: string; table: string; column: string }>`
    select view_name as view, table_name as table, column_name as column
    from information_schema.view_column_usage where view_schema = 'public'`.execute(db);
  for (const { view, table, column } of shown.rows) {
    const from = findColumn(metadata, table, column);
    const to = findColumn(metadata, view, column);
    if (from && to) Object.assign(to, { isNullable: from.isNullable, enumValues: from.enumValues });
  }
  const level = findColumn(metadata, 'public_listings', 'level');
  const shownLevel = findColumn(metadata, 'public_listings', 'shown_level');
  if (level && shownLevel) Object.assign(shownLevel, { isNullable: false, enumValues: level.enumValues });
  return metadata;
}

function findColumn(metadata: DatabaseMetadata, table: string, column: string) {
  return metadata.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column);
}

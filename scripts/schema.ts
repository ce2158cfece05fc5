import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type DatabaseMetadata, generate, PostgresDialect } from 'kysely-codegen';
import { openDatabase } from '#server/db/open.ts';

// Generates server/db/schema.ts from a newly migrated database; with --check, fails when the file differs.
const FILE = join(import.meta.dirname, '../server/db/schema.ts');

const schema = await generateSchema();
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, schema);
} else if (readFileSync(FILE, 'utf8') !== schema) {
  console.error('server/db/schema.ts does not match server/db/migrations. Run: node scripts/schema.ts');
  process.exitCode = 1;
}

async function generateSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'schema-'));
  chmodSync(dataDir, 0o755);
  try {
    const { db, close } = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
    try {
      return await generate({
        db,
        dialect: new PostgresDialect(),
        typeMapping: { int8: 'number' },
        excludePattern: 'kysely_*',
        postprocess: refineMetadata,
        outFile: null,
      });
    } finally {
      await close();
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Types text columns with a check constraint as unions, and columns of views as not null where those of their tables are. */
async function refineMetadata({ db, metadata }: { db: Kysely<unknown>; metadata: DatabaseMetadata }) {
  const checks = await sql<{ table: string; column: string; check: string }>`
    select conrelid::regclass::text as table, attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1`.execute(db);
  for (const { table, column, check } of checks.rows) {
    const words = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1];
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

import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * Drops the indexes and foreign keys of tables while they are filled, and creates them again by their definitions: maintaining
 * them row by row takes many times as long. Primary keys, and the indexes that are named, stay.
 */
export async function withoutIndexes(
  db: Kysely<DB>,
  { tables, except = [] }: { tables: string[]; except?: string[] },
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await sql<{ drop: string; create: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${tables})`.execute(db);
  const { rows: indexes } = await sql<{ drop: string; create: string }>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
    from pg_index
    where indrelid::regclass::text = any(${tables}) and indexrelid::regclass::text <> all(${except})
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  for (const { drop } of [...keys, ...indexes]) await sql.raw(drop).execute(db);
  await fill();
  for (const { create } of [...indexes, ...keys]) await sql.raw(create).execute(db);
}

/** Fills tables without their triggers, which work row by row, for tests that need neither search rows nor counts. Foreign keys are checked. */
export async function withoutTriggers<Result>(
  db: Kysely<DB>,
  tables: (keyof DB)[],
  fill: () => Promise<Result>,
): Promise<Result> {
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  const result = await fill();
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  return result;
}

import type pg from 'pg';

/**
 * Disables the triggers of tables, and drops their foreign keys and indexes but for those of constraints, so that rows are loaded in any
 * order and each index is built once.
 * @returns makes them as they were
 */
export async function detachSchema(client: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by 1, 2`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i where indrelid = any($1::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    [tables],
  );
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  };
}

/** Drops everything in the database but the extensions: all that the program and its job queue made. */
export async function dropAll(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists pgboss cascade; drop schema if exists stripe_simulator cascade');
  const { rows } = await client.query<{ statement: string }>(OBJECTS_TO_DROP);
  for (const { statement } of rows) await client.query(statement);
}

// Whatever depends on a dropped object is gone, hence `if exists`.
const OBJECTS_TO_DROP = `
  with candidate (class, oid, namespace, kind, name) as (
    select 'pg_class'::regclass, oid, relnamespace,
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass::text
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
    union all select 'pg_proc'::regclass, oid, pronamespace, 'routine', oid::regprocedure::text from pg_proc
    union all select 'pg_type'::regclass, oid, typnamespace, 'type', oid::regtype::text from pg_type where typtype in ('e', 'd')
    union all select 'pg_ts_config'::regclass, oid, cfgnamespace, 'text search configuration', oid::regconfig::text
      from pg_ts_config
    union all select 'pg_ts_dict'::regclass, oid, dictnamespace, 'text search dictionary', oid::regdictionary::text
      from pg_ts_dict
  )
  select format('drop %s if exists %s cascade', kind, name) as statement
  from candidate join pg_namespace n on n.oid = namespace
  where nspname = 'public' and not exists (
    select from pg_depend d where d.classid = class and d.objid = candidate.oid and d.deptype in ('e', 'i', 'a'))`;

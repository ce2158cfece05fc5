import type { Writable } from 'node:stream';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, UNFINISHED_RESTORE } from '#server/platform/db/migrate.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { type Dump, type DumpedTable, prepareSession } from './dump.ts';
import { detachSchema } from './schema-parts.ts';

/** Writes the rows of a table, in the text format of COPY, and ends the stream. */
export type ReadTable = (name: string, into: Writable) => Promise<void>;

export interface LoadOptions {
  read: ReadTable;
  progress: (line: string) => void;
  /** Executed before the rows become visible. */
  finish?: (client: pg.Client) => Promise<unknown>;
}

/**
 * Makes the schema by the migrations of a dump, and loads its rows in one transaction. A database in which that was interrupted
 * cannot be used otherwise, and can be loaded again.
 * @param connection of an empty database, or one in which a restore was interrupted
 * @throws {StartupError} when the database is not empty, or the rows are not those of the dump
 */
export async function loadDump(connection: pg.ClientConfig, dump: Dump, options: LoadOptions): Promise<void> {
  const client = await connectSession(connection);
  try {
    if (!(await isEmpty(client))) throw new StartupError('The database is not empty.');
    await client.query(`create table if not exists ${UNFINISHED_RESTORE} ()`);
    await migrate(connection, undefined, { restored: dump.migrations });
    if (dump.tables.some(({ name }) => name === 'pgboss.job') && !(await hasJobQueue(client)))
      await client.query(getConstructionPlans('pgboss'));
    await client.query('begin');
    await loadRows(client, dump, options);
    await client.query(`drop table ${UNFINISHED_RESTORE}`);
    await options.finish?.(client);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether there are no tables but those of an interrupted restore. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select to_regclass('${UNFINISHED_RESTORE}') is not null or not exists (
      select from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'v')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as empty`);
  return rows[0]?.empty === true;
}

/** A connection for a dump or a load. */
export async function connectSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'socal-local backup', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  await prepareSession(client);
  return client;
}

async function hasJobQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('pgboss.job') is not null as exists`);
  return rows[0]?.exists === true;
}

async function loadRows(client: pg.Client, { tables, sequences }: Dump, { read, progress }: LoadOptions) {
  const own = tables.filter(({ name }) => !name.startsWith('pgboss.'));
  const attachSchema = await detachSchema(
    client,
    own.map(({ name }) => name),
  );
  await client.query(`truncate ${own.map(({ name }) => name).join(', ')}`);
  for (const table of tables) {
    const target = table.name.startsWith('pgboss.') ? await createStagingTable(client, table) : table.name;
    await loadTable(client, table, { target, read });
    if (target !== table.name) await moveStagedRows(client, table, target);
    if (table.rows > 0) progress(`${table.name}: ${table.rows.toLocaleString('en-US')} rows`);
  }
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  progress('Building indexes');
  await attachSchema();
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows: expected }: DumpedTable,
  { target, read }: { target: string; read: ReadTable },
) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyFrom(`copy ${target} (${list}) from stdin`));
  await read(name, copy);
  if (copy.rowCount !== expected)
    throw new StartupError(`${name} has ${copy.rowCount} rows in the backup instead of ${expected}.`);
}

/** The job queue's library makes its tables, with the columns of its version: those that both have are kept. */
async function createStagingTable(client: pg.Client, { name, columns }: DumpedTable): Promise<string> {
  const staging = `staged_${name.split('.')[1]}`;
  const list = columns.map((column) => `${client.escapeIdentifier(column)} text`).join(', ');
  await client.query(`create temporary table ${staging} (${list}) on commit drop`);
  return staging;
}

async function moveStagedRows(client: pg.Client, { name, columns }: DumpedTable, staging: string) {
  const { rows: kept } = await client.query<{ column: string; type: string }>(
    `select quote_ident(attname) as column, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = $1::regclass and attname = any($2)`,
    [name, columns],
  );
  const targets = kept.map(({ column }) => column).join(', ');
  const values = kept.map(({ column, type }) => `${column}::${type}`).join(', ');
  await client.query(`insert into ${name} (${targets}) select ${values} from ${staging}`);
}

import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** The data of a database but for the rows, which are in a file for each table, in the text format of COPY. */
export interface Dump {
  /** The names of the migrations that made the schema, of this release or of those before the baseline. */
  migrations: string[];
  tables: DumpedTable[];
  sequences: DumpedSequence[];
}

export interface DumpedTable {
  /** With its schema, quoted as in SQL. */
  name: string;
  columns: string[];
  rows: number;
  /** SHA-256 of the rows in the text format of COPY. */
  sha256: string;
}

export interface DumpedSequence {
  name: string;
  value: string;
  isCalled: boolean;
}

/** Stores the rows of a table. */
export type WriteTable = (name: string, rows: Readable) => Promise<void>;

/** The jobs that are in a dump: unfinished ones, but for tasks, which are queued anew every minute. */
const WAITING_JOBS = `state < 'completed' and name <> 'tasks'`;

// Transaction ids mean nothing to another server: 0 stands for events that were aggregated, 1 for the others. See
// docs/decisions/0036-event-aggregation-by-transaction-id.md.
const REPLACED_COLUMNS: Record<string, Record<string, string>> = {
  'public.events': { tx: `case when tx < (select before_tx from events_added_up) then '0'::xid8 else '1'::xid8 end` },
  'public.events_added_up': { before_tx: `'1'::xid8` },
};

/** Makes the text of values, and the order of rows, the same on every server and at every time. */
const SESSION = `set search_path to public, pg_catalog; set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres';
  set extra_float_digits to 1; set bytea_output to 'hex'; set synchronize_seqscans to off; set statement_timeout to 0;
  set idle_in_transaction_session_timeout to 0; set client_encoding to 'UTF8'`;

/** Prepares a connection that dumps or loads. */
export const prepareSession = (client: pg.Client) => client.query(SESSION);

/**
 * Dumps all tables, one after the other. Memory does not grow with them.
 * @param client in a transaction with one snapshot, after `prepareSession`
 */
export async function dumpTables(
  client: pg.Client,
  write: WriteTable,
  progress: (line: string) => void,
): Promise<Dump> {
  const { rows: migrations } = await client.query<{ name: string }>(
    `select name from ${await findMigrationsTable(client)} order by name`,
  );
  const tables: DumpedTable[] = [];
  for (const table of await listTables(client)) {
    tables.push(await dumpTable(client, table, write));
    const { rows } = tables.at(-1) as DumpedTable;
    if (rows > 0) progress(`${table.name}: ${rows.toLocaleString('en-US')} rows`);
  }
  return { migrations: migrations.map(({ name }) => name), tables, sequences: await listSequences(client) };
}

/** A database that was not adopted yet has the table of the release before. */
async function findMigrationsTable(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select coalesce(to_regclass('schema_migrations'), to_regclass('kysely_migration'))::text as name`,
  );
  return (rows[0] as { name: string }).name;
}

async function dumpTable(
  client: pg.Client,
  { name, columns }: Pick<DumpedTable, 'name' | 'columns'>,
  write: WriteTable,
): Promise<DumpedTable> {
  const replaced = REPLACED_COLUMNS[name] ?? {};
  const selected = columns.map((column) => replaced[column] ?? client.escapeIdentifier(column)).join(', ');
  const condition = name === 'pgboss.job' ? ` where ${WAITING_JOBS}` : '';
  const copy = client.query(copyTo(`copy (select ${selected} from ${name}${condition}) to stdout`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // When a table cannot be stored, its copy is aborted as well, which would hide why.
  const [written, copied] = await Promise.allSettled([write(name, hashed), pipeline(copy, hashed)]);
  for (const ended of [written, copied]) if (ended.status === 'rejected') throw ended.reason;
  return { name, columns, rows: copy.rowCount, sha256: hash.digest('hex') };
}

/** The tables that the migrations make, and the two of the job queue. */
async function listTables(client: pg.Client): Promise<Pick<DumpedTable, 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select format('%I.%I', nspname, relname) as name, array_agg(attname::text order by attnum) as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
    where ((nspname in ('public', 'stripe_simulator') and relkind = 'r'
        and relname not in ('schema_migrations', 'schema_functions', 'kysely_migration'))
        or (nspname = 'pgboss' and relname in ('queue', 'job')))
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by nspname, relname
    -- A job refers to its queue.
    order by nspname, relname = 'job', relname`);
  return rows;
}

async function listSequences(client: pg.Client): Promise<DumpedSequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname in ('public', 'stripe_simulator') order by 1`);
  const sequences: DumpedSequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<DumpedSequence, 'name'>>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, ...(values[0] as Omit<DumpedSequence, 'name'>) });
  }
  return sequences;
}

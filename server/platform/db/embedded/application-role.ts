import { createHmac } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { SocketConnection } from './server.ts';

/** The role of the program: it owns the database, and can neither read files, start programs, nor change settings of the server. */
const APPLICATION_ROLE = 'socal_local';

// Of a server that is stopping or starting, or of two programs that prepare it at the same time.
const TEMPORARY_FAILURES = /^(57P|08|53|40)/;

/**
 * The connection of the program. Its password is derived from the superuser's, which the data folder holds: so the two belong
 * together in every copy of the folder.
 */
export const toApplicationConnection = (superuser: SocketConnection): SocketConnection => ({
  ...superuser,
  user: APPLICATION_ROLE,
  password: createHmac('sha256', superuser.password).update(APPLICATION_ROLE).digest('base64url'),
});

/**
 * Creates the role of the program and makes it the owner of the database with everything in it: of a new one, and of one that an
 * earlier release made, whose program was the superuser. In one transaction; without effect where that is done.
 * See docs/decisions/0008-embedded-postgresql.md.
 * @throws {StartupError} when PostgreSQL refuses it; another error when the server ends meanwhile
 */
export async function prepareApplicationRole(superuser: SocketConnection): Promise<void> {
  const client = new pg.Client({ ...superuser, application_name: 'socal-local setup' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('begin');
    // One program at a time. The role does not name a schema in what follows.
    await client.query(`select pg_advisory_xact_lock(1936682851, 2); set local search_path to pg_catalog`);
    const { user, password } = toApplicationConnection(superuser);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user]);
    if (rowCount === 0) await client.query(`create role ${user} login`);
    await client.query(`alter role ${user} password ${client.escapeLiteral(password)}`);
    const { rows } = await client.query<{ statement: string }>(CHANGES_OF_OWNER, [user]);
    for (const { statement } of rows) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (!(error instanceof pg.DatabaseError) || TEMPORARY_FAILURES.test(code ?? '')) throw error;
    throw new StartupError(`The role of the program could not be prepared in the database: ${message}.`);
  } finally {
    client.end().catch(() => {});
  }
}

// The statements that give what the superuser owns to the role $1: everything but PostgreSQL's own objects and those of
// extensions. REASSIGN OWNED refuses to take anything from the superuser that initdb creates. Indexes, row types and the
// sequences of columns have the owner of their table.
const CHANGES_OF_OWNER = `
  with superuser as (select oid from pg_roles where rolname = current_user),
  candidate (class, oid, owner, namespace, kind, name) as (
    select 'pg_class'::regclass, oid, relowner, relnamespace,
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass::text
    from pg_class c where relkind in ('r', 'p', 'v', 'm')
      or (relkind = 'S' and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all select 'pg_proc'::regclass, oid, proowner, pronamespace, 'routine', oid::regprocedure::text from pg_proc
    union all select 'pg_type'::regclass, t.oid, typowner, typnamespace, 'type', t.oid::regtype::text from pg_type t
      where typtype in ('e', 'd', 'r') or (typtype = 'c' and exists (
        select from pg_class where pg_class.oid = t.typrelid and relkind = 'c'))
    union all select 'pg_ts_config'::regclass, oid, cfgowner, cfgnamespace, 'text search configuration', oid::regconfig::text
      from pg_ts_config
    union all select 'pg_ts_dict'::regclass, oid, dictowner, dictnamespace, 'text search dictionary', oid::regdictionary::text
      from pg_ts_dict
    union all select 'pg_namespace'::regclass, oid, nspowner, oid, 'schema', quote_ident(nspname) from pg_namespace
  )
  select format('alter %s %s owner to %I', kind, name, $1::text) as statement
  from candidate join superuser on superuser.oid = owner join pg_namespace n on n.oid = namespace
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (
      select from pg_depend d where d.classid = class and d.objid = candidate.oid and d.deptype = 'e')
  union all
  select format('alter database %I owner to %I', datname, $1::text)
  from pg_database join superuser on superuser.oid = datdba where datname = current_database()`;

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_CLOCK_LEAD_MS } from '#server/platform/db/clock.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts';
import { waitForServer } from '#server/platform/db/external.ts';
import { readMigrations } from '#server/platform/db/migrate.ts';
import { checkPooler } from '#server/platform/db/pooler.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { parseDatabaseUrl } from '#server/platform/env/database-url.ts';
import type { Env } from '#server/platform/env/env.ts';
import { checkFirstPlace, checkRecordedBackups } from './backups.ts';
import { withClient } from './connection.ts';
import { createFindings } from './finding.ts';

const { ok, warning, error } = createFindings(() => t('Database'));
const clock = createFindings(() => t('Clock'));

const EXTENSIONS = ['pg_trgm', 'unaccent'];

type DatabaseEnv = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_POOL' | 'WORKERS'> &
  Parameters<typeof checkRecordedBackups>[1];

/** The database and its server. An embedded one is started if it does not run, and stopped again; nothing is migrated. */
export async function checkDatabase(env: DatabaseEnv): Promise<Finding[]> {
  if (env.DATABASE_URL === undefined) {
    if (!existsSync(join(env.DATA_DIR, 'pg')))
      return [ok(t('No database in DATA_DIR yet: the first start creates it.')), ...checkFirstPlace(env)];
    const server = await startEmbeddedPostgres(env.DATA_DIR, { progress: () => {} });
    try {
      return await examine(server.connection, env);
    } finally {
      await server.stop();
    }
  }
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env;
  const servers = parseDatabaseUrl(DATABASE_DIRECT_URL ?? DATABASE_URL);
  try {
    await waitForServer(servers);
    const found = await examine({ connectionString: servers.url }, env);
    if (DATABASE_DIRECT_URL === undefined) return found;
    const pooler = parseDatabaseUrl(DATABASE_URL);
    await waitForServer(pooler, undefined, { isPooler: true });
    await checkPooler({ pooled: pooler.url, direct: servers.url });
    return [...found, ok(t('The pooler at DATABASE_URL is set up as the program needs it.'))];
  } catch (fault) {
    if (!(fault instanceof StartupError)) throw fault;
    return fault.message.split('\n').map(error);
  }
}

const examine = (connection: pg.ClientConfig, env: DatabaseEnv): Promise<Finding[]> =>
  withClient(connection, async (client) => {
    const state = await readState(client);
    return [
      ok(
        t('PostgreSQL {version}, {megabytes} MB, user {user}.', {
          version: state.version,
          megabytes: Math.round(state.bytes / 1e6),
          user: state.user,
        }),
      ),
      ...checkRole(state),
      ...(await checkRestored(client)),
      checkConnections(state, env),
      checkClock(state),
      ...(await checkRecordedBackups(client, env)),
      ...(await checkMigrations(connection)),
    ];
  });

interface DatabaseState {
  version: string;
  database: string;
  user: string;
  isSuperuser: boolean;
  mayCreate: boolean;
  hasJobs: boolean;
  missingExtensions: string[];
  connections: number;
  maxConnections: number;
  bytes: number;
  /** How far its clock is ahead of ours, in seconds, and how exactly that is known. */
  clockDifference: number;
  clockUncertainty: number;
}

async function readState(client: pg.Client): Promise<DatabaseState> {
  const asked = Date.now();
  const { rows: times } = await client.query<{ now: string }>('select extract(epoch from clock_timestamp()) as now');
  const answered = Date.now();
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_database() as database, current_user as user,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      has_database_privilege(current_database(), 'CREATE') as "mayCreate",
      to_regclass('pgboss.job') is not null as "hasJobs",
      array(select unnest($1::text[]) except select extname::text from pg_extension) as "missingExtensions",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
      pg_database_size(current_database())::float8 as bytes`,
    [EXTENSIONS],
  );
  return {
    ...rows[0],
    clockDifference: Number(times[0]?.now) - (asked + answered) / 2000,
    clockUncertainty: (answered - asked) / 2000,
  };
}

function checkRole({ database, user, isSuperuser, mayCreate, hasJobs, missingExtensions }: DatabaseState): Finding[] {
  const found: Finding[] = [];
  if (isSuperuser)
    found.push(warning(t('{user} is a superuser. Use a role that owns the database and nothing else.', { user })));
  if (!mayCreate && !hasJobs) {
    found.push(
      error(
        t(
          '{user} may not create schemas, which the first start needs. As the owner of the database run: GRANT CREATE ON DATABASE {database} TO {user}',
          { database, user },
        ),
      ),
    );
  } else if (!mayCreate) {
    found.push(
      warning(
        t(
          '{user} may not create schemas, which a new release may need. As the owner of the database run: GRANT CREATE ON DATABASE {database} TO {user}',
          { database, user },
        ),
      ),
    );
  }
  if (missingExtensions.length > 0 && hasJobs) {
    const missing = missingExtensions.join(', ');
    found.push(
      error(t('Missing extensions: {missing}. As the owner of the database run: CREATE EXTENSION …', { missing })),
    );
  }
  return found;
}

async function checkRestored(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client
    .query<{ backup: string }>(`select value ->> 'backup' as backup from settings where key = 'restored'`)
    // Before the first migration.
    .catch(() => ({ rows: [] }));
  const [restored] = rows;
  if (!restored) return [];
  return [
    warning(
      t(
        'It is a copy, restored from the backup {backup}, which sends no emails and takes no payments. If it is the site itself: npm run restored:confirm, and restart it.',
        { backup: restored.backup },
      ),
    ),
  ];
}

function checkConnections(
  { connections, maxConnections }: DatabaseState,
  { DATABASE_POOL, WORKERS }: DatabaseEnv,
): Finding {
  // Each worker has its pool and listens on one connection more; commands take up to eleven.
  const needed = WORKERS * (DATABASE_POOL + 1) + 11;
  if (needed > maxConnections) {
    return warning(
      t(
        '{connections} of {maxConnections} connections are in use, and this program may need {needed}. Lower DATABASE_POOL or WORKERS, or raise max_connections.',
        { connections, maxConnections, needed },
      ),
    );
  }
  return ok(
    t('{connections} of {maxConnections} connections are in use; this program needs at most {needed}.', {
      connections,
      maxConnections,
      needed,
    }),
  );
}

function checkClock({ clockDifference, clockUncertainty }: DatabaseState): Finding {
  const seconds = Math.max(0, Math.abs(clockDifference) - clockUncertainty);
  if (seconds * 1000 < MAX_CLOCK_LEAD_MS) return clock.ok(t('It agrees with that of the database.'));
  const rounded = Math.round(seconds);
  return clock.warning(
    clockDifference > 0
      ? t('It is {seconds} seconds behind that of the database. Synchronize both machines by NTP.', {
          seconds: rounded,
        })
      : t('It is {seconds} seconds ahead of that of the database. Synchronize both machines by NTP.', {
          seconds: rounded,
        }),
  );
}

async function checkMigrations(connection: pg.ClientConfig): Promise<Finding[]> {
  const { pending, unknown } = await readMigrations(connection);
  if (unknown.length > 0)
    return [warning(t('A newer release has migrated it ({names}). Run that release.', { names: unknown.join(', ') }))];
  if (pending.length === 0) return [ok(t('Its tables match the running release.'))];
  return [
    warning(
      t(
        '{count, plural, one {# migration is} other {# migrations are}} to be applied. The next start does that, or: npm run migrate',
        {
          count: pending.length,
        },
      ),
    ),
  ];
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { t } from '#contract/i18n/t.ts';
import { describeConnectionFault, describeServer } from './describe-server.ts';
import { SESSION_SETTINGS, SESSION_TIMEOUTS } from './session-settings.ts';
import { StartupError } from './startup-error.ts';

const TIMEOUT_MS = 3000;
const NOTIFICATION_TIMEOUT_MS = 2000;

/** The settings of a session, as PostgreSQL shows them. */
const SETTINGS: Record<string, string> = {
  ...SESSION_SETTINGS,
  statement_timeout: `${SESSION_TIMEOUTS.statement_timeout / 1000}s`,
  idle_in_transaction_session_timeout: `${SESSION_TIMEOUTS.idle_in_transaction_session_timeout / 60_000}min`,
};

/** Whether something between us and PostgreSQL speaks its protocol: it tells another process than the one that answers. */
export const isPooled = (client: pg.Client & { processID?: number | null }, pid: number | undefined): boolean =>
  typeof client.processID === 'number' && pid !== undefined && client.processID !== pid;

/** Whether a pooler gives each connection a session of its own. */
export const keepsSessions = (url: string): Promise<boolean> =>
  withClients([url, url], async ([first, second]) => {
    const pid = await getPid(first);
    await second.query('begin');
    const isShared = (await getPid(second)) === pid || (await getPid(first)) !== pid;
    await second.query('rollback');
    return !isShared;
  }).catch(() => false);

/**
 * Makes the settings of sessions those of the role, because a pooler drops the parameters with which we would begin one. To be called
 * before the pooler opens sessions.
 * @param url `DATABASE_DIRECT_URL`
 */
export const setRoleSettings = (url: string): Promise<unknown> =>
  withClients([url], ([direct]) => direct.query(SET_ROLE));

/**
 * Checks a pooler that gives each transaction another session, such as PgBouncer in transaction mode.
 * @param urls `DATABASE_URL`, which leads to the pooler, and `DATABASE_DIRECT_URL`
 * @throws {StartupError} with what to do
 */
export async function checkPooler(urls: { pooled: string; direct: string }): Promise<void> {
  const fault = await withClients(
    [urls.direct, urls.pooled, urls.pooled],
    async ([direct, ...pooled]) =>
      (await findSettingsFault(urls.pooled, pooled[0])) ??
      (await findStatementFault(urls.pooled, pooled)) ??
      (await findNotificationFault(urls, direct, pooled[0])),
  ).catch((error) => describeConnectionFault('DATABASE_URL', urls.pooled, error));
  if (fault) throw new StartupError(fault);
}

/** Two programs may start at the same time; PostgreSQL refuses the second of two changes of a role. */
const SET_ROLE = `do $$ begin
  perform pg_advisory_xact_lock(hashtext('role settings'));
  ${Object.entries(SETTINGS)
    .map(
      ([name, value]) => `
  if not exists (
    select from pg_db_role_setting s, unnest(s.setconfig) as setting join pg_database d on d.datname = current_database()
    where s.setrole = current_user::regrole and s.setdatabase = d.oid and lower(setting) = lower('${name}=${value}')
  ) then
    execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}');
  end if;`,
    )
    .join('')}
end $$`;

async function findSettingsFault(url: string, client: pg.Client): Promise<string | null> {
  const columns = Object.keys(SETTINGS).map((name) => `current_setting('${name}') as ${name}`);
  const { rows } = await client.query(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database, ${columns}`,
  );
  const { role, database, ...settings } = rows[0];
  const missing = Object.entries(SETTINGS).filter(([name, value]) => settings[name] !== value);
  if (missing.length === 0) return null;
  const statements = missing.map(
    ([name, value]) => `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}';`,
  );
  return t(
    'DATABASE_URL: sessions of the pooler at {server} lack settings of their role. Run RECONNECT on the console of the pooler, or restart it. If it signs in as another role than DATABASE_DIRECT_URL, run before: {statements}',
    { server: describeServer(url), statements: statements.join(' ') },
  );
}

/** Statements that one connection has prepared must not be lost, nor meet those of another one. */
async function findStatementFault(url: string, [first, second]: [pg.Client, pg.Client]): Promise<string | null> {
  const name = `check_${randomUUID()}`;
  const runs = [
    [first, 1],
    [second, 2],
    [first, 1],
    [first, 1],
  ] as const;
  try {
    for (const [client, value] of runs) {
      const { rows } = await client.query({ name, text: `select ${value} as value` });
      if (rows[0].value !== value) throw new Error('another statement');
    }
    return null;
  } catch {
    return t(
      'DATABASE_URL: the pooler at {server} loses prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements = 200.',
      { server: describeServer(url) },
    );
  }
}

async function findNotificationFault(
  urls: { pooled: string; direct: string },
  direct: pg.Client,
  pooled: pg.Client,
): Promise<string | null> {
  const channel = `check_${randomUUID().replaceAll('-', '')}`;
  const heard = new Promise<boolean>((resolve) => direct.once('notification', () => resolve(true)));
  await direct.query(`listen ${channel}`);
  await pooled.query('select pg_notify($1, $2)', [channel, '']);
  if (await Promise.race([heard, delay(NOTIFICATION_TIMEOUT_MS, false, { ref: false })])) return null;
  return t(
    'DATABASE_DIRECT_URL: {direct} is not the database behind DATABASE_URL ({pooled}): a notification did not arrive. Set it to the address of that one.',
    { direct: describeServer(urls.direct), pooled: describeServer(urls.pooled) },
  );
}

async function getPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid as number;
}

async function withClients<Result>(
  urls: string[],
  work: (clients: [pg.Client, pg.Client, pg.Client]) => Promise<Result>,
): Promise<Result> {
  const clients = urls.map(
    (connectionString) =>
      new pg.Client({
        connectionString,
        application_name: 'socal-local',
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      }),
  );
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    return await work(clients as [pg.Client, pg.Client, pg.Client]);
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

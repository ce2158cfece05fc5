import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, ROLE } from './database-servers.ts';
import { type ClusterProcess, findPort, postgresUser, startProcess } from './processes.ts';

/** PgBouncer in transaction mode, in front of a server. */
export interface Pooler {
  process: ClusterProcess;
  getUrl(database?: string): string;
  /** Starts it again after its process has ended. */
  start(): void;
}

const MIN_VERSION = [1, 21] as const;

/** @throws {Error} when this PgBouncer is older than the oldest one that the site accepts */
export async function startPooler(
  pgbouncer: string,
  { folder, serverPort }: { folder: string; serverPort: number },
): Promise<Pooler> {
  requireVersion(pgbouncer);
  const port = await findPort();
  const users = join(folder, 'pgbouncer-users.txt');
  const name = `pgbouncer-${port}`;
  const file = join(folder, `${name}.ini`);
  writeFileSync(users, `"${ROLE}" ""\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    max_prepared_statements: 200,
    max_client_conn: 500,
    default_pool_size: 30,
    // Else it waits 15 s after the first connection that a server refused.
    server_login_retry: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const start = () => startProcess(name, [pgbouncer, file], { folder, ...postgresUser });
  const pooler: Pooler = {
    process: start(),
    getUrl: (database = DATABASE) => `postgres://${ROLE}@127.0.0.1:${port}/${database}`,
    start() {
      pooler.process = start();
    },
  };
  return pooler;
}

function requireVersion(pgbouncer: string) {
  const printed = execFileSync(pgbouncer, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/m.exec(printed) ?? [];
  const [minMajor, minMinor] = MIN_VERSION;
  if (Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor)) return;
  throw new Error(`PgBouncer ${MIN_VERSION.join('.')} or newer is needed, which Debian has from 13 on: ${printed}`);
}

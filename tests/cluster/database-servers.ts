import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type ClusterProcess, findPort, postgresUser, startProcess, waitUntil } from './processes.ts';

/** The role of the site, and its database. */
export const ROLE = 'socal';
export const DATABASE = 'socal';

type ServerName = 'primary' | 'standby';

/** A primary and its synchronous standby. */
export interface DatabaseServers {
  /** The ports of the two as they were at first. */
  primaryPort: number;
  standbyPort: number;
  primary: ClusterProcess;
  standby: ClusterProcess;
  /** An address of one of them as they were at first, or of both. */
  getUrl(options?: { server?: ServerName; database?: string }): string;
  createDatabase(name: string): Promise<void>;
  /** Starts the standby again after its process has ended, and waits until it follows. */
  startStandby(): Promise<void>;
  /** Makes the standby the primary; the former one is ended. */
  promote(): void;
  /** After `promote`: makes a standby of what was the primary before, whose process has ended. */
  rebuildStandby(): Promise<void>;
}

interface Server {
  name: string;
  port: number;
  data: string;
}

/** Starts them. From then on a commit waits for the standby, so that a failover loses none. */
export async function startDatabaseServers(
  programs: Record<'initdb' | 'postgres' | 'pg_basebackup' | 'pg_ctl', string>,
  folder: string,
): Promise<DatabaseServers> {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { ...postgresUser, cwd: '/', stdio: 'pipe' });
  const createServer = async (name: string): Promise<Server> => ({
    name,
    port: await findPort(),
    data: join(folder, name),
  });
  const first = { primary: await createServer('postgres-1'), standby: await createServer('postgres-2') };
  let { primary, standby } = first;

  const serve = ({ name, data, port }: Server) => {
    const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
    const args = options.flatMap((option) => ['-c', option]);
    return startProcess(name, [programs.postgres, '-D', data, ...args], { folder, ...postgresUser });
  };
  const awaitStandby = () =>
    waitUntil('the standby follows', async () => {
      const [row] = await ask(primary.port, ['select state from pg_stat_replication']);
      return row?.state === 'streaming';
    });
  async function addStandby(): Promise<ClusterProcess> {
    createFolder(standby.data);
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    run(programs.pg_basebackup, ...from, '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast');
    const process = serve(standby);
    await awaitStandby();
    // Not in the file that was copied: a standby that is promoted has none to wait for.
    await ask(primary.port, ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()']);
    return process;
  }

  createFolder(primary.data);
  run(programs.initdb, '-D', primary.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const primaryProcess = serve(primary);
  await waitUntil('the primary answers', () =>
    ask(primary.port, [`create role ${ROLE} login`, `create database ${DATABASE} owner ${ROLE}`]),
  );
  const servers: DatabaseServers = {
    primaryPort: primary.port,
    standbyPort: standby.port,
    primary: primaryProcess,
    standby: await addStandby(),
    getUrl({ server, database = DATABASE } = {}) {
      const ports = server ? [first[server].port] : [first.primary.port, first.standby.port];
      return `postgres://${ROLE}@${ports.map((port) => `127.0.0.1:${port}`).join()}/${database}`;
    },
    createDatabase: async (name) => void (await ask(primary.port, [`create database ${name} owner ${ROLE}`])),
    async startStandby() {
      servers.standby = serve(standby);
      await awaitStandby();
    },
    promote: () => void run(programs.pg_ctl, 'promote', '-D', standby.data),
    async rebuildStandby() {
      [primary, standby] = [standby, primary];
      servers.primary = servers.standby;
      rmSync(standby.data, { recursive: true });
      servers.standby = await addStandby();
    },
  };
  return servers;
}

function createFolder(data: string) {
  mkdirSync(data, { mode: 0o700 });
  if (postgresUser.uid !== undefined) chownSync(data, postgresUser.uid, postgresUser.gid as number);
}

/** The rows of the last one of these statements, executed by the superuser. */
async function ask(port: number, statements: string[]) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows.length > 0 ? rows : [{}];
  } finally {
    await client.end();
  }
}

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { openDatabase } from '#server/db/open.ts';
import type { DB } from '#server/db/schema.ts';
import { startS3Server } from '../support/servers/s3-server.ts';
import { type ClusterProcess, findPort, findPrograms, postgresUser, startProcess, waitUntil } from './processes.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE_COUNT = 3;
const DATABASE = 'socal';

/** One process of the site. */
export interface SiteNode {
  url: string;
  dataDir: string;
  process: ClusterProcess;
  start(): Promise<void>;
}

/** A primary and its synchronous standby. */
interface DatabaseServers {
  url: string;
  primary: ClusterProcess;
  promote(): void;
}

export interface Cluster {
  /** The logs and data of all. */
  folder: string;
  db: Kysely<DB>;
  nodes: SiteNode[];
  /** The address of nginx, which balances the nodes, and of Varnish in front of it. */
  balancer: string;
  proxy: string;
  servers: DatabaseServers;
  /** The ids of the processes of each program, without those that they start. */
  processes(): Record<string, number[]>;
  close(): Promise<void>;
}

/**
 * Varnish → nginx → three processes of the site → PostgreSQL with a standby, and a bucket. All listen on loopback, and have their files in a
 * new folder. What is started is ended by `endAll`.
 */
export async function startCluster(): Promise<Cluster> {
  const programs = findPrograms(['nginx', 'varnishd', 'initdb', 'postgres', 'pg_basebackup', 'pg_ctl'] as const);
  const folder = mkdtempSync(join(tmpdir(), 'socal-cluster-'));
  chmodSync(folder, 0o755);
  const ports = await Promise.all(Array.from({ length: NODE_COUNT + 3 }, findPort));
  const [nginxPort, varnishPort, purgePort, ...nodePorts] = ports as [number, number, number, ...number[]];
  const servers = await startDatabase(programs, folder);
  const bucket = await startS3Server();
  const proxy = `http://127.0.0.1:${varnishPort}`;
  const env = {
    ...bucket.env,
    DATABASE_URL: servers.url,
    CDN_PURGE: `varnish:http://127.0.0.1:${purgePort}`,
    TRUSTED_PROXIES: '127.0.0.1',
    ORIGIN: proxy,
    WORKERS: '1',
    SAMPLE_DATA: 'few',
    GEOCODER_URL: '',
    LOG_LEVEL: 'info',
    ADMIN_PASSWORD: 'correct horse battery staple',
    METRICS_TOKEN: 'the token of the cluster',
  };
  const nodes = nodePorts.map((port, i) => createNode(`node-${i + 1}`, { port, folder, env }));
  // The first one migrates and loads the data.
  for (const node of nodes) await node.start();
  const nginx = startNginx(programs.nginx, { folder, port: nginxPort, nodePorts });
  const varnish = startVarnish(programs.varnishd, { folder, port: varnishPort, purgePort, backendPort: nginxPort });
  await waitUntil('Varnish answers', async () => (await fetch(`${proxy}/healthz`)).ok);
  const database = await openDatabase({ DATA_DIR: '', DATABASE_URL: servers.url });
  return {
    folder,
    db: database.db,
    nodes,
    balancer: `http://127.0.0.1:${nginxPort}`,
    proxy,
    servers,
    processes: () => ({
      varnish: [varnish.child.pid as number],
      nginx: [nginx.child.pid as number],
      nodes: nodes.map((node) => node.process.child.pid as number),
      postgres: [servers.primary.child.pid as number],
    }),
    async close() {
      await database.close();
      await bucket.close();
    },
  };
}

function createNode(
  name: string,
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): SiteNode {
  const node = {
    url: `http://127.0.0.1:${port}`,
    dataDir: join(folder, name),
    process: undefined as unknown as ClusterProcess,
    async start() {
      const command = [process.execPath, '--max-semi-space-size=16', '--max-old-space-size=384', 'server/main.ts'];
      command[3] = join(ROOT, command[3] as string);
      node.process = startProcess(name, command, {
        folder,
        env: { ...env, PORT: String(port), DATA_DIR: node.dataDir },
      });
      await waitUntil(`${name} is ready`, async () => {
        if (node.process.child.exitCode !== null) throw new Error(`${name} has ended`);
        return (await fetch(`${node.url}/readyz`)).ok;
      });
    },
  };
  return node;
}

async function startDatabase(
  { initdb, postgres, pg_basebackup, pg_ctl }: Record<'initdb' | 'postgres' | 'pg_basebackup' | 'pg_ctl', string>,
  folder: string,
): Promise<DatabaseServers> {
  const [primaryPort, standbyPort] = [await findPort(), await findPort()];
  const [primaryData, standbyData] = [join(folder, 'primary'), join(folder, 'standby')];
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { ...postgresUser, cwd: '/', stdio: 'pipe' });
  for (const data of [primaryData, standbyData]) {
    mkdirSync(data, { mode: 0o700 });
    if (postgresUser.uid !== undefined) chownSync(data, postgresUser.uid, postgresUser.gid as number);
  }
  const serve = (name: string, data: string, port: number, ...settings: string[]) => {
    const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...settings];
    const args = options.flatMap((option) => ['-c', option]);
    return startProcess(name, [postgres, '-D', data, ...args], { folder, ...postgresUser });
  };
  run(initdb, '-D', primaryData, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const primary = serve('primary', primaryData, primaryPort, 'synchronous_standby_names=*', 'synchronous_commit=local');
  await waitUntil('the primary answers', () =>
    ask(primaryPort, `create role ${DATABASE} login; create database ${DATABASE} owner ${DATABASE}`.split('; ')),
  );
  run(
    pg_basebackup,
    '-h',
    '127.0.0.1',
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
    '-D',
    standbyData,
    '-R',
    '-X',
    'stream',
  );
  serve('standby', standbyData, standbyPort);
  await waitUntil('the standby follows', async () => {
    const [row] = await ask(primaryPort, ['select sync_state from pg_stat_replication']);
    return row?.sync_state === 'sync';
  });
  // From now on a commit waits for the standby, so that a failover loses none.
  await ask(primaryPort, [`alter role ${DATABASE} set synchronous_commit = 'on'`]);
  return {
    url: `postgres://${DATABASE}@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${DATABASE}`,
    primary,
    promote: () => void run(pg_ctl, 'promote', '-D', standbyData),
  };
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

function startNginx(nginx: string, { folder, port, nodePorts }: { folder: string; port: number; nodePorts: number[] }) {
  const file = join(folder, 'nginx.conf');
  const servers = nodePorts.map((nodePort) => `server 127.0.0.1:${nodePort} fail_timeout=1s;`).join('\n    ');
  const template = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8');
  const text = template.replaceAll('FOLDER', folder).replace('PORT', String(port)).replace('SERVERS', servers);
  writeFileSync(file, process.getuid?.() === 0 ? `user root;\n${text}` : text);
  return startProcess('nginx', [nginx, '-c', file, '-p', folder], { folder });
}

function startVarnish(
  varnishd: string,
  { folder, port, purgePort, backendPort }: { folder: string; port: number; purgePort: number; backendPort: number },
) {
  const file = join(folder, 'varnish.vcl');
  const vcl = readFileSync(join(ROOT, 'deploy/varnish.vcl'), 'utf8');
  writeFileSync(file, vcl.replace('.port = "3000"', `.port = "${backendPort}"`));
  const addresses = ['-a', `127.0.0.1:${port}`, '-a', `purge=127.0.0.1:${purgePort}`];
  const command = [varnishd, '-F', '-j', 'none', '-n', join(folder, 'varnish'), '-f', file, '-s', 'malloc,128m'];
  return startProcess('varnish', [...command, ...addresses], { folder });
}
